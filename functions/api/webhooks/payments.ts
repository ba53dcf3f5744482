import { webhookRoutes } from '#shared/contract/webhooks.ts';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { noPayment, noSuchDeposit } from '#functions/domain/events/process-payment-event.ts';
import { noteRefused } from '#functions/domain/events/note-refused.ts';
import { quarantineEvent, storeEvent } from '#functions/domain/events/store-event.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { refuseOtherThanJson } from '#functions/runtime/refuse-other-than-json.ts';

/**
 * Receives a webhook of the payment provider. Both the signature over the raw bytes and the deposit's own path token
 * must be right. Then the webhook is stored and queued, and answered at once; nothing is credited on its word alone. A
 * signed one about anything that we never asked for (a payment, a wallet) is kept for a person.
 */
export const handler = endpoint(webhookRoutes, 'webhooks.payments', async ({ raw, params, headers }, services) => {
  const { payments, keys, store, clock, paymentEvents } = services;
  const hint = payments.verifyWebhook(raw);
  if (!hint) return refused(services, raw);
  const delivery = { source: 'payments', body: raw } as const;
  if (hint === 'other') {
    refuseOtherThanJson(headers['content-type']);
    await quarantineEvent(services, delivery, noPayment);
    return { received: true };
  }
  const { reference: about } = hint;
  if (await keys.isCallbackToken(hint.reference, params.inbox)) {
    refuseOtherThanJson(headers['content-type']);
    await storeEvent({ store, clock, queue: paymentEvents }, { ...delivery, about });
    return { received: true };
  }
  if (await store.get('deposit', { depositId: about as Id<'deposit'> })) return refused(services, raw);
  await quarantineEvent(services, { ...delivery, about }, noSuchDeposit);
  return { received: true };
});

async function refused(services: Services, raw: Uint8Array): Promise<never> {
  await noteRefused(services, 'payments', 'bad_signature', raw);
  throw new AppError('InvalidSignature', 'The signature is not valid.');
}
