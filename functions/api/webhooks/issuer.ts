import { webhookRoutes } from '#shared/contract/webhooks.ts';
import { AppError } from '#shared/errors.ts';
import { keepCode } from '#functions/domain/cards/one-time-codes.ts';
import { storeEvent } from '#functions/domain/events/store-event.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { refuseOtherThanJson } from '#functions/runtime/refuse-other-than-json.ts';

/**
 * Receives an event of the card issuer. Its signature does not cover the body, so the path carries an unguessable token
 * and nothing is believed: it is stored and queued, and what it says is asked about.
 */
export const handler = endpoint(webhookRoutes, 'webhooks.issuer', async ({ raw, params, headers }, services) => {
  const { issuer, keys, store, clock, issuerEvents } = services;
  const isAuthentic = issuer.verifyWebhook(headers['x-webhook-signature']) && (await keys.isIssuerToken(params.inbox));
  if (!isAuthentic) throw new AppError('InvalidSignature', 'The signature is not valid.');
  refuseOtherThanJson(headers['content-type']);
  const event = issuer.parseWebhook(raw);
  // A one-time code is taken out here: the inbox, the queue and whatever is redriven only ever hold the rest.
  if (event?.type === 'code') await keepCode(services, event);
  // Events that we do not act upon are not stored: nobody knows what they carry.
  if (event !== undefined && event.type !== 'ignored') {
    await storeEvent({ store, clock, queue: issuerEvents }, 'issuer', event.type === 'code' ? event.redactedBody : raw);
  }
  return { received: true };
});
