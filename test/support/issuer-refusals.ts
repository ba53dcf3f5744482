import type { DeclineReason, ProviderAnswer } from '#functions/ports/provider-answer.ts';

const reasons: Readonly<Record<DeclineReason, true>> = {
  insufficient_float: true,
  card_balance_limit: true,
  card_insufficient_funds: true,
  card_not_found: true,
  card_frozen: true,
  holder_not_found: true,
  holder_not_verified: true,
  amount_too_small: true,
  amount_too_large: true,
  coin_unavailable: true,
  duplicate_reference: true,
  unavailable: true,
  rejected: true,
};

/** Every answer of a provider that is no success. A missing reason does not compile. */
export const issuerRefusals: readonly Exclude<ProviderAnswer<never>, { readonly outcome: 'success' }>[] = [
  ...Object.keys(reasons).map(
    (reason) => ({ outcome: 'declined', reason: reason as DeclineReason, detail: 'scripted' }) as const,
  ),
  { outcome: 'not_processed', retryAfterMs: 90_000, detail: 'scripted' },
  { outcome: 'unknown', detail: 'timeout' },
  { outcome: 'fault', detail: 'scripted' },
];
