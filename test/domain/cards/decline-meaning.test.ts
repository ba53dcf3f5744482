import { describe, expect, it } from 'vitest';
import { declineCodes } from '#shared/contract/cards.ts';
import { codeOfWords, declineMeaning } from '#functions/domain/cards/decline-meaning.ts';

describe('The meaning of a decline', () => {
  it.each([
    ['insufficient balance', 'insufficient_funds', 'Declined: not enough money on the card.'],
    ['INSUFFICIENT_FUNDS', 'insufficient_funds', 'Declined: not enough money on the card.'],
    ['Card is frozen', 'card_frozen', 'The card was frozen.'],
    ['monthly limit', 'limit_month', "The card's monthly limit was reached."],
    ['single transaction limit', 'limit_transaction', 'The amount is over the per-transaction limit.'],
    ['incorrect PIN', 'wrong_3ds', 'The 3DS code was wrong.'],
    ['blocked merchant', 'merchant_blocked', 'This kind of merchant isn’t supported.'],
    ['AVS mismatch', 'address_mismatch', 'The billing address did not match.'],
    ['card blocked', 'issuer', 'The card issuer has blocked the card.'],
    ['card deleted', 'issuer', 'The card was deleted.'],
    ['incorrect CVV', 'other', 'The CVV was wrong.'],
    ['incorrect expiry', 'other', 'The expiry date was wrong.'],
  ])('is read from the exact text: %s', (reason, code, words) => {
    expect(declineMeaning(reason)).toEqual({ code, words });
    // Lines stored before there were codes hold the words only.
    expect(codeOfWords(words)).toBe(code);
  });

  it.each(['', 'LIMIT FITNESS CLUB insufficient', 'off limits', 'merchant gone', 'pin shop', 'card not frozen'])(
    'is not guessed from a word of an unknown text: %j',
    (reason) => {
      expect(declineMeaning(reason)).toEqual({
        code: 'other',
        words: 'The card issuer declined it without giving a reason.',
      });
    },
  );

  it('knows a text for every code of the contract', () => {
    const texts = ['insufficient funds', 'card frozen', 'transaction limit', 'monthly limit', 'wrong pin'];
    const more = ['blocked merchant', 'address mismatch', 'card blocked', 'anything else'];
    expect(new Set([...texts, ...more].map((text) => declineMeaning(text).code))).toEqual(new Set(declineCodes));
  });
});
