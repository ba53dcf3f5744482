import { createHash } from 'node:crypto';
import type { StoredEvent } from '#functions/ports/entities/deposits.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, WriteConflict, type Store } from '#functions/ports/store.ts';
import { dayMs } from '#functions/domain/durations.ts';

/** Maximum number of refused webhooks that are noted per hour, provider and verdict. */
const perHour = 8;

/** Retention of the note of a refused webhook, in milliseconds. */
const keptMs = 30 * dayMs;

/**
 * Event ids of notes that are known to be stored: within one process, a flood of refused webhooks costs no more writes.
 */
const noted = new WeakMap<Store, Set<string>>();

/**
 * Notes that a webhook was not accepted, without anything of its body: its content is not authentic. Anyone can send
 * one, so only a few per hour, provider and verdict are noted. Never throws: a refusal is the same with and without its
 * note.
 */
export async function noteRefused(
  { store, clock, log }: Pick<Services, 'store' | 'clock' | 'log'>,
  source: StoredEvent['source'],
  verdict: 'bad_signature' | 'malformed' | 'ignored',
  body: Uint8Array,
): Promise<void> {
  const nowMs = clock.now();
  const hour = new Date(nowMs).toISOString().slice(0, 13).toLowerCase();
  const place = (createHash('sha256').update(body).digest()[0] ?? 0) % perHour;
  const eventId = `${source}-${verdict.replace('_', '-')}-${hour}-${place}`;
  const known = noted.get(store) ?? new Set();
  noted.set(store, known);
  if (known.has(eventId)) return;
  // Notes of earlier hours are not looked up any more.
  if (known.size > 100) known.clear();
  try {
    await store.commit([
      insert('event', {
        eventId,
        source,
        verdict,
        bodyBase64: '',
        quarantineReason: undefined,
        processedAtMs: nowMs,
        receivedAtMs: nowMs,
        expiresAtMs: nowMs + keptMs,
        version: 1,
      }),
    ]);
    known.add(eventId);
  } catch (thrown) {
    if (thrown instanceof WriteConflict) known.add(eventId);
    else log.warn('refused webhook not noted', { source, verdict });
  }
}
