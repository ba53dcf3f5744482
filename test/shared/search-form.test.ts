import { expect, it } from 'vitest';
import { referenceForm } from '#shared/search-form.ts';

it('a transfer on a chain is found by its id in either case, with 0x or without; other ids keep their case', () => {
  const id = 'ab'.repeat(32);
  for (const typed of [id, id.toUpperCase(), `0x${id}`, `0X${id.toUpperCase()}`]) expect(referenceForm(typed)).toBe(id);
  const solana = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb';
  expect(referenceForm(solana)).toBe(solana);
  expect(referenceForm('ab'.repeat(10))).toBeUndefined();
});
