import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';

/** A recurring payment, as the purchases of a card show it. */
export type Subscription = {
  readonly cardId: Id<'card'>;
  readonly merchant: string;
  /** The amount of its last payment. */
  readonly expectedCents: Cents;
  readonly cadenceDays: number;
  /** When its next payment is expected. */
  readonly nextAtMs: number;
  /** Until then its owner is not notified of it; absent when they are. */
  readonly mutedUntilMs?: number | undefined;
  /** Days ahead of the last notification of this payment; absent before the first. */
  readonly notifiedDays?: number | undefined;
};

/** The subscriptions of a person, as their cards' purchases showed them when they were last looked for. */
export type Subscriptions = {
  readonly userId: Id<'user'>;
  readonly found: readonly Subscription[];
  /** Time of the next search, or of the next announcement of a payment; undefined while none is due. */
  readonly dueAtMs: number | undefined;
  /** When the last search covered the whole period, which yearly payments need; absent before that. */
  readonly wholeAtMs?: number | undefined;
  readonly version: number;
};
