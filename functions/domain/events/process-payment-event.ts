import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { applyPayment } from '../deposits/apply-payment.ts';
import { ProviderSilent } from '../provider-silent.ts';
import { markProcessed } from './store-event.ts';

/** Why a webhook about a payment that we never asked for is only kept. */
export const noSuchDeposit = 'there is no such deposit';

/** Why an authentic webhook of another type (a static wallet's, say) is only kept. */
export const noPayment = 'it is about no payment';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'payments' | 'issuerEvents'>;

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
  // It was verified when it came; it may be given back to the queue long after its key was rotated away.
  const hint = payments.readStoredWebhook(Buffer.from(event.bodyBase64, 'base64'));
  if (!hint) throw new Error(`the stored event ${eventId} is no payment webhook`);
  const depositId = hint.reference as Id<'deposit'>;
  if (!(await store.get('deposit', { depositId }))) {
    // Rows are stored before the provider is called, so this is no race but an anomaly: stored, logged, not acted upon.
    log.error('webhook put into quarantine', { eventId, reason: noSuchDeposit });
    return markProcessed(needs, event, noSuchDeposit);
  }
  const answer = await payments.readPayment(depositId);
  if (answer.outcome !== 'success')
    throw new ProviderSilent(`the payment provider did not answer about ${depositId}: ${answer.outcome}`);
  if (answer.value === undefined) {
    log.error('provider does not know a payment it told of', { depositId });
  } else {
    await applyPayment(needs, depositId, answer.value);
  }
  return markProcessed(needs, event);
}
