import type { FaultMode, FaultRule, JsonObject, WebhookRecord } from '../books/records.ts';
import { isLoopbackUrl } from '../../kit/loopback.ts';
import { emit } from '../engine/webhook-outbox.ts';
import { DoorRefusal } from '../../kit/control-door.ts';
import { bodyText, type ControlHandler, optionalBodyText } from './control-request.ts';

/** Returns an event without its delivery settings, with its body parsed for reading. */
function view(record: WebhookRecord): JsonObject {
  const parsed = JSON.parse(record.body) as { data: unknown };
  return {
    n: Number(record.id),
    event: record.event,
    data: parsed.data,
    state: record.state,
    attempts: record.attempts,
    lastStatus: record.lastStatus,
    lastError: record.lastError,
    createdAt: new Date(record.createdAt).toISOString(),
    dueAt: record.dueAt === null ? null : new Date(record.dueAt).toISOString(),
    deliveredAt: record.deliveredAt === null ? null : new Date(record.deliveredAt).toISOString(),
  };
}

/** `GET webhooks[?limit=]`: the newest events, oldest of them first. */
export const listWebhooks: ControlHandler = ({ issuer }, { query }) => {
  const limit = Number(query.get('limit') ?? 200);
  if (!Number.isSafeInteger(limit) || limit < 1) throw new DoorRefusal(400, '"limit" must be a whole number above 0');
  return { webhooks: issuer.books.webhooks.newest(limit).toReversed().map(view) };
};

/** `POST webhooks/{n}/redeliver`: delivers it once more, now, in whichever state it is. */
export const redeliverWebhook: ControlHandler = ({ issuer }, { params }) => {
  const record = issuer.books.webhooks.get(params['n'] ?? '');
  if (!record) throw new DoorRefusal(404, 'There is no such event');
  const again = { ...record, state: 'waiting' as const, dueAt: issuer.clock.now(), waitsForNext: false };
  return view(issuer.books.webhooks.put(again));
};

const signatures: ReadonlyMap<string, FaultMode | null> = new Map([
  ['valid', null],
  ['wrong', 'bad_signature'],
  ['missing', 'missing_signature'],
]);

/** `POST webhooks { event, data, signature? }`: any event at all, forged or unknown, signed as wished. */
export const sendWebhook: ControlHandler = ({ issuer }, { body }) => {
  const mode = signatures.get(optionalBodyText(body, 'signature') ?? 'valid');
  if (mode === undefined) throw new DoorRefusal(400, '"signature" must be valid, wrong or missing');
  const data = body['data'] ?? {};
  if (typeof data !== 'object' || Array.isArray(data)) throw new DoorRefusal(400, '"data" must be an object');
  const spoiling: FaultRule[] =
    mode === null
      ? []
      : [{ id: 'once', path: 'webhook', mode, timesLeft: 1, skip: 0, status: null, delayMs: null, copies: 1 }];
  const name = bodyText(body, 'event');
  return view(emit(issuer, { name, key: `by-hand-${issuer.clock.now()}`, data: { ...data } }, spoiling));
};

/** `POST webhook-target { url }`: where events go from now on; `null` stops them. Only to this machine. */
export const setWebhookTarget: ControlHandler = ({ issuer }, { body }) => {
  if (body['url'] === null) {
    issuer.books.facts.delete('webhookUrl');
    return { target: null };
  }
  const url = bodyText(body, 'url');
  if (!isLoopbackUrl(url)) throw new DoorRefusal(400, 'Events go to http addresses of this machine only');
  issuer.books.facts.put({ id: 'webhookUrl', value: url });
  // The path holds a secret, so it is not returned.
  return { target: new URL(url).origin };
};
