import { AppError } from '#shared/errors.ts';
import type { DailyReport } from '#functions/ports/entities/reports.ts';
import type { Store } from '#functions/ports/store.ts';
import { dayOf } from '../statistics/day-of.ts';
import { following, nextSlot, openSlot } from './close-books.ts';

/**
 * Reads the report of a day: the closed one, or the present state of a day that still grows. A day is closed an hour
 * after its end at the earliest. Until the job has run on a new day, that day has only its opening balances. Throws
 * AppError NotFound.
 */
export async function readReport(store: Pick<Store, 'getMany'>, day: string, nowMs: number): Promise<DailyReport> {
  const [closed, open, next] = await store.getMany('dailyReport', [
    { slot: day },
    { slot: openSlot },
    { slot: nextSlot },
  ]);
  const growing = [open, next].find((each) => each?.day === day);
  const begun = open && dayOf(nowMs) === day ? following(open, open, nextSlot) : undefined;
  const report = closed ?? growing ?? (begun?.day === day ? { ...begun, version: 1 } : undefined);
  if (report === undefined) throw new AppError('NotFound', 'There is no report of this day.');
  return report;
}
