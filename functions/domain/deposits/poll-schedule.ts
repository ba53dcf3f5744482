import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';
import { dayMs, hourMs, minuteMs } from '#functions/domain/durations.ts';

/** Time for which a deposit is still read after its last change, in milliseconds. */
const watchedMs = 14 * dayMs;

/**
 * Bounds of the delay until the next read, in milliseconds. The delay is the age of the state: at least `soonestMs`, at
 * most `mostMs`; once the state is a day old, the delay is a day.
 */
type Rhythm = { readonly soonestMs: number; readonly mostMs: number };

const rhythms: Readonly<Partial<Record<PaymentState, Rhythm>>> = {
  waiting: { soonestMs: minuteMs, mostMs: dayMs },
  confirming: { soonestMs: minuteMs, mostMs: 15 * minuteMs },
  partly_paid: { soonestMs: 5 * minuteMs, mostMs: dayMs },
  // No webhook reports the end of these states.
  locked: { soonestMs: 5 * minuteMs, mostMs: hourMs },
  refunding: { soonestMs: 5 * minuteMs, mostMs: hourMs },
};

/**
 * Ages of the state at which an ended deposit is read again, in milliseconds. Late payments, locks and refunds after a
 * credit come without a webhook, or with a lost one.
 */
const lateWatch = [10 * minuteMs, hourMs, 6 * hourMs, dayMs, 3 * dayMs, 7 * dayMs, watchedMs];

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
  const everyMs = ageMs < dayMs ? Math.min(Math.max(ageMs, rhythm.soonestMs), rhythm.mostMs) : dayMs;
  const nextAtMs = Math.min(nowMs + everyMs, deposit.updatedAtMs + watchedMs);
  const endsAtMs = (deposit.invoiceExpiresAtMs ?? 0) + 2 * minuteMs;
  const isOpen = deposit.state === 'waiting' || deposit.state === 'partly_paid';
  return isOpen && endsAtMs > nowMs ? Math.min(nextAtMs, endsAtMs) : nextAtMs;
}
