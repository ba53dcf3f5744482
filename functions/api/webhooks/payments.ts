import { webhookRoutes } from '#shared/contract/webhooks.ts';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import { noPayment, noSuchDeposit } from '#functions/domain/events/process-payment-event.ts';
import { quarantineEvent, storeEvent } from '#functions/domain/events/store-event.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { refuseOtherThanJson } from '#functions/runtime/refuse-other-than-json.ts';

/**
 * Receives a webhook of the payment provider. Signature over the raw bytes and the deposit's own path token must both
 * hold; then it is stored and queued, and answered at once. Nothing is credited for what it says. A signed one about
 * anything that we never asked for (a payment, a wallet) is kept for a person.
 */
export const handler = endpoint(
  webhookRoutes,
  'webhooks.payments',
  async ({ raw, params, headers }, { payments, keys, store, clock, log, paymentEvents }) => {
    const hint = payments.verifyWebhook(raw);
    if (!hint) throw invalidSignature();
    if (hint === 'other') {
      refuseOtherThanJson(headers['content-type']);
      await quarantineEvent({ store, clock, log }, 'payments', raw, noPayment);
      return { received: true };
    }
    if (await keys.isCallbackToken(hint.reference, params.inbox)) {
      refuseOtherThanJson(headers['content-type']);
      await storeEvent({ store, clock, queue: paymentEvents }, 'payments', raw);
      return { received: true };
    }
    if (await store.get('deposit', { depositId: hint.reference as Id<'deposit'> })) throw invalidSignature();
    await quarantineEvent({ store, clock, log }, 'payments', raw, noSuchDeposit);
    return { received: true };
  },
);

function invalidSignature(): AppError {
  return new AppError('InvalidSignature', 'The signature is not valid.');
}
