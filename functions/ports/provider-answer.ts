/**
 * The end of a call to a provider, as the machine that moves money must see it.
 * - `success`: it happened, and the answer was understood and echoes what we asked.
 * - `declined`: the provider documents that it did not and will not happen.
 * - `not_processed`: it surely did not happen, and may later (connection refused, rate limit).
 * - `unknown`: it may have happened. Only the provider's word about our reference decides; a timer never does.
 * - `fault`: our own mistake (credentials, schema). Stop, keep what is held, alert an operator.
 */
export type ProviderAnswer<T> =
  | { readonly outcome: 'success'; readonly value: T }
  | {
      readonly outcome: 'declined';
      readonly reason: DeclineReason;
      readonly detail: string;
      /** The provider's own limit, such as `0.5 USDT`, where an amount was beyond it and the provider named it. */
      readonly limit?: string;
    }
  | {
      readonly outcome: 'not_processed';
      readonly retryAfterMs: number;
      readonly detail: string;
      /** True where the provider is there and refused because it was asked too often. */
      readonly isTooOften?: true | undefined;
    }
  | { readonly outcome: 'unknown'; readonly detail: string }
  | { readonly outcome: 'fault'; readonly detail: string };

/** Why a provider declined, in our words. `detail` of the answer is the provider's text, for operators only. */
export type DeclineReason =
  | 'insufficient_float'
  | 'card_balance_limit'
  | 'card_insufficient_funds'
  | 'card_not_found'
  | 'card_frozen'
  | 'holder_not_found'
  | 'holder_not_verified'
  | 'amount_too_small'
  | 'amount_too_large'
  | 'coin_unavailable'
  | 'duplicate_reference'
  | 'unavailable'
  | 'rejected';
