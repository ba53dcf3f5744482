import type { ReplyOf } from '#shared/contract/index.ts';
import { formatCents } from '#shared/money.ts';

/** Our float at the card issuer, as the page shows it. */
export type FloatReport = ReplyOf<'admin.float'>;
/** One hour of the float. */
export type FloatHour = FloatReport['hours'][number];

/** A day of the float: the lowest balance that was read, if any was, and the net outflow. */
export type FloatDay = { readonly date: string; readonly lowest: number | null; readonly out: number };

/** Groups the hours by UTC day, the newest first. */
export function daysOf(hours: readonly FloatHour[]): readonly FloatDay[] {
  const days = new Map<string, FloatDay>();
  for (const { hour, lowest, out } of hours) {
    const date = hour.slice(0, 10);
    const day = days.get(date) ?? { date, lowest: null, out: 0 };
    const low = lowest === null ? day.lowest : Math.min(lowest, day.lowest ?? lowest);
    days.set(date, { date, lowest: low, out: day.out + out });
  }
  return [...days.values()].toReversed();
}

const hourMs = 3_600_000;
const hoursOfWeek = 7 * 24;

/**
 * The line below the daily outflow. A platform younger than a week is measured by its age. In its first day the outflow
 * is what has moved so far, not a mean.
 */
export function outflowAbout({ at, hours: [first] }: Pick<FloatReport, 'at' | 'hours'>): string {
  if (at === null || first === undefined) return 'top-ups left out';
  const age = Math.max(1, Math.round((Date.parse(at) - Date.parse(first.hour)) / hourMs));
  const known = age < hoursOfWeek - 1 ? `${age} ${age === 1 ? 'hour' : 'hours'}` : '7 days';
  return age < 24 ? `in ${known}, top-ups left out` : `mean of ${known}, top-ups left out`;
}

type Runway = Pick<FloatReport, 'runwayDays' | 'balance' | 'room'>;

/** Words the runway: `5.6 days`, `1 day`, `Over a year`, or why there is no number. */
export function runwayText({ runwayDays, balance, room }: Runway): string {
  if (balance === null) return '—';
  if (room === 0) return 'None left';
  if (runwayDays === null) return 'No outflow';
  if (runwayDays > 365) return 'Over a year';
  return runwayDays === 1 ? '1 day' : `${runwayDays} days`;
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', style: 'currency', currency: 'USD' });

/** The line below the runway. */
export function runwayAbout({ runwayDays, balance, room }: Runway): string {
  if (balance !== null && room === 0) return 'the floor is reached';
  return runwayDays === null ? 'over the last 7 days' : 'until the floor is reached';
}

/** `$250K`, for the axis of a chart. */
export function axisText(amountInCents: number): string {
  return compact.format(amountInCents / 100);
}

/** A warning above the figures; undefined while everything is well. */
export function warningOf(
  report: FloatReport,
): { readonly tone: 'warning' | 'danger'; readonly title: string; readonly text: string } | undefined {
  if (report.balance === null) {
    return {
      tone: 'warning',
      title: 'Not read yet',
      text: 'The balance is read every five minutes. Until then nothing is refused.',
    };
  }
  if (report.isOld) {
    return {
      tone: 'warning',
      title: 'This reading is old',
      text: 'The card issuer hasn’t stated the balance for more than 30 minutes. Until it does, no load or new card is refused.',
    };
  }
  if (report.breaker === 'open') {
    return {
      tone: 'danger',
      title: 'Loads and new cards are refused',
      text: 'The float is at its floor. Nothing is charged, and auto-loads wait. It ends by itself with the first reading after a top-up.',
    };
  }
  return undefined;
}

/** The chart in words, for those who don't see it. */
export function chartSummary(hours: readonly FloatHour[], floor: number): string {
  const read = hours.flatMap(({ lowest }) => (lowest === null ? [] : [lowest]));
  const lowest = read.length === 0 ? 'no reading' : `at the lowest ${formatCents(Math.min(...read))}`;
  return `Float by the hour over the last 7 days: ${lowest}, floor ${formatCents(floor)}. The table has each day’s numbers.`;
}
