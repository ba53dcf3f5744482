import { describe, expect, test } from 'vitest';

import { configs } from '#infra/aws/config.ts';
import { checkedFloat } from '#infra/aws/float-alarms.ts';

const good = { floorCents: 100_000, warnDays: 3, pageDays: 1 };

describe('the bounds of the float', () => {
  test.each(Object.entries(configs))('of %s make sense', (_stage, { float }) => {
    expect(checkedFloat(float)).toBe(float);
  });

  test.each([
    ['floorCents', { floorCents: -1 }],
    ['floorCents', { floorCents: 0.5 }],
    ['floorCents', { floorCents: Number.NaN }],
    ['pageDays', { pageDays: 0 }],
    ['pageDays', { pageDays: Number.NaN }],
    ['warnDays', { warnDays: 1 }],
    ['warnDays', { warnDays: Infinity }],
  ])('are refused by the name of %s: %o', (field, change) => {
    expect(() => checkedFloat({ ...good, ...change })).toThrow(`float.${field} is `);
  });
});
