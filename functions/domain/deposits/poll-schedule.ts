import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Time after its last change for which a deposit is still read, in milliseconds. */
const watchedMs = 14 * day;

/** A state is read after as long again as it is old, within these bounds: `mostMs` while it is younger than a day, then a day. */
type Rhythm = { readonly soonestMs: number; readonly mostMs: number };

const rhythms: Readonly<Partial<Record<PaymentState, Rhythm>>> = {
  waiting: { soonestMs: minute, mostMs: day },
  confirming: { soonestMs: minute, mostMs: 15 * minute },
  partly_paid: { soonestMs: 5 * minute, mostMs: day },
  // No webhook comes at the end of these.
  locked: { soonestMs: 5 * minute, mostMs: hour },
  refunding: { soonestMs: 5 * minute, mostMs: hour },
};

/** The ages at which a deposit that has ended is read again: late payments, locks and refunds after credit come without a webhook, or with a lost one. */
const lateWatch = [10 * minute, hour, 6 * hour, day, 3 * day, 7 * day, watchedMs];

/** True for a state that cannot be the end of a deposit. */
export function isUnfinished(state: PaymentState): boolean {
  return rhythms[state] !== undefined;
}

/**
 * Computes when a deposit is read again at the provider, which finds the statuses that no webhook reports and lost
 * webhooks. It depends on the age of the state alone, so that reads in between use nothing up. A waiting one is read
 * shortly after its invoice ends too. Undefined: never again.
 */
export function nextPollAtMs(
  deposit: Pick<Deposit, 'state' | 'updatedAtMs' | 'invoiceExpiresAtMs'>,
  nowMs: number,
): number | undefined {
  const ageMs = Math.max(0, nowMs - deposit.updatedAtMs);
  if (deposit.state === 'refunded' || ageMs >= watchedMs) return undefined;
  const rhythm = rhythms[deposit.state];
  if (rhythm === undefined) {
    const nextAge = lateWatch.find((age) => age > ageMs);
    return nextAge === undefined ? undefined : deposit.updatedAtMs + nextAge;
  }
  const everyMs = ageMs < day ? Math.min(Math.max(ageMs, rhythm.soonestMs), rhythm.mostMs) : day;
  const nextAtMs = Math.min(nowMs + everyMs, deposit.updatedAtMs + watchedMs);
  const endsAtMs = (deposit.invoiceExpiresAtMs ?? 0) + 2 * minute;
  const isOpen = deposit.state === 'waiting' || deposit.state === 'partly_paid';
  return isOpen && endsAtMs > nowMs ? Math.min(nextAtMs, endsAtMs) : nextAtMs;
}
