import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';

/**
 * True when the issuer has no card of which it is asked what became of a transfer: it has not heard of the transfer
 * either, and sending it again gives certainty.
 */
export function isNoSuchCard(answer: ProviderAnswer<unknown>): boolean {
  return answer.outcome === 'declined' && answer.reason === 'card_not_found';
}
