import { AppError } from '#shared/errors.ts';
import { storeEvent } from '#functions/domain/events/store-event.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { refuseOtherThanJson } from '#functions/runtime/refuse-other-than-json.ts';

/**
 * Receives an event of the card issuer. Its signature does not cover the body, so the path carries an unguessable token
 * and nothing is believed: it is stored and queued, and what it says is asked about.
 */
export const handler = endpoint(
  'webhooks.issuer',
  async ({ raw, params, headers }, { issuer, keys, store, clock, issuerEvents }) => {
    const isAuthentic =
      issuer.verifyWebhook(headers['x-webhook-signature']) && (await keys.isIssuerToken(params.inbox));
    if (!isAuthentic) throw new AppError('InvalidSignature', 'The signature is not valid.');
    refuseOtherThanJson(headers['content-type']);
    const event = issuer.parseWebhook(raw);
    // Events that we do not act upon are not stored: some carry one-time codes.
    if (event !== undefined && event.type !== 'ignored') {
      await storeEvent({ store, clock, queue: issuerEvents }, 'issuer', raw);
    }
    return { received: true };
  },
);
