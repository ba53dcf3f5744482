import type { Coin } from '#shared/catalogue.ts';
import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';

/** A movement of our own money outside the product that one of the staff enters and another one approves. */
export type TreasuryMove = {
  readonly moveId: Id<'treasury'>;
  /** `payout`: from the payment provider to the bank; `top_up`: from the bank to the card issuer. */
  readonly kind: 'payout' | 'top_up';
  /** `back` for one that was undone or went the other way. */
  readonly direction: 'out' | 'back';
  /** The amount that arrived at the bank, or in the float. */
  readonly amountCents: Cents;
  /** The cost beside the amount; for a payout, the coin's loss in value is part of it. */
  readonly feeCents: Cents;
  /** The coin of a payout and how much of it left the provider: a decimal string. */
  readonly coins: { readonly coin: Coin; readonly amount: string } | undefined;
  /** The bank's or provider's own reference. */
  readonly reference: string;
  readonly reason: string;
  readonly state: 'waiting' | 'approved' | 'rejected';
  readonly proposedBy: Id<'user'>;
  readonly createdAtMs: number;
  readonly decidedBy?: Id<'user'> | undefined;
  readonly decidedAtMs?: number | undefined;
  readonly version: number;
};
