import { describe, expect, it } from 'vitest';

import { Moment } from '#shared/contract/fields.ts';

describe('a moment of a query', () => {
  it.each([
    '2026-11-03',
    '2024-02-29',
    '2026-11-03T09:30Z',
    '2026-11-03T09:30:59Z',
    '2026-11-03T09:30:59.5Z',
    '2026-11-03T09:30:59.123Z',
  ])('may be %s', (text) => expect(Moment.safeParse(text).success).toBe(true));

  it.each([
    ['a day that its month does not have', '2026-11-31'],
    ['February 30', '2026-02-30'],
    ['February 29 of a common year', '2026-02-29'],
    ['the hour 24', '2026-11-23T24:00:00Z'],
    ['month 13', '2026-13-01'],
    ['a time without a zone', '2026-11-03T09:30'],
    ['words', 'yesterday'],
  ])('may not be %s', (_what, text) => expect(Moment.safeParse(text).success).toBe(false));
});
