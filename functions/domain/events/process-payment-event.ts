import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { applyPayment } from '../deposits/apply-payment.ts';
import { markProcessed } from './store-event.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'payments'>;

/**
 * Works on one stored payment webhook: it only says which payment to ask the provider about. Doing it again changes
 * nothing. Throws while the provider does not answer, so that the queue brings it back.
 */
export async function processPaymentEvent(needs: Needs, eventId: string): Promise<void> {
  const { store, payments, log } = needs;
  const event = await store.get('event', { eventId });
  if (!event) {
    log.warn('event is gone', { eventId });
    return;
  }
  const hint = payments.verifyWebhook(Buffer.from(event.bodyBase64, 'base64'));
  const depositId = hint?.reference as Id<'deposit'> | undefined;
  const deposit = depositId === undefined ? undefined : await store.get('deposit', { depositId });
  if (!hint || depositId === undefined || !deposit) {
    // Rows are stored before the provider is called, so this is no race but an anomaly: kept, told, not acted upon.
    log.error('payment event of no deposit', { eventId });
    return markProcessed(needs, event);
  }
  const answer = await payments.readPayment(depositId);
  if (answer.outcome !== 'success')
    throw new Error(`the payment provider did not answer about ${depositId}: ${answer.outcome}`);
  if (answer.value === undefined) {
    log.error('provider does not know a payment it told of', { depositId });
  } else {
    await applyPayment(needs, depositId, answer.value);
  }
  return markProcessed(needs, event);
}
