import { describe, expect, it } from 'vitest';
import {
  axisText,
  chartSummary,
  daysOf,
  outflowAbout,
  runwayAbout,
  runwayText,
  warningOf,
  type FloatReport,
} from '#web/features/float/float-words.ts';
import { cents } from '#shared/money.ts';

const at = '2026-11-23T07:40:00.000Z';
const report: FloatReport = {
  balance: cents(4_250_000),
  at,
  isOld: false,
  held: cents(0),
  floor: cents(2_500_000),
  room: cents(1_750_000),
  meanDailyOut: cents(310_000),
  runwayDays: 5.6,
  breaker: 'closed',
  breakerSince: at,
  hours: [],
};
const hour = (hourAt: string, lowest: number | null, out: number) => ({
  hour: `${hourAt}:00:00.000Z`,
  balance: lowest === null ? null : cents(lowest),
  lowest: lowest === null ? null : cents(lowest),
  out: cents(out),
});

describe('the words of the float', () => {
  it('warn of nothing while all is well', () => {
    expect(warningOf(report)).toBeUndefined();
  });

  it('warn of an open breaker, but first of an old reading, and of a missing one', () => {
    expect(warningOf({ ...report, breaker: 'open' })).toMatchObject({ tone: 'danger' });
    for (const breaker of ['open', 'closed'] as const)
      expect(warningOf({ ...report, breaker, isOld: true })).toMatchObject({ title: 'This reading is old' });
    expect(warningOf({ ...report, balance: null, at: null })).toMatchObject({ title: 'Not read yet' });
  });

  it('say how long the outflow was measured: for a week, or for the hours since the start', () => {
    const since = (hourAt: string) => outflowAbout({ at, hours: [hour(hourAt, null, 100)] });
    expect(since('2026-11-16T08')).toBe('mean of 7 days, top-ups left out');
    expect(since('2026-11-22T07')).toBe('mean of 25 hours, top-ups left out');
    expect(since('2026-11-23T05')).toBe('in 3 hours, top-ups left out');
    expect(since('2026-11-23T07')).toBe('in 1 hour, top-ups left out');
    expect(outflowAbout(report)).toBe('top-ups left out');
  });

  it('give the runway in days, and no number where there is none', () => {
    expect(runwayText(report)).toBe('5.6 days');
    expect(runwayText({ ...report, runwayDays: 1 })).toBe('1 day');
    expect(runwayText({ ...report, runwayDays: 365 })).toBe('365 days');
    expect(runwayText({ ...report, runwayDays: 365.1 })).toBe('Over a year');
    expect(runwayText({ ...report, runwayDays: null })).toBe('No outflow');
    expect(runwayText({ ...report, balance: null, runwayDays: null })).toBe('—');
  });

  it('say that the floor is reached rather than that nothing flows out', () => {
    const reached = { ...report, room: cents(0), runwayDays: null };
    expect([runwayText(reached), runwayAbout(reached)]).toEqual(['None left', 'the floor is reached']);
    expect(runwayAbout(report)).toBe('until the floor is reached');
    expect(runwayAbout({ ...report, runwayDays: null })).toBe('over the last 7 days');
  });

  it('sum the hours of each day, the newest first', () => {
    const hours = [
      hour('2026-11-22T22', 500, 10),
      hour('2026-11-22T23', null, 5),
      hour('2026-11-23T00', 400, 0),
      hour('2026-11-23T01', 300, -20),
      hour('2026-11-23T02', 350, 0),
    ];
    expect(daysOf(hours)).toEqual([
      { date: '2026-11-23', lowest: 300, out: -20 },
      { date: '2026-11-22', lowest: 500, out: 15 },
    ]);
    expect(chartSummary(hours, 200)).toContain('at the lowest $3.00, floor $2.00');
    expect(chartSummary([], 200)).toContain('no reading');
  });

  it('shorten amounts on the axis', () => {
    expect([0, 25_000_000, 100_000_000].map(axisText)).toEqual(['$0', '$250K', '$1M']);
  });
});
