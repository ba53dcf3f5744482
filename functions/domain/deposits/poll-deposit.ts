import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Services } from '#functions/ports/services.ts';
import { AppError } from '#shared/errors.ts';
import { update, WriteConflict } from '#functions/ports/store.ts';
import { applyPayment } from './apply-payment.ts';
import { isAnothers } from './payment-identity.ts';
import { nextPollAtMs } from './poll-schedule.ts';
import { waitsSinceMs } from './waits-since.ts';
import { countAttempt, isHopeless, openInvoice, refuse } from './open-invoice.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'payments' | 'keys' | 'settings' | 'issuerEvents'>;

/**
 * Reads a due deposit at the provider and brings it to the provider's state, so that a lost webhook costs minutes, not
 * money. Returns false when the provider did not answer, or named another payment for a deposit without an invoice.
 */
export async function pollDeposit(needs: Needs, deposit: Deposit): Promise<boolean> {
  const { depositId } = deposit;
  const answer = await needs.payments.readPayment(depositId);
  const payment = answer.outcome === 'success' ? answer.value : undefined;
  const isOthers = payment !== undefined && isAnothers(deposit, payment);
  if (payment !== undefined && !isOthers) {
    await applyPayment(needs, deposit, payment);
    return true;
  }
  if (answer.outcome !== 'success') {
    // A key that the provider takes no more stops every credit, while nobody opens a deposit that would show it.
    if (answer.outcome === 'fault')
      needs.log.error('provider refused our request', { depositId, detail: answer.detail });
    await later(needs, deposit, retryMs);
    return false;
  }
  if (deposit.lifecycle !== 'creating') {
    needs.log.error('provider does not know a payment', { depositId });
    await later(needs, deposit);
  } else if (isHopeless(deposit)) {
    await refuse(needs, depositId);
  } else if (isOthers) {
    needs.log.error('provider does not know a payment', { depositId });
    await countAttempt(needs, depositId);
    return false;
  } else {
    await openInvoice(needs, depositId).catch((thrown: unknown) => {
      // openInvoice has stored the failure; nothing else is to be done.
      if (!(thrown instanceof AppError)) throw thrown;
    });
  }
  return true;
}

/**
 * Maximum delay of the next read while the provider is down, in milliseconds: soon, but not every deposit every minute.
 */
const retryMs = 5 * 60_000;

async function later({ store, clock }: Needs, deposit: Deposit, mostMs = Infinity): Promise<void> {
  const nowMs = clock.now();
  const plannedAtMs = nextPollAtMs(deposit, nowMs) ?? Infinity;
  const nextAtMs = Math.min(plannedAtMs, nowMs + mostMs);
  const dueAtMs = Number.isFinite(nextAtMs) ? nextAtMs : undefined;
  try {
    const changes = { dueAtMs, waitsSinceMs: waitsSinceMs({ ...deposit, dueAtMs }, nowMs) };
    await store.commit([update('deposit', deposit, changes)]);
  } catch (thrown) {
    // Another process changed the deposit and has set the time of its next read.
    if (!(thrown instanceof WriteConflict)) throw thrown;
  }
}
