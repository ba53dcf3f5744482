import { notifyOfChanges } from '#functions/domain/notifications/notify-of-changes.ts';
import type { Services } from '#functions/ports/services.ts';
import type { MemoryStore } from './memory-store.ts';

/** Delivers all records of audits, as the table's stream does within seconds; those of before change nothing. */
export async function deliverAudits(services: Services): Promise<void> {
  const records = (services.store as MemoryStore).all('audit');
  await notifyOfChanges(
    services,
    records.map((after) => ({ kind: 'audit', after })),
  );
}
