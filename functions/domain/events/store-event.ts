import { createHash } from 'node:crypto';
import type { StoredEvent } from '#functions/ports/entities.ts';
import type { EventQueue } from '#functions/ports/queue.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, WriteConflict } from '#functions/ports/store.ts';

/** How long a webhook is kept, in milliseconds. */
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
  const eventId = `${source}-${createHash('sha256').update(body).digest('hex')}`;
  const nowMs = clock.now();
  try {
    await store.commit([
      insert('event', {
        eventId,
        source,
        bodyBase64: Buffer.from(body).toString('base64'),
        processedAtMs: undefined,
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

/** Notes that a webhook was worked on. */
export async function markProcessed(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  event: StoredEvent,
): Promise<void> {
  try {
    await store.commit([update('event', event, { processedAtMs: clock.now() })]);
  } catch (thrown) {
    // A twin was faster: then it is noted.
    if (!(thrown instanceof WriteConflict)) throw thrown;
  }
}
