import type { FaultRule, JsonObject, WebhookRecord } from '../books/records.ts';
import { emissionModes, findEffect, spoilingModes } from './fault-modes.ts';
import type { Issuer } from './issuer.ts';

const hour = 3_600_000;
/** Time after which a reordered event goes out alone when nothing follows it. */
const reorderPatienceMs = 5_000;

/** An event for the program, as it happened. */
export type IssuerEvent = {
  readonly name: string;
  /** The card or holder it is about: its events leave one after the other. */
  readonly key: string;
  readonly data: JsonObject;
};

/**
 * Puts an event into the outbox, in the same transaction as the change that it reports; `effects` are the faults of the
 * causing call.
 */
export function emit(issuer: Issuer, event: IssuerEvent, effects: readonly FaultRule[]): WebhookRecord {
  const faults = [...effects, ...issuer.faults.take(`webhook/${event.name}`, emissionModes)];
  if (findEffect(faults, 'contradictory') && event.name.endsWith('.successful')) {
    // The lie goes first: the program hears "failed" about something that did happen.
    const failed = event.name.replace(/\.successful$/, '.failed');
    enqueue(issuer, { ...event, name: failed, data: { ...event.data, reason: 'Processor error' } }, []);
  }
  return enqueue(issuer, event, faults);
}

function enqueue(issuer: Issuer, event: IssuerEvent, faults: readonly FaultRule[]): WebhookRecord {
  const now = issuer.clock.now();
  const suppressed = findEffect(faults, 'no_webhook') !== undefined;
  const delay = findEffect(faults, 'delay_webhook');
  const reorder = findEffect(faults, 'reorder') !== undefined;
  const delayMs = delay ? (delay.delayMs ?? hour) : reorder ? reorderPatienceMs : 0;
  return issuer.books.webhooks.put({
    id: String(issuer.books.webhooks.count() + 1),
    key: event.key,
    event: event.name,
    body: JSON.stringify({ event: event.name, data: event.data }),
    state: suppressed ? 'suppressed' : 'waiting',
    dueAt: suppressed ? null : now + delayMs,
    attempts: 0,
    copiesLeft: (findEffect(faults, 'duplicate_webhook')?.copies ?? 1) - 1,
    firstAttemptFault: faults.find((rule) => spoilingModes.includes(rule.mode))?.mode ?? null,
    waitsForNext: reorder,
    lastStatus: null,
    lastError: null,
    createdAt: now,
    deliveredAt: null,
  });
}
