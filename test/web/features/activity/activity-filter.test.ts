import { afterEach, describe, expect, it, vi } from 'vitest';

import { routes } from '#shared/contract/index.ts';
import { readFilter } from '#functions/domain/activity/activity-filter.ts';
import { isCutShort, activityQuery, type ActivityFilter } from '#web/features/activity/activity-filter.ts';

const nowMs = Date.parse('2026-11-22T15:00:00Z');
const query = (filter: ActivityFilter): unknown => activityQuery(filter, nowMs);
const startOf = (year: number, month: number, date: number): string => new Date(year, month - 1, date).toISOString();

it('asks for everything without a filter, and for the typed and chosen values with one', () => {
  expect(query({})).toEqual({});
  expect(query({ search: 'tron', kind: 'deposit', status: 'problem' })).toEqual({
    search: 'tron',
    kind: 'deposit',
    status: 'failed,expired,refund_fail',
  });
  expect(query({ status: 'all' })).toEqual({});
});

it('asks for whole days of the local calendar', () => {
  expect(query({ from: '2026-11-03', to: '2026-11-30' })).toEqual({
    from: startOf(2026, 11, 3),
    to: startOf(2026, 12, 1),
  });
  expect(query({ from: 'yesterday', to: '2026-11' })).toEqual({});
});

it.each<ActivityFilter>([
  { search: '$20' },
  { search: '19.99', from: '2026-01-31' },
  { search: '1,234.50', to: '2026-03-01' },
  { search: '$20', from: '2026-01-01', to: '2026-06-01' },
])('asks for an amount with a span that the API takes: %j', (filter) => {
  const asked = activityQuery(filter, nowMs);
  expect(routes['transactions.list'].query.parse(asked)).toMatchObject({ search: filter.search });
  expect(Date.parse(asked.to ?? '') - Date.parse(asked.from ?? '')).toBe(31 * 24 * 60 * 60_000);
  if (filter.from === undefined && filter.to === undefined) expect(Date.parse(asked.to ?? '')).toBeGreaterThan(nowMs);
  expect(isCutShort(filter)).toBe(true);
});

it('asks for an amount in the days that were chosen', () => {
  const filter = { search: '$20', from: '2026-11-03', to: '2026-11-03' };
  expect(query(filter)).toEqual({ search: '$20', from: startOf(2026, 11, 3), to: startOf(2026, 11, 4) });
  expect(isCutShort(filter)).toBe(false);
  expect(isCutShort({ search: '2099' })).toBe(false);
  // As a line shows it; the API refuses an amount without days.
  expect(query({ search: '\u2212$20.00' })).toMatchObject({ from: expect.any(String), to: expect.any(String) });
});

it('asks the same query all day, so that the answer is kept', () => {
  expect(activityQuery({ search: '$20' }, nowMs + 1_000)).toEqual(query({ search: '$20' }));
});

describe('where the clocks change', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    ['to the end of a day of 25 hours', '2026-10-01', '2026-10-31'],
    ['over a day of 23 hours', '2026-03-01', '2026-03-31'],
  ])('asks for an amount in whole days %s', (_, from, to) => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const end = new Date(2026, from === '2026-10-01' ? 10 : 3, 1);
    const wanted = { from: new Date(`${from}T00:00`).toISOString(), to: end.toISOString() };
    expect(end.getTimezoneOffset()).not.toBe(new Date(`${from}T00:00`).getTimezoneOffset());
    for (const days of [{ from, to }, { from }, { to }]) {
      const asked = activityQuery({ search: '$20', ...days }, nowMs);
      expect(asked).toMatchObject(wanted);
      expect(readFilter(asked as Parameters<typeof readFilter>[0])).toBeDefined();
    }
    expect(isCutShort({ search: '$20', from, to })).toBe(false);
  });
});
