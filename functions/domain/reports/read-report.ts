import { AppError } from '#shared/errors.ts';
import type { DailyReport } from '#functions/ports/entities/reports.ts';
import type { Store } from '#functions/ports/store.ts';
import { openSlot } from './close-books.ts';

/** Reads the report of a day: the closed one, or what is known of the day that still grows. Throws AppError NotFound. */
export async function readReport(store: Pick<Store, 'getMany'>, day: string): Promise<DailyReport> {
  const [closed, open] = await store.getMany('dailyReport', [{ slot: day }, { slot: openSlot }]);
  const report = closed ?? (open?.day === day ? open : undefined);
  if (report === undefined) throw new AppError('NotFound', 'There is no report of this day.');
  return report;
}
