import type { RequestInputOf } from '#shared/contract/index.ts';
import { searchFormOf } from '#shared/search-form.ts';
import { statusFilters, type StatusFilterId } from './transaction-words.ts';

/** The filters of an activity list, as the address holds them. Days are of the person's calendar, both included. */
export type ActivityFilter = Partial<Record<'search' | 'kind' | 'from' | 'to', string>> & {
  readonly status?: StatusFilterId | '';
};

/** The query for the API, without the paging. */
export type ActivityQuery = Omit<NonNullable<RequestInputOf<'transactions.list'>['query']>, 'limit' | 'cursor'>;

const dayMs = 24 * 60 * 60_000;
/** Maximum span of a search for an amount, in days. */
const amountSpanDays = 31;

/**
 * Returns the first moment of a day of the person's calendar, or of the day `daysLater` after it. Undefined for a text
 * that is no day.
 */
function startOf(day: string, daysLater = 0): Date | undefined {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(year, month - 1, date + daysLater) : undefined;
}

/**
 * Returns the span of a search. A search for an amount gets at most 31 days: back from the chosen end, or on from the
 * chosen beginning.
 */
function spanOf({ search = '', from = '', to = '' }: ActivityFilter, nowMs: number) {
  const start = startOf(from);
  const end = startOf(to, 1);
  // Days of the calendar: one on which the clocks change has 23 or 25 hours.
  const latest = startOf(from, amountSpanDays);
  if (searchFormOf(search)?.by !== 'amount' || (latest && end && end <= latest)) return { start, end, isCut: false };
  if (end) return { start: startOf(to, 1 - amountSpanDays), end, isCut: true };
  const today = Math.ceil(nowMs / dayMs) * dayMs;
  return { start: start ?? new Date(today - amountSpanDays * dayMs), end: latest ?? new Date(today), isCut: true };
}

/** Reads a filter as the API's query. */
export function activityQuery(filter: ActivityFilter, nowMs: number): ActivityQuery {
  const { search, status, kind } = filter;
  const statuses: readonly string[] | undefined = statusFilters.find(({ id }) => id === status)?.statuses;
  const { start, end } = spanOf(filter, nowMs);
  return {
    ...(search && { search }),
    ...(statuses && { status: statuses.join() }),
    ...(kind && { kind }),
    ...(start && { from: start.toISOString() }),
    ...(end && { to: end.toISOString() }),
  };
}

/** True when an amount is not searched in all of the chosen days. */
export function isCutShort(filter: ActivityFilter): boolean {
  return spanOf(filter, 0).isCut;
}
