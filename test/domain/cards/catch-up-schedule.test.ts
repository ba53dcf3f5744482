import { describe, expect, it } from 'vitest';
import { nextCatchUpAtMs } from '#functions/domain/cards/catch-up-schedule.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const nowMs = Date.UTC(2026, 10, 21);

describe('the next catch-up of a card', () => {
  it.each([
    ['open', 0, 3 * minute],
    ['open', minute, 3 * minute],
    ['open', 4 * minute, 12 * minute],
    ['open', 5 * hour, 15 * hour],
    ['open', 8 * hour - 1, day - 3],
    ['open', day, day],
    ['open', 400 * day, day],
    ['closing', 0, 3 * minute],
    // A refund may come until the issuer has closed the card.
    ['retiring', 0, 3 * minute],
    ['retiring', 5 * hour, 15 * hour],
    // A refund may arrive for four months, and belongs to the card's owner.
    ['deleted', 0, day],
    ['deleted', 13 * day, day],
    ['deleted', 120 * day - 1, day],
    ['deleted', 120 * day, undefined],
    ['creating', 0, undefined],
    ['failed', 0, undefined],
  ] as const)('that is %s and has been idle for %i ms comes in %j ms', (lifecycle, idleMs, inMs) => {
    const next = nextCatchUpAtMs({ lifecycle, lastActivityAtMs: nowMs - idleMs }, nowMs);
    expect(next).toBe(inMs === undefined ? undefined : nowMs + inMs);
  });
});
