import * as z from 'zod/mini';

import type { DeclineReason } from '#functions/ports/provider-answer.ts';

/** The meaning of a refusal of the issuer. */
export type Refusal = DeclineReason | 'rate_limited' | 'transaction_not_found';

/**
 * The issuer has no error codes, so its words decide: the first line whose text occurs in the lower-cased message wins.
 * A table, so that a wording can be corrected without touching code. For other words, the call and its status decide.
 */
const wordings: readonly (readonly [text: string, refusal: Refusal])[] = [
  ['reference exists', 'duplicate_reference'],
  ['reference already exists', 'duplicate_reference'],
  ['top up your usd issuing wallet', 'insufficient_float'],
  ['maximum balance', 'card_balance_limit'],
  ['once every 5 minutes', 'rate_limited'],
  ['enough funds', 'card_insufficient_funds'],
  ['no card with this id', 'card_not_found'],
  ['no cardholder with this id', 'holder_not_found'],
  ['id verified yet', 'holder_not_verified'],
  ['currently unavailable', 'unavailable'],
  ['no transaction with this', 'transaction_not_found'],
  ['transaction not found', 'transaction_not_found'],
];

const message = z.object({ message: z.string() });
const complaints = z.object({ detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])) })) });

/** The issuer's words for a refusal; undefined when it has none. A complaint about the schema names its fields only. */
export function readMessage(body: unknown): string | undefined {
  const spoken = message.safeParse(body);
  if (spoken.success) return spoken.data.message;
  const listed = complaints.safeParse(body);
  return listed.success ? `schema: ${listed.data.detail.map(({ loc }) => loc.join('.')).join(', ')}` : undefined;
}

/** Returns the meaning of the issuer's words; undefined when they are not in the table. */
export function meaningOf(words: string): Refusal | undefined {
  const lower = words.toLowerCase();
  return wordings.find(([text]) => lower.includes(text))?.[1];
}

/** Removes parts that a log must not hold: ciphertexts, long digit runs, control characters. */
export function redact(words: string): string {
  return words
    .replaceAll(/ev:\S*/g, 'ev:…')
    .replaceAll(/\d(?:[ -]?\d){11,}/g, '…')
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 200);
}
