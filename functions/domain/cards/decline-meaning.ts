import type { DeclineCode } from '#shared/contract/cards.ts';

/** The meaning of the issuer's text for a decline: a code for programs, and words for the cardholder. */
export type DeclineMeaning = { readonly code: DeclineCode; readonly words: string };

const unknown: DeclineMeaning = { code: 'other', words: 'The card issuer declined it without giving a reason.' };

/**
 * The issuer's texts by their meaning, letters and digits only, in lower case. The issuer has no codes of its own and
 * publishes no list, so a text that is not here says nothing: a word of it may mean something else.
 */
const meanings: readonly (DeclineMeaning & { readonly texts: readonly string[] })[] = [
  {
    code: 'insufficient_funds',
    words: 'Declined: not enough money on the card.',
    texts: [
      'insufficient balance',
      'insufficient funds',
      'insufficient card balance',
      'not enough money',
      'not enough balance',
      'not enough funds',
      'not sufficient funds',
    ],
  },
  {
    code: 'card_frozen',
    words: 'The card was frozen.',
    texts: [
      'card frozen',
      'card is frozen',
      'card freezed',
      'card is freezed',
      'card inactive',
      'card is inactive',
      'card not active',
      'card is not active',
    ],
  },
  {
    code: 'limit_month',
    words: "The card's monthly limit was reached.",
    texts: [
      'monthly limit',
      'monthly limit exceeded',
      'monthly limit reached',
      'monthly spending limit',
      'monthly spending limit exceeded',
      'monthly spend limit exceeded',
    ],
  },
  {
    code: 'limit_transaction',
    words: 'The amount is over the per-transaction limit.',
    texts: [
      'single transaction limit',
      'single transaction limit exceeded',
      'transaction limit',
      'transaction limit exceeded',
      'amount limit exceeded',
      'limit exceeded',
    ],
  },
  {
    code: 'wrong_3ds',
    words: 'The 3DS code was wrong.',
    texts: [
      'incorrect pin',
      'wrong pin',
      'invalid pin',
      'incorrect 3ds code',
      'wrong 3ds code',
      '3ds authentication failed',
      '3d secure authentication failed',
    ],
  },
  {
    code: 'merchant_blocked',
    words: 'This kind of merchant isn’t supported.',
    texts: [
      'blocked merchant',
      'merchant blocked',
      'merchant not supported',
      'blocked merchant category',
      'merchant category blocked',
      'blocked mcc',
    ],
  },
  {
    code: 'address_mismatch',
    words: 'The billing address did not match.',
    texts: [
      'address mismatch',
      'billing address mismatch',
      'avs mismatch',
      'avs check failed',
      'incorrect billing address',
      'incorrect zip code',
    ],
  },
  {
    code: 'issuer',
    words: 'The card issuer has blocked the card.',
    texts: ['card blocked', 'card is blocked', 'suspected fraud', 'fraud', 'declined by issuer', 'do not honor'],
  },
  { code: 'issuer', words: 'The card was deleted.', texts: ['card deleted', 'card is deleted', 'card closed'] },
  {
    code: 'other',
    words: 'The CVV was wrong.',
    texts: ['incorrect cvv', 'wrong cvv', 'invalid cvv', 'incorrect cvc', 'incorrect security code'],
  },
  {
    code: 'other',
    words: 'The expiry date was wrong.',
    texts: [
      'incorrect expiry',
      'wrong expiry',
      'invalid expiry',
      'incorrect expiry date',
      'card expired',
      'expired card',
    ],
  },
];

const byText = new Map(meanings.flatMap((meaning) => meaning.texts.map((text) => [text, meaning] as const)));
const byWords = new Map(meanings.map((meaning) => [meaning.words, meaning.code]));

/** Reads the issuer's text for a decline. An unknown text gets the code `other` and general words. */
export function declineMeaning(reason: string): DeclineMeaning {
  const text = reason
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim();
  const { code, words } = byText.get(text) ?? unknown;
  return { code, words };
}

/** Returns the code of a line that was stored with its words only, before there were codes. */
export function codeOfWords(words: string): DeclineCode {
  return byWords.get(words) ?? 'other';
}
