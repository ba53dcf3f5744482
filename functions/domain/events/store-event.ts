import { createHash } from 'node:crypto';
import type { StoredEvent } from '#functions/ports/entities/deposits.ts';
import type { EventQueue } from '#functions/ports/queue.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, WriteConflict } from '#functions/ports/store.ts';

/** Retention of a webhook, in milliseconds. */
const keptMs = 90 * 24 * 60 * 60_000;

/**
 * Stores a webhook under a name made of its bytes and queues it. The same bytes again are queued again only while they
 * have not been worked on, so a replay costs nothing. Throws when it could not be stored or queued: the sender repeats.
 */
export async function storeEvent(
  { store, clock, queue }: Pick<Services, 'store' | 'clock'> & { readonly queue: EventQueue },
  source: StoredEvent['source'],
  body: Uint8Array,
): Promise<void> {
  const eventId = eventIdOf(source, body);
  const nowMs = clock.now();
  try {
    await store.commit([
      insert('event', {
        eventId,
        source,
        bodyBase64: Buffer.from(body).toString('base64'),
        processedAtMs: undefined,
        quarantineReason: undefined,
        receivedAtMs: nowMs,
        expiresAtMs: nowMs + keptMs,
        version: 1,
      }),
    ]);
  } catch (thrown) {
    if (!(thrown instanceof WriteConflict && thrown.exists('event'))) throw thrown;
    const known = await store.get('event', { eventId });
    if (known?.processedAtMs !== undefined) return;
  }
  await queue.send({ version: 1, eventId });
}

/** The name of a webhook: made of its bytes, so that the same one is stored once. */
function eventIdOf(source: StoredEvent['source'], body: Uint8Array): string {
  return `${source}-${createHash('sha256').update(body).digest('hex')}`;
}

/**
 * Keeps an authentic webhook that is about nothing of ours, for a person: it is never queued. Refusing it would
 * only make its sender send it again.
 */
export async function quarantineEvent(
  { store, clock, log }: Pick<Services, 'store' | 'clock' | 'log'>,
  source: StoredEvent['source'],
  body: Uint8Array,
  quarantineReason: string,
): Promise<void> {
  const eventId = eventIdOf(source, body);
  const nowMs = clock.now();
  const event: StoredEvent = {
    eventId,
    source,
    bodyBase64: Buffer.from(body).toString('base64'),
    processedAtMs: nowMs,
    quarantineReason,
    receivedAtMs: nowMs,
    expiresAtMs: nowMs + keptMs,
    version: 1,
  };
  try {
    await store.commit([insert('event', event)]);
    log.error('webhook put into quarantine', { eventId, source, reason: quarantineReason });
  } catch (thrown) {
    // It is kept already.
    if (!(thrown instanceof WriteConflict && thrown.exists('event'))) throw thrown;
  }
}

/** Notes that a webhook was worked on, or why it is only kept. */
export async function markProcessed(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  event: StoredEvent,
  quarantineReason?: string,
): Promise<void> {
  try {
    await store.commit([update('event', event, { processedAtMs: clock.now(), quarantineReason })]);
  } catch (thrown) {
    // A twin was faster: then it is noted.
    if (!(thrown instanceof WriteConflict)) throw thrown;
  }
}
