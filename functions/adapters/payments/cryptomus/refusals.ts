import * as z from 'zod/mini';

import { parseDecimal } from '#shared/decimal.ts';
import type { DeclineReason } from '#functions/ports/provider-answer.ts';

/** The meaning of a refusal of the provider. */
export type Refusal =
  | { readonly means: 'declined'; readonly reason: DeclineReason }
  /** The provider's own trouble: the same body may be sent again. */
  | { readonly means: 'transient' }
  | { readonly means: 'not_found' }
  /** Our reference is in use: a read shows by which invoice. */
  | { readonly means: 'duplicate' }
  | { readonly means: 'fault' };

/**
 * The provider has no error codes, so its words decide: the first line whose text occurs wins. A table, so that a
 * wording can be added without touching code.
 */
const wordings: readonly (readonly [text: string, refusal: Refusal])[] = [
  ['gateway error', { means: 'transient' }],
  ['the terminal was not found', { means: 'transient' }],
  ['server error', { means: 'transient' }],
  ['minimum amount', { means: 'declined', reason: 'amount_too_small' }],
  ['maximum amount', { means: 'declined', reason: 'amount_too_large' }],
  ['not found service', { means: 'declined', reason: 'coin_unavailable' }],
  ['service was not found', { means: 'declined', reason: 'coin_unavailable' }],
  ['service not found', { means: 'declined', reason: 'coin_unavailable' }],
  ['currency was not found', { means: 'declined', reason: 'coin_unavailable' }],
  ['network was not found', { means: 'declined', reason: 'coin_unavailable' }],
  ['error convert', { means: 'declined', reason: 'coin_unavailable' }],
  ['payment not found', { means: 'not_found' }],
  ['payment was not found', { means: 'not_found' }],
  ['not found payment', { means: 'not_found' }],
  ['notification not found', { means: 'not_found' }],
  ['too much resend', { means: 'declined', reason: 'rejected' }],
  ['order_id', { means: 'duplicate' }],
  ['already exist', { means: 'duplicate' }],
  ['duplicate', { means: 'duplicate' }],
];

const body = z.object({
  state: z.optional(z.number()),
  message: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.unknown())),
});

/** `Minimum amount 0.5 USDT`: an amount and a coin's code, and nothing else, may be shown to a person. */
const limitPattern = /(?:minimum|maximum) amount (\S+) ([A-Z]{2,10})\b/i;

/**
 * Reads the body of a refusal. `detail` is the provider's text, for operators only; `limit` the amount that it names.
 * Undefined when the body is no refusal.
 */
export function readRefusal(
  json: unknown,
): { readonly refusal: Refusal; readonly detail: string; readonly limit: string | undefined } | undefined {
  const parsed = body.safeParse(json);
  if (!parsed.success) return undefined;
  const { message, errors } = parsed.data;
  const fields = Object.keys(errors ?? {});
  if (message === undefined && fields.length === 0) return undefined;

  const words = (message ?? '').toLowerCase();
  const known = wordings.find(([text]) => words.includes(text))?.[1];
  // Our references are always well-formed, so a complaint about one means that it is in use.
  const refusal: Refusal =
    known ??
    (words === 'not found' ? { means: 'not_found' } : { means: fields.includes('order_id') ? 'duplicate' : 'fault' });
  const [, amount, coin] = limitPattern.exec(message ?? '') ?? [];
  const limit =
    parseDecimal(amount) === undefined || coin === undefined ? undefined : `${amount} ${coin.toUpperCase()}`;
  return { refusal, limit, detail: (message ?? `invalid ${fields.join(', ')}`).slice(0, 200) };
}
