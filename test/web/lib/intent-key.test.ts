import { expect, it } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { intentKeys } from '#web/lib/intent-key.ts';

const load = { params: { id: 'crd_1' }, body: { amount: 500 } };

it('keeps the key for a retry of the same input when nobody knows the outcome', () => {
  const keys = intentKeys();
  const key = keys.keyFor(load);
  keys.ended(new ApiError({}));
  expect(keys.keyFor(load)).toBe(key);
  keys.ended(new ApiError({ status: 504 }));
  expect(keys.keyFor(load)).toBe(key);
});

it('takes a new key for another input', () => {
  const keys = intentKeys();
  const key = keys.keyFor(load);
  keys.ended(new ApiError({}));
  expect(keys.keyFor({ ...load, body: { amount: 600 } })).not.toBe(key);
});

it('takes a new key after a definite answer, good or bad', () => {
  const keys = intentKeys();
  const first = keys.keyFor(load);
  keys.ended();
  const second = keys.keyFor(load);
  expect(second).not.toBe(first);
  keys.ended(new ApiError({ status: 422, code: 'InsufficientFunds' }));
  expect(keys.keyFor(load)).not.toBe(second);
});
