import { createHash } from 'node:crypto';
import { deliveriesMax } from '#shared/contract/inbox.ts';
import type { StoredEvent } from '#functions/ports/entities/deposits.ts';
import type { EventQueue } from '#functions/ports/queue.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, WriteConflict } from '#functions/ports/store.ts';
import { dayMs, hourMs } from '#functions/domain/durations.ts';
import { withRetries } from '../with-retries.ts';

/** Retention of a webhook, in milliseconds. */
const keptMs = 90 * dayMs;

/** A received webhook. `about` is the id of its subject: a deposit of ours or a card of the issuer. */
export type Delivery = Pick<StoredEvent, 'source'> & { readonly body: Uint8Array; readonly about?: string | undefined };

/**
 * Time after which the same bytes are no repeat of a webhook that was processed, in milliseconds: some events name no
 * moment, and a card that is frozen or a payment that is released a second time is reported in the very same words.
 */
const repeatedWithinMs = hourMs;

/**
 * Stores a webhook under the hash of its bytes and queues it. The same bytes are queued again while the stored webhook
 * has not been processed, and from an hour after it was, so a replay costs next to nothing. Throws when it could not be
 * stored or queued: the sender then sends it again.
 */
export async function storeEvent(
  needs: Pick<Services, 'store' | 'clock'> & { readonly queue: EventQueue },
  delivery: Delivery,
): Promise<void> {
  const { store, clock, queue } = needs;
  const event = eventOf(needs, delivery, { verdict: 'accepted', processedAtMs: undefined });
  const { eventId } = event;
  try {
    await store.commit([insert('event', event)]);
  } catch (thrown) {
    if (!(thrown instanceof WriteConflict && thrown.exists('event'))) throw thrown;
    const known = await store.get('event', { eventId });
    const counted = known && countDelivery(needs, known);
    if (known?.processedAtMs !== undefined && isRepeat(known, clock.now())) return counted;
    await Promise.all([queue.send({ version: 1, eventId }), counted]);
    return;
  }
  await queue.send({ version: 1, eventId });
}

/** True for a processed webhook whose bytes can say nothing new yet; always for one that is about none of our records. */
function isRepeat({ processedAtMs = 0, quarantineReason }: StoredEvent, nowMs: number): boolean {
  return quarantineReason !== undefined || nowMs < processedAtMs + repeatedWithinMs;
}

/**
 * Keeps an authentic webhook that is about none of our records, for a person to read. It is never queued. Refusing it
 * would only make its sender send it again.
 */
export async function quarantineEvent(
  needs: Pick<Services, 'store' | 'clock' | 'log'>,
  delivery: Delivery,
  quarantineReason: string,
): Promise<void> {
  const { store, clock, log } = needs;
  const event = eventOf(needs, delivery, { verdict: 'kept', quarantineReason, processedAtMs: clock.now() });
  const { eventId, source } = event;
  try {
    await store.commit([insert('event', event)]);
    log.error('webhook put into quarantine', { eventId, source, reason: quarantineReason });
  } catch (thrown) {
    // It is kept already.
    if (!(thrown instanceof WriteConflict && thrown.exists('event'))) throw thrown;
    const known = await store.get('event', { eventId });
    if (known) await countDelivery(needs, known);
  }
}

/** Notes that a webhook was processed, with its outcome, or with the reason why it is only kept. */
export async function markProcessed(
  needs: Pick<Services, 'store' | 'clock' | 'random'>,
  event: StoredEvent,
  result: NonNullable<StoredEvent['result']>,
  quarantineReason?: string,
): Promise<void> {
  const { store, clock } = needs;
  let seen: StoredEvent | undefined = event;
  // The webhook may have come again, or been processed by another worker, since it was read.
  await withRetries(needs, async () => {
    const present = seen ?? (await store.get('event', { eventId: event.eventId }));
    seen = undefined;
    if (present === undefined) return;
    const verdict = quarantineReason === undefined ? 'accepted' : 'kept';
    await store.commit([update('event', present, { processedAtMs: clock.now(), result, verdict, quarantineReason })]);
  });
}

/**
 * Returns the stored form of a webhook. Its id is made of the hash of its bytes, so that the same webhook is stored
 * once.
 */
function eventOf(
  { clock }: Pick<Services, 'clock'>,
  { source, body, about }: Delivery,
  judged: Pick<StoredEvent, 'verdict' | 'processedAtMs'> & Partial<Pick<StoredEvent, 'quarantineReason'>>,
): StoredEvent {
  const nowMs = clock.now();
  return {
    eventId: `${source}-${createHash('sha256').update(body).digest('hex')}`,
    source,
    // Only ids of a provider or of ours are searched for.
    about: about !== undefined && /^[\w.:-]{1,128}$/.test(about) ? about : undefined,
    bodyBase64: Buffer.from(body).toString('base64'),
    quarantineReason: undefined,
    ...judged,
    receivedAtMs: nowMs,
    expiresAtMs: nowMs + keptMs,
    version: 1,
  };
}

/** Counts a repeated webhook, up to `deliveriesMax`: after that, endless repeats cost no more writes. */
async function countDelivery({ store }: Pick<Services, 'store'>, known: StoredEvent): Promise<void> {
  const deliveries = (known.deliveries ?? 1) + 1;
  if (deliveries > deliveriesMax) return;
  try {
    await store.commit([update('event', known, { deliveries })]);
  } catch (thrown) {
    // Its worker was faster: a count is not worth a second try.
    if (!(thrown instanceof WriteConflict)) throw thrown;
  }
}
