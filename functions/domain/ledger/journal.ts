import { cents, negate, type Cents } from '#shared/money.ts';
import type { CoinChange, JournalRecord, Leg } from '#functions/ports/entities/books.ts';
import { ownerOf } from './chart.ts';

/** Returns a leg that debits an account. */
export function debit(account: string, amountCents: Cents): Leg {
  return { account, amountCents };
}

/** Returns a leg that credits an account. */
export function credit(account: string, amountCents: Cents): Leg {
  return { account, amountCents: negate(amountCents) };
}

/** A posting before it has a time. */
export type Draft = {
  readonly journalId: string;
  readonly kind: string;
  readonly cause: string;
  /** Legs of zero are left out. */
  readonly legs: readonly Leg[];
  readonly roundedOffMicroCents?: number;
  readonly coins?: CoinChange;
};

/**
 * Makes an immutable record. Throws when the legs do not sum to zero, an amount is no safe integer or an account is not
 * in the chart: such a posting must never be written. A record without legs is allowed with `coins`: it moves an amount
 * of coin that is worth 0 in whole cents.
 */
export function journal(draft: Draft, atMs: number): JournalRecord {
  const legs = draft.legs.filter((leg) => leg.amountCents !== 0);
  let total = 0;
  for (const leg of legs) {
    cents(leg.amountCents);
    ownerOf(leg.account);
    total += leg.amountCents;
  }
  if (total !== 0) throw new Error(`${draft.kind} does not balance: ${total}`);
  if (legs.length === 0 && draft.coins === undefined) throw new Error(`${draft.kind} moves nothing`);
  return {
    journalId: draft.journalId,
    kind: draft.kind,
    cause: draft.cause,
    legs,
    roundedOffMicroCents: draft.roundedOffMicroCents ?? 0,
    ...(draft.coins === undefined ? {} : { coins: draft.coins }),
    atMs,
  };
}
