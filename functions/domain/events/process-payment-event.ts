import type { Id } from '#shared/ids.ts';
import { formatCents } from '#shared/money.ts';
import type { Deposit, StoredEvent } from '#functions/ports/entities/deposits.ts';
import type { Services } from '#functions/ports/services.ts';
import { applyPayment } from '../deposits/apply-payment.ts';
import { stateName } from '../deposits/deposit-status.ts';
import { ProviderSilent } from '../provider-silent.ts';
import { markProcessed } from './store-event.ts';

/** Reason for only keeping a webhook about a payment that we never requested. */
export const noSuchDeposit = 'there is no such deposit';

/** Reason for only keeping an authentic webhook of another type (a static wallet's, say). */
export const noPayment = 'it is about no payment';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'payments' | 'issuerEvents'>;

/**
 * Processes one stored payment webhook, which only says which payment to ask the provider about. Doing it again changes
 * nothing. Throws while the provider does not answer, so that the queue brings the message back.
 */
export async function processPaymentEvent(needs: Needs, eventId: string): Promise<void> {
  const { store, payments, log } = needs;
  const event = await store.get('event', { eventId });
  if (!event) {
    log.warn('event is gone', { eventId });
    return;
  }
  // The signature was checked when the webhook came. The webhook may be queued again long after its key was rotated
  // away.
  const hint = payments.readStoredWebhook(Buffer.from(event.bodyBase64, 'base64'));
  if (!hint) throw new Error(`the stored event ${eventId} is no payment webhook`);
  const depositId = hint.reference as Id<'deposit'>;
  const before = await store.get('deposit', { depositId });
  if (!before) {
    // Deposits are stored before the provider is called, so this is no race but an anomaly: stored, logged, not acted
    // upon.
    log.error('webhook put into quarantine', { eventId, reason: noSuchDeposit });
    return markProcessed(needs, event, { outcome: 'no_effect', words: noSuchDeposit }, noSuchDeposit);
  }
  const answer = await payments.readPayment(depositId);
  if (answer.outcome !== 'success')
    throw new ProviderSilent(`the payment provider did not answer about ${depositId}`, answer);
  if (answer.value === undefined) {
    log.error('provider does not know a payment it told of', { depositId });
    return markProcessed(needs, event, { outcome: 'no_effect', words: 'the provider does not know this payment' });
  }
  return markProcessed(needs, event, changeOf(before, await applyPayment(needs, before, answer.value)));
}

/** Returns the result of a webhook: the changes that the read of its payment made. */
function changeOf(before: Deposit, after: Deposit): NonNullable<StoredEvent['result']> {
  const changes = [
    ...(after.state === before.state ? [] : [`${stateName(before.state)} → ${stateName(after.state)}`]),
    ...(after.creditedCents === before.creditedCents
      ? []
      : [`${formatCents(after.creditedCents)} is credited, before ${formatCents(before.creditedCents)}`]),
    ...(after.reviewReason === undefined || after.reviewReason === before.reviewReason
      ? []
      : [`it waits for our team: ${after.reviewReason}`]),
  ];
  return changes.length === 0
    ? { outcome: 'no_effect', words: 'the provider had nothing new to say' }
    : { outcome: 'done', words: changes.join('; ') };
}
