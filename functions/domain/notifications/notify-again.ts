import type { Services } from '#functions/ports/services.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { notifyOfChanges } from './notify-of-changes.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'mailer' | 'keys' | 'settings'>;

/** Maximum number of past days: as long as a change that was set aside is kept. */
const daysMax = 14;

/** Number of records in one read. */
const pageSize = 100;

/**
 * Notifies people of the audit records of the last days, which are the second source of what the stream's worker set
 * aside. A record whose notification is stored changes nothing. Returns the number of records that cannot be read.
 */
export async function notifyAgain(needs: Needs, days: number): Promise<number> {
  const { store, clock } = needs;
  const fromMs = clock.now() - Math.min(days, daysMax) * dayMs;
  let failed = 0;
  for (let cursor: string | undefined, isMore = true; isMore;) {
    const page = await store.listAudit({ of: 'all' }, { limit: pageSize, cursor });
    const records = page.items.filter(({ atMs }) => atMs >= fromMs);
    const changes = records.map((after) => ({ kind: 'audit', after }) as const);
    failed += (await notifyOfChanges(needs, changes)).length;
    cursor = page.cursor;
    isMore = cursor !== undefined && records.length === page.items.length;
  }
  return failed;
}
