import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { CardTransaction } from '#functions/ports/entities/cards.ts';
import { endsAtMs, findSubscriptions } from '#functions/domain/subscriptions/find-subscriptions.ts';
import { samples } from '#test/support/sample-entities.ts';

const { cardId } = samples.card;
const dayMs = 24 * 60 * 60_000;
const today = Date.parse('2026-11-23T12:00:00Z');

const paid = (day: string, changes: Partial<CardTransaction> = {}): CardTransaction => ({
  ...samples.cardTransaction,
  cardId,
  kind: 'purchase',
  status: 'settled',
  merchantName: 'Netflix',
  amountCents: cents(1_549),
  atMs: Date.parse(day.length > 10 ? day : `${day}T09:30:00Z`),
  ...changes,
});
const find = (lines: readonly CardTransaction[], nowMs = today) => findSubscriptions({ cardId }, lines, nowMs);
const monthly = ['2026-08-26', '2026-09-26', '2026-10-26'];

describe('a steady cadence', () => {
  it.each([
    ['every week', ['2026-11-06', '2026-11-13', '2026-11-20'], 7, '2026-11-27'],
    ['every two weeks', ['2026-10-22', '2026-11-06', '2026-11-19'], 14, '2026-12-03'],
    ['every month', monthly, 30, '2026-11-26'],
    ['at the end of every month', ['2026-08-31', '2026-09-30', '2026-10-31'], 30, '2026-11-30'],
    ['every month, around weekends', ['2026-08-28', '2026-10-01', '2026-10-28'], 30, '2026-11-28'],
    ['every month, on the day after a late one', ['2026-08-26', '2026-09-27', '2026-10-26'], 30, '2026-11-27'],
    ['every 30 days', ['2026-08-24', '2026-09-23', '2026-10-23'], 30, '2026-11-22'],
    ['every 28 days', ['2026-09-01', '2026-09-29', '2026-10-27'], 30, '2026-11-24'],
    ['every 30 days, once a few hours late', ['2026-08-24', '2026-09-23T15:00:00Z', '2026-10-23'], 30, '2026-11-22'],
    ['every year', ['2024-11-30', '2025-11-29'], 365, '2026-11-30'],
  ])('is a subscription %s', (_what, days, cadenceDays, next) => {
    expect(find(days.map((day) => paid(day)))).toEqual([
      {
        cardId,
        merchant: 'Netflix',
        expectedCents: 1_549,
        cadenceDays,
        nextAtMs: Date.parse(`${next}T09:30:00Z`),
      },
    ]);
  });

  it.each([7, 14, 30])('of %i days takes three payments to be known', (days) => {
    const lines = [2, 1, 0].map((back) => paid('2026-11-20', { atMs: today - (back * days + 1) * dayMs }));
    expect(find(lines)).toHaveLength(1);
    expect(find(lines.slice(1))).toEqual([]);
  });

  it('keeps to the day of the month where months of one length alone were seen', () => {
    const lines = ['2026-07-05', '2026-08-05', '2026-09-05'].map((day) => paid(day));
    expect(find(lines, Date.parse('2026-09-20T00:00:00Z'))).toMatchObject([
      { nextAtMs: Date.parse('2026-10-05T09:30:00Z') },
    ]);
  });

  it('expects the amount of the last payment, in whatever order the lines are', () => {
    const sums = [cents(1_399), cents(1_549), cents(1_649)];
    const lines = monthly.map((day, place) => paid(day, { amountCents: sums[place] ?? cents(0) }));
    expect(find(lines.toReversed())).toMatchObject([{ expectedCents: 1_649 }]);
  });

  it('may begin after a pause, and beside other purchases at the same merchant', () => {
    expect(find([paid('2026-03-26'), ...monthly.map((day) => paid(day))])).toHaveLength(1);
    const other = paid('2026-10-02', { amountCents: cents(9_900) });
    expect(find([...monthly.map((day) => paid(day)), other])).toMatchObject([{ expectedCents: 1_549 }]);
  });
});

describe('no subscription', () => {
  it.each([
    ['two payments', monthly.slice(1)],
    ['one a year', ['2025-11-29']],
    ['every day', ['2026-11-20', '2026-11-21', '2026-11-22']],
    ['no cadence', ['2026-08-26', '2026-09-10', '2026-10-26']],
  ])('is seen in %s', (_what, days) => {
    expect(find(days.map((day) => paid(day)))).toEqual([]);
  });

  it.each([
    ['sums that differ by more than a fifth', { amountCents: cents(2_100) }],
    ['another merchant', { merchantName: 'Hulu' }],
    ['a declined payment', { status: 'declined' }],
    ['a reversed payment', { status: 'reversed' }],
    ['a refund', { kind: 'refund' }],
  ] as const)('is seen over %s', (_what, changes) => {
    expect(find(monthly.map((day, place) => paid(day, place === 1 ? changes : {})))).toEqual([]);
  });

  it('is left once its payment is overdue by more than its grace', () => {
    const lines = monthly.map((day) => paid(day));
    const [found] = find(lines);
    if (!found) throw new Error('there is one');
    expect(endsAtMs(found)).toBe(found.nextAtMs + 5 * dayMs);
    expect(find(lines, endsAtMs(found) - 1)).toHaveLength(1);
    expect(find(lines, endsAtMs(found))).toEqual([]);
  });
});
