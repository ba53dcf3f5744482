import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstCardLimits } from '#shared/card-limits.ts';
import { cents } from '#shared/money.ts';
import type { SteeringValues } from '#functions/ports/entities/settings.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { roomOf } from '#functions/domain/cards/card-room.ts';
import { samples } from '#test/support/sample-entities.ts';

const nowMs = Date.UTC(2026, 10, 24);
const card: Card = {
  ...samples.card,
  createdAtMs: nowMs - 1_000,
  limits: firstCardLimits,
  spendMonth: '2026-11',
  spentThisMonthCents: cents(0),
};

/** Returns settings whose limits, in cents, began a moment ago. */
const lowered = (balance: number, month: number): Pick<SteeringValues, 'limits'> => ({
  limits: [{ version: 2, fromMs: nowMs - 1, balanceCents: cents(balance), monthlySpendCents: cents(month) }],
});

describe('the room of a card', () => {
  it('is the balance limit, whatever was spent, while the issuer itself enforces the monthly limit', () => {
    const spent = { ...card, spentThisMonthCents: cents(900_000) };
    expect(roomOf(spent, {}, nowMs)).toEqual({
      balanceCents: 500_000,
      transactionCents: 500_000,
      monthlySpendCents: 1_000_000,
      spentThisMonthCents: 900_000,
      holdableCents: 500_000,
    });
    const madeLow = { ...spent, limits: { ...firstCardLimits, monthlySpendCents: cents(500_000) } };
    expect(roomOf(madeLow, lowered(500_000, 500_000), nowMs).holdableCents).toBe(500_000);
  });

  it('has a transaction limit that falls with the balance limit', () => {
    expect(roomOf(card, lowered(200_000, 1_000_000), nowMs)).toMatchObject({
      balanceCents: 200_000,
      transactionCents: 200_000,
      holdableCents: 200_000,
    });
  });

  it.each([
    [-500, 0, 200_000],
    [199_999, 0, 200_000],
    [350_000, 0, 350_000],
    // A load that was accepted before the limit fell still arrives.
    [150_000, 100_000, 250_000],
    [480_000, 60_000, 500_000],
  ])('lets a purchase use a balance above the limit: %d and %d on its way, so %d', (balanceCents, coming, expected) => {
    const full = { ...card, balanceCents: cents(balanceCents), pendingInCents: cents(coming) };
    expect(roomOf(full, lowered(200_000, 1_000_000), nowMs)).toMatchObject({
      balanceCents: 200_000,
      transactionCents: expected,
      holdableCents: 200_000,
    });
  });

  it('is the rest of this month once the monthly limit has fallen, and the balance limit in the next month', () => {
    const spent = { ...card, spentThisMonthCents: cents(460_000) };
    const steering = lowered(300_000, 500_000);
    expect(roomOf(spent, steering, nowMs)).toMatchObject({ monthlySpendCents: 500_000, holdableCents: 40_000 });
    expect(roomOf({ ...spent, spentThisMonthCents: cents(600_000) }, steering, nowMs).holdableCents).toBe(0);
    expect(roomOf(spent, steering, Date.UTC(2026, 11, 1))).toMatchObject({
      spentThisMonthCents: 0,
      holdableCents: 300_000,
    });
  });

  it('lets no month after the limit fell spend more than the lowered limit plus refunds', () => {
    const kinds = fc.constantFrom('load', 'buy', 'refund');
    const step = fc.record({ kind: kinds, dollars: fc.integer({ min: 1, max: 5_000 }) });
    const month = fc.array(step, { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(month, { minLength: 1, maxLength: 4 }), fc.nat(500_000), (months, before) => {
        let held = before;
        let [bought, refunded] = [0, 0];
        for (const [index, steps] of months.entries()) {
          const atMs = Date.UTC(2026, 11 + index, 10);
          let [spent, counted] = [0, 0];
          for (const { kind, dollars } of steps) {
            const amount = dollars * 100;
            const now = {
              ...card,
              spendMonth: new Date(atMs).toISOString().slice(0, 7),
              spentThisMonthCents: cents(counted),
            };
            if (kind === 'load' && held + amount <= roomOf(now, lowered(500_000, 500_000), atMs).holdableCents)
              held += amount;
            if (kind === 'buy' && amount <= held) {
              [held, bought] = [held - amount, bought + amount];
              [spent, counted] = [spent + amount, counted + amount];
            }
            // A refund of a purchase of this month or an earlier one counts in the month in which it arrives.
            if (kind === 'refund' && refunded + amount <= bought) {
              [held, refunded] = [held + amount, refunded + amount];
              counted = Math.max(0, counted - amount);
            }
          }
          expect(spent).toBeLessThanOrEqual(500_000 + refunded);
        }
      }),
      { numRuns: 300 },
    );
  });
});
