import { webhookRoutes } from '#shared/contract/webhooks.ts';
import { AppError } from '#shared/errors.ts';
import { keepCode } from '#functions/domain/cards/one-time-codes.ts';
import { noteRefused } from '#functions/domain/events/note-refused.ts';
import { storeEvent } from '#functions/domain/events/store-event.ts';
import { withoutSecrets } from '#functions/domain/events/without-secrets.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';
import { refuseOtherThanJson } from '#functions/runtime/refuse-other-than-json.ts';
import type { IssuerEvent } from '#functions/ports/card-issuer.ts';

/**
 * Receives an event of the card issuer. Its signature does not cover the body, so the path carries an unguessable token
 * and nothing is believed: the event is stored and queued, and the issuer is asked about what it says.
 */
export const handler = endpoint(webhookRoutes, 'webhooks.issuer', async ({ raw, params, headers }, services) => {
  const { issuer, keys, store, clock, log, issuerEvents } = services;
  const isSigned = issuer.verifyWebhook(headers['x-webhook-signature']);
  const isAddressed = await keys.isIssuerToken(params.inbox);
  if (!isSigned || !isAddressed) {
    // A stranger has neither. With one of them it is the issuer, and each of its events is refused until a person mends the
    // other: no call of ours uses it.
    if (isSigned || isAddressed)
      log.error('issuer webhook does not fit our keys', { detail: isSigned ? 'the path token' : 'the signature' });
    await noteRefused(services, 'issuer', 'bad_signature', raw);
    throw new AppError('InvalidSignature', 'The signature is not valid.');
  }
  refuseOtherThanJson(headers['content-type']);
  const event = issuer.parseWebhook(raw);
  // Events that have no effect here are not stored at all: they may carry secrets.
  if (event === undefined || event.type === 'ignored') {
    await noteRefused(services, 'issuer', event === undefined ? 'malformed' : 'ignored', raw);
    return { received: true };
  }
  // A one-time code is taken out here: the inbox, the queue and redriven messages only ever hold the rest.
  if (event.type === 'code') await keepCode(services, event);
  const body = withoutSecrets(event.type === 'code' ? event.redactedBody : raw);
  if (body === undefined) throw new Error('an event that was read is no JSON');
  const delivery = { source: 'issuer', body: Buffer.from(body), about: aboutOf(event) } as const;
  await storeEvent({ store, clock, queue: issuerEvents }, delivery);
  return { received: true };
});

/** Returns the issuer's card or cardholder that an event names. */
function aboutOf(event: Exclude<IssuerEvent, { readonly type: 'ignored' }>): string {
  return event.type === 'holder' ? event.holderId : event.issuerCardId;
}
