import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, WriteConflict } from '#functions/ports/store.ts';
import { applyPayment } from './apply-payment.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'payments' | 'issuerEvents'>;

/** Minimum time between two reads of one payment, in milliseconds. */
const askEveryMs = 30_000;

/**
 * States in which a view reads the provider. Some, such as a part payment, come without a webhook, and an expired
 * deposit may be paid late.
 */
const waitedFor: ReadonlySet<PaymentState> = new Set([
  'waiting',
  'confirming',
  'partly_paid',
  'expired',
  'locked',
  'refunding',
]);

/**
 * Returns a deposit to the owner who views it. While its payment may still change, reads the payment at the provider at
 * most every thirty seconds. When the provider does not answer, the stored state is returned.
 * Throws AppError NotFound, also for another person's deposit.
 */
export async function refreshDepositOnView(
  needs: Needs,
  query: { readonly userId: Id<'user'>; readonly depositId: Id<'deposit'> },
): Promise<Deposit> {
  const { store, clock, payments, log } = needs;
  const { depositId } = query;
  const deposit = await store.get('deposit', { depositId });
  if (deposit?.userId !== query.userId) throw new AppError('NotFound', 'Deposit not found.');
  const nowMs = clock.now();
  if (deposit.lifecycle !== 'open' || !waitedFor.has(deposit.state) || nowMs < deposit.askedAtMs + askEveryMs) {
    return deposit;
  }
  try {
    // Stored before the call, so that only one of two tabs asks.
    await store.commit([update('deposit', deposit, { askedAtMs: nowMs })]);
    const answer = await payments.readPayment(depositId);
    if (answer.outcome === 'success' && answer.value) {
      return await applyPayment(needs, { ...deposit, version: deposit.version + 1 }, answer.value);
    }
    log.warn('provider did not answer about a deposit', { depositId, outcome: answer.outcome });
  } catch (thrown) {
    // Another process has just changed the deposit; the next view shows the change.
    if (!(thrown instanceof WriteConflict)) throw thrown;
  }
  return deposit;
}
