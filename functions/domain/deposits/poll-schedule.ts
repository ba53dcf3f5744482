import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Time for which a deposit is still read after its last change, in milliseconds. */
const watchedMs = 14 * day;

/**
 * Bounds of the delay until the next read, in milliseconds. The delay is the age of the state: at least `soonestMs`, at
 * most `mostMs`; once the state is a day old, the delay is a day.
 */
type Rhythm = { readonly soonestMs: number; readonly mostMs: number };

const rhythms: Readonly<Partial<Record<PaymentState, Rhythm>>> = {
  waiting: { soonestMs: minute, mostMs: day },
  confirming: { soonestMs: minute, mostMs: 15 * minute },
  partly_paid: { soonestMs: 5 * minute, mostMs: day },
  // No webhook reports the end of these states.
  locked: { soonestMs: 5 * minute, mostMs: hour },
  refunding: { soonestMs: 5 * minute, mostMs: hour },
};

/**
 * Ages of the state at which an ended deposit is read again, in milliseconds. Late payments, locks and refunds after a
 * credit come without a webhook, or with a lost one.
 */
const lateWatch = [10 * minute, hour, 6 * hour, day, 3 * day, 7 * day, watchedMs];

/** True for a state that cannot be the end of a deposit. */
export function isUnfinished(state: PaymentState): boolean {
  return rhythms[state] !== undefined;
}

/**
 * Computes when a deposit is read again at the provider. These reads find lost webhooks, and states that no webhook
 * reports. The time depends on the age of the state, not on a count of reads, so other reads use nothing up. A waiting
 * or partly paid deposit is also read shortly after its invoice ends. Returns undefined when it is never read again.
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
