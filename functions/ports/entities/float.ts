import type { Cents } from '#shared/money.ts';

/**
 * The latest reading of our float: the money at the issuer that is on no card. Loads and new cards are paid from it.
 */
export type FloatReading = {
  readonly currency: 'USD';
  readonly balanceCents: Cents;
  /** Amounts of the loads and creations that were under way just before, and may still take from the balance. */
  readonly heldCents: Cents;
  /** The part of the balance that no load or new card may use, as configured at this reading. */
  readonly floorCents: Cents;
  /** Net outflow of a day by our books, over seven days; negative when more comes back than leaves. */
  readonly meanDailyOutCents: Cents;
  /** When the issuer was asked. */
  readonly atMs: number;
  /** True while the breaker is open: not even the smallest load is begun. */
  readonly isOpen: boolean;
  /** When `isOpen` got its present value. */
  readonly sinceMs: number;
  readonly version: number;
};

/** The float over one hour. */
export type FloatHour = {
  /** `2026-11-23T07`, UTC. */
  readonly hour: string;
  /** The balance at the last reading of the hour; undefined for an hour without one. */
  readonly balanceCents: Cents | undefined;
  /** The lowest balance read in the hour. */
  readonly lowestCents: Cents | undefined;
  /** Net outflow of the hour by our books: loads and new cards less what came back. Top-ups are not part of it. */
  readonly outCents: Cents;
  readonly expiresAtMs: number;
  readonly version: number;
};
