import { describe, expect, it } from 'vitest';

import { parseSchedule } from '#infra/local/events/schedule.ts';

const after = (expression: string, from: string) => new Date(parseSchedule(expression)(Date.parse(from))).toISOString();

describe('a schedule', () => {
  it.each([
    ['rate(1 minute)', '2026-11-21T10:00:30.000Z', '2026-11-21T10:01:30.000Z'],
    ['rate(12 hours)', '2026-11-21T10:00:00.000Z', '2026-11-21T22:00:00.000Z'],
    ['rate(1 day)', '2026-02-28T10:00:00.000Z', '2026-03-01T10:00:00.000Z'],
    ['cron(0 3 * * ? *)', '2026-11-21T03:00:00.000Z', '2026-11-22T03:00:00.000Z'],
    ['cron(*/15 * * * ? *)', '2026-11-21T10:01:00.000Z', '2026-11-21T10:15:00.000Z'],
  ])('%s comes after %s at %s', (expression, from, next) => {
    expect(after(expression, from)).toBe(next);
  });

  it.each(['rate(0 minutes)', 'rate(5 weeks)', 'every minute', ''])('refuses %j', (expression) => {
    expect(() => parseSchedule(expression)).toThrow(/neither rate/);
  });
});
