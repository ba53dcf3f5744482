import { expect, it } from 'vitest';
import { referenceForm, searchFormOf } from '#shared/search-form.ts';

it('a transfer on a chain is found by its id in either case, with 0x or without; other ids keep their case', () => {
  const id = 'ab'.repeat(32);
  for (const typed of [id, id.toUpperCase(), `0x${id}`, `0X${id.toUpperCase()}`]) expect(referenceForm(typed)).toBe(id);
  const solana = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb';
  expect(referenceForm(solana)).toBe(solana);
  expect(referenceForm('ab'.repeat(10))).toBeUndefined();
});

it.each([
  ['1234', { by: 'last-four', digits: '1234' }],
  ['•••• 1234', { by: 'last-four', digits: '1234' }],
  ['$12', { by: 'amount', cents: 1_200 }],
  ['1,234.50', { by: 'amount', cents: 123_450 }],
  ['−3.00', { by: 'amount', cents: 300 }],
  ['ada@ex', { by: 'email', text: 'ada@ex' }],
  [' Blue  Bottle ', { by: 'words', words: ['blue', 'bottle'] }],
  [' ', undefined],
])('%j is searched for as %j', (typed, form) => {
  expect(searchFormOf(typed)).toEqual(form);
});
