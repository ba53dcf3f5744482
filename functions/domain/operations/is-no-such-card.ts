import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';

/**
 * True when the issuer, asked about a transfer, has no such card: it does not know the transfer either, and sending it
 * again gives certainty.
 */
export function isNoSuchCard(answer: ProviderAnswer<unknown>): boolean {
  return answer.outcome === 'declined' && answer.reason === 'card_not_found';
}
