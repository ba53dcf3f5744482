import { expect, it } from 'vitest';
import { readResetLink } from '#web/features/auth/reset-link.ts';

const nowMs = 1_800_000_000_000;
const read = (query: string) => readResetLink(new URLSearchParams(query), nowMs);

it('takes a reset link with a code and an end that is still to come', () => {
  expect(read(`code=abc&exp=${nowMs + 1}`)).toEqual({ code: 'abc', exp: nowMs + 1 });
});

it.each([
  '',
  `exp=${nowMs + 1}`,
  'code=abc',
  'code=abc&exp=',
  'code=abc&exp=soon',
  `code=&exp=${nowMs + 1}`,
  `code=abc&exp=${nowMs}`,
  `code=abc&exp=${nowMs - 1}`,
])('takes no reset link without a code and a future end: %j', (query) => {
  expect(read(query)).toBeUndefined();
});
