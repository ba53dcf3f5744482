import { afterEach, expect, it } from 'vitest';

import { cents } from '#shared/money.ts';
import type { HistoryRow } from '#web/features/history/history-words.ts';
import { spendingBy, spendingFrom } from '#web/features/history/spending.ts';

const now = new Date(2026, 10, 23);

const line = (booked: number, changes: Partial<HistoryRow> = {}): HistoryRow => ({
  _id: 'crd_1-2',
  of: 'card',
  kind: 'purchase',
  state: 'completed',
  amount: cents(booked),
  booked: cents(booked),
  fee: cents(0),
  description: 'CORNER COFFEE',
  reference: 'P-1',
  story: null,
  card: null,
  merchant: 'Corner Coffee',
  category: 'Food',
  currency: 'USD',
  isRecurring: false,
  decline_reason: null,
  decline_code: null,
  balanceAfter: null,
  createdAt: new Date(2026, 10, 5).toISOString(),
  updatedAt: new Date(2026, 10, 5).toISOString(),
  ...changes,
});
const lastMonth = { createdAt: new Date(2026, 9, 31, 23).toISOString() };

const zoneOfTests = process.env['TZ'];
afterEach(() => {
  if (zoneOfTests === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zoneOfTests;
});

it('sums purchases less what came back, beside the month before, largest first', () => {
  const rows = [
    line(-300),
    line(-900, { category: 'Travel', merchant: 'Rail' }),
    line(100, { kind: 'reversal' }),
    line(-450, lastMonth),
    line(-70, { createdAt: new Date(2026, 8, 30).toISOString() }),
  ];
  expect(spendingBy('category', rows, now)).toEqual([
    { name: 'Travel', cents: 900, beforeCents: 0 },
    { name: 'Food', cents: 200, beforeCents: 450 },
  ]);
  expect(spendingBy('merchant', rows, now).map(({ name }) => name)).toEqual(['Rail', 'Corner Coffee']);
});

it('counts no decline, fee or line of the account, and names a purchase without a merchant by its text', () => {
  const rows = [
    line(0, { state: 'declined', amount: cents(-900) }),
    line(-100, { kind: 'fee' }),
    line(-2_000, { of: 'account', kind: 'card_load' }),
    line(-5, { merchant: '', category: '', description: 'KIOSK' }),
  ];
  expect(spendingBy('merchant', rows, now)).toEqual([{ name: 'KIOSK', cents: 5, beforeCents: 0 }]);
  expect(spendingBy('category', rows, now)).toEqual([{ name: 'Other', cents: 5, beforeCents: 0 }]);
});

it('reads from the first of the month before, over the turn of the year too', () => {
  const january = new Date(2027, 0, 31);
  expect(spendingFrom(january)).toEqual(new Date(2026, 11, 1));
  const rows = [line(-100, { createdAt: '2027-01-15T12:00:00Z' }), line(-200, { createdAt: '2026-12-15T12:00:00Z' })];
  expect(spendingBy('category', rows, january)).toEqual([{ name: 'Food', cents: 100, beforeCents: 200 }]);
});

it.each([
  ['America/New_York', '2026-11-01T03:30:00Z', { cents: 0, beforeCents: 300 }],
  ['Asia/Tokyo', '2026-10-31T16:00:00Z', { cents: 300, beforeCents: 0 }],
])('counts by the calendar of a person in %s', (zone, createdAt, sums) => {
  process.env['TZ'] = zone;
  const [spending] = spendingBy('category', [line(-300, { createdAt })], new Date('2026-11-23T12:00:00Z'));
  expect(spending).toEqual({ name: 'Food', ...sums });
});
