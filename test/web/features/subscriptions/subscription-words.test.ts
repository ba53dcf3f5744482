import { afterEach, describe, expect, it, vi } from 'vitest';

import { cents } from '#shared/money.ts';
import {
  loadFor,
  muteEnd,
  renewalWords,
  togetherShort,
  whenWords,
  withinDays,
} from '#web/features/subscriptions/subscription-words.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const netflix = {
  merchant: 'Netflix',
  cardId: 'crd_01J00000000000000000000001',
  expectedCents: cents(1_549),
  nextAt: '2026-11-26T09:00:00.000Z',
  cadenceDays: 30,
  shortByCents: cents(339),
  mutedUntil: null,
} as const;

it('says when a payment comes', () => {
  const nextAt = '2026-11-26T12:00:00.000Z';
  expect(renewalWords({ ...netflix, nextAt }, now)).toBe('Netflix $15.49 in 3 days');
});

it.each([
  [22, 23, 'any day now'],
  [23, 9, 'today'],
  [23, 23, 'today'],
  [24, 0, 'tomorrow'],
  [24, 23, 'tomorrow'],
  [26, 23, 'in 3 days'],
])('counts days of the calendar, as the notification does: November %i at %i o’clock', (day, hour, words) => {
  const nextAt = new Date(2026, 10, day, hour, 30).toISOString();
  expect(whenWords({ nextAt }, new Date(2026, 10, 23, 12).getTime())).toBe(words);
});

describe('where the clocks change', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    ['to the end of a day of 25 hours', '2026-10-24T12:00', '2026-10-25T23:30', 'tomorrow'],
    ['past a day of 23 hours', '2026-03-28T12:00', '2026-03-30T00:30', 'in 2 days'],
  ])('counts days of the calendar %s', (_, today, at, words) => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const nextAt = new Date(at).toISOString();
    expect(new Date(2026, 9, 25, 12).getTimezoneOffset()).toBe(-60);
    expect(whenWords({ nextAt }, Date.parse(today))).toBe(words);
  });
});

it('offers what is missing, and a dollar at least', () => {
  expect(loadFor(netflix)).toBe(339);
  expect(loadFor({ shortByCents: cents(5) })).toBe(100);
  expect(loadFor({ shortByCents: cents(0) })).toBeUndefined();
});

it('adds the payments of the next 30 days where a card lacks money for all of them', () => {
  const hulu = { ...netflix, merchant: 'Hulu', expectedCents: cents(500), shortByCents: cents(0) };
  const later = { ...hulu, merchant: 'Domain', nextAt: '2026-12-24T09:00:00.000Z' };
  const all = [netflix, hulu, later];
  expect(togetherShort(all, cents(1_210), now)).toEqual({ count: 2, sumCents: 2_049, missing: 839 });
  expect(togetherShort(all, cents(-50), now)).toMatchObject({ missing: 2_099 });
  expect(togetherShort(all, cents(2_040), now)).toMatchObject({ missing: 100 });
  expect(togetherShort(all, cents(2_049), now)).toBeUndefined();
  expect(togetherShort([netflix, later], cents(0), now)).toBeUndefined();
});

it('mutes until the next payment is over', () => {
  expect(muteEnd(netflix, now)).toBe('2026-11-27T09:00:00.000Z');
});

it('mutes until the payment after one that is overdue is over', () => {
  const nextAt = '2026-11-21T09:00:00.000Z';
  expect(muteEnd({ ...netflix, nextAt }, now)).toBe('2026-12-22T09:00:00.000Z');
});

it('finds the payments of the next days', () => {
  expect(withinDays([netflix], 7, now)).toEqual([netflix]);
  expect(withinDays([netflix], 2, now)).toEqual([]);
});
