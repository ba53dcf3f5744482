import type { ReplyOf } from '#shared/contract/index.ts';
import { formatCents } from '#shared/money.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

/** The platform's statistics. */
export type DashboardStats = ReplyOf<'admin.dashboard'>;
/** One of the last seven days. */
export type DayStats = DashboardStats['last7daysStats'][number];
/** One person with their statistics. */
export type UserStats = ReplyOf<'admin.user'>;

/** The role of a person in words: staff by their role among the staff. */
export function roleText({ role, staffRole = 'admin' }: Pick<UserStats['user'], 'role' | 'staffRole'>): string {
  return role === 'user'
    ? 'User'
    : ({ support: 'Support', finance: 'Finance', admin: 'Admin' }[staffRole] ?? staffRole);
}

/** Returns the badges of an account: closed, suspended or both, else active. */
export function accountStates({
  closed,
  isSuspended,
}: Pick<UserStats['user'], 'closed' | 'isSuspended'>): readonly { readonly tone: BadgeTone; readonly label: string }[] {
  const states = [
    ...(closed === undefined ? [] : [{ tone: 'gray', label: 'Closed' } as const]),
    ...(isSuspended ? [{ tone: 'red', label: 'Suspended' } as const] : []),
  ];
  return states.length > 0 ? states : [{ tone: 'green', label: 'Active' }];
}

/** Says where money goes that is added to a closed account, and what may be taken from an erased one. */
export function closedText({ returnUntil, unclaimed }: NonNullable<UserStats['user']['closed']>): string {
  if (returnUntil === undefined) return 'This account was erased. Take from it only what was sent back by hand.';
  const already = unclaimed > 0 ? `, with the ${formatCents(unclaimed)} that waits already` : '';
  return `This account is closed. What you add waits until its owner returns${already}.`;
}

const percent = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const count = new Intl.NumberFormat('en-US');

/** Formats a count: `1,204`. */
export function countText(value: number): string {
  return count.format(value);
}

/** True when the whole total was added in the last seven days: then there is no earlier number to grow from. */
export function isNewThisWeek(
  { last7daysStats }: Pick<DashboardStats, 'last7daysStats'>,
  total: number,
  counted: 'usersRegistered' | 'cardsCreated' | 'paidInvoices',
): boolean {
  const added = last7daysStats.reduce((sum, day) => sum + day[counted], 0);
  return total > 0 && added >= total;
}

/** Growth in percent with its sign: `+12.5%`, `−3%`, `0%`. */
export function growthText(growth: number): string {
  const rounded = percent.format(Math.abs(growth));
  if (rounded === '0') return '0%';
  return `${growth < 0 ? '−' : '+'}${rounded}%`;
}

const dayName = new Intl.DateTimeFormat('en-US', { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
const fullDay = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A day of the statistics (`2026-11-21`, or a moment in it), in UTC as it was counted: `21 Sat`, or `Sat, Nov 21`. */
export function dayText(date: string, form: 'short' | 'full'): string {
  return (form === 'short' ? dayName : fullDay).format(new Date(date));
}

/** The least round number that all values fit under, for the top of a chart: 1, 2, 4, 5, 10, 20, 40 … At least 4. */
export function chartTop(values: readonly number[]): number {
  const most = Math.max(4, ...values);
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 5, 10].map((step) => step * power).find((top) => top >= most) ?? most;
}

/** The values at which a chart with this top has a line: whole numbers, the top and 0 included. */
export function chartTicks(top: number): readonly number[] {
  const parts = top % 5 === 0 ? 5 : 4;
  return Array.from({ length: parts + 1 }, (_, at) => (top / parts) * at);
}
