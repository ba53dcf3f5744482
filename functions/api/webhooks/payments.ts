import { AppError } from '#shared/errors.ts';
import { storeEvent } from '#functions/domain/events/store-event.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/**
 * The payment provider tells of a payment. Signature over the raw bytes and the deposit's own path token must both hold;
 * then it is stored and queued, and answered at once. Nothing is credited for what it says.
 */
export const handler = endpoint(
  'webhooks.payments',
  async ({ raw, params }, { payments, keys, store, clock, paymentEvents }) => {
    const hint = payments.verifyWebhook(raw);
    if (!hint || !(await keys.isCallbackToken(hint.reference, params.inbox))) {
      throw new AppError('InvalidSignature', 'The signature is not valid.');
    }
    await storeEvent({ store, clock, queue: paymentEvents }, 'payments', raw);
    return { received: true };
  },
);
