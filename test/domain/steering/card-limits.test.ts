import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardLimitBounds, firstCardLimits, type CardLimits } from '#shared/card-limits.ts';
import { cents } from '#shared/money.ts';
import { firstLimitVersion, limitsAt, limitsOf } from '#functions/domain/steering/card-limits.ts';
import { planLimits, type AskedLimits } from '#functions/domain/steering/plan-limits.ts';
import { firstSteering } from '#functions/domain/steering/read-steering.ts';
import type { LimitVersion, Settings } from '#functions/ports/entities/settings.ts';
import { idAt } from '#test/support/sample-entities.ts';

const startMs = Date.UTC(2026, 10, 24);
const minute = 60_000;
const [lowMonth, highMonth] = cardLimitBounds.monthlySpendCents;

const limitsOfCents = (balance: number, monthlySpendCents = highMonth): CardLimits => ({
  balanceCents: cents(balance),
  monthlySpendCents,
});

const asked = (fromMs: number, limits: CardLimits): AskedLimits => ({ ...limits, version: undefined, fromMs });

const settingsWith = (plan: Pick<Settings, 'limits' | 'lastLimitVersion'>): Settings => ({
  ...firstSteering,
  ...plan,
  scope: 'platform',
  changedAtMs: startMs,
  changedBy: idAt('usr', 1),
  reason: 'A test.',
  history: [],
  version: 1,
});

/** Returns the settings after these limits were planned and began, one after the other, and the time then. */
function after(...each: readonly CardLimits[]): { readonly settings: Settings; readonly nowMs: number } {
  let settings = settingsWith({});
  let nowMs = startMs;
  for (const limits of each) {
    settings = settingsWith(
      planLimits(settings, [...(settings.limits ?? []), asked(nowMs + 5 * minute, limits)], nowMs),
    );
    nowMs += 5 * minute;
  }
  return { settings, nowMs };
}

const numbers = ({ limits }: Pick<Settings, 'limits'>) => limits?.map(({ version }) => version);

describe('planning limits', () => {
  it('begins at least five minutes ahead, and gives a new card the limits that began last', () => {
    const lower = limitsOfCents(200_000);
    expect(() => planLimits(undefined, [asked(startMs + 5 * minute - 1, lower)], startMs)).toThrow(
      'limits must begin at least 5 minutes from now.',
    );
    const plan = planLimits(undefined, [asked(startMs + 5 * minute, lower)], startMs);
    expect(plan).toEqual({
      limits: [firstLimitVersion, { ...lower, version: 2, fromMs: startMs + 5 * minute }],
      lastLimitVersion: 2,
    });
    expect(limitsAt(plan, startMs + 5 * minute - 1).version).toBe(1);
    expect(limitsAt(plan, startMs + 5 * minute).version).toBe(2);
    expect(limitsAt({}, startMs)).toEqual(firstLimitVersion);
  });

  it('takes back limits that the list leaves out, until their last minute, and gives no number twice', () => {
    const before = settingsWith(planLimits(undefined, [asked(startMs + 10 * minute, limitsOfCents(200_000))], startMs));
    expect(() => planLimits(before, [], startMs + 9 * minute + 1)).toThrow('These limits begin within a minute');
    const without = settingsWith(planLimits(before, [], startMs));
    expect(numbers(planLimits(without, [asked(startMs + minute * 9, limitsOfCents(100_000))], startMs))).toEqual([
      1, 3,
    ]);
  });

  it('keeps limits that still bind a card, however many began since, and forgets what a lower one replaces', () => {
    const rising = [1, 2, 3, 4, 5].map((thousands) => limitsOfCents(thousands * 100_000));
    const { settings, nowMs } = after(...rising);
    expect(numbers(planLimits(settings, settings.limits ?? [], nowMs))).toEqual([2, 3, 4, 5, 6]);
    const low = after(...rising, limitsOfCents(100_000));
    expect(numbers(planLimits(low.settings, low.settings.limits ?? [], low.nowMs))).toEqual([5, 6, 7]);
    // An undo sends an older list, with versions that are no longer kept: the limits that held then are planned again.
    const undone = planLimits(low.settings, settings.limits ?? [], low.nowMs).limits;
    expect(numbers({ limits: undone })).toEqual([5, 6, 7, 8]);
    expect(undone?.at(-1)).toEqual({ ...limitsOfCents(500_000), version: 8, fromMs: low.nowMs + 5 * minute });
  });

  it('refuses more versions that bind cards than are kept', () => {
    const rising = Array.from({ length: cardLimitBounds.bindingMax }, (_, step) => limitsOfCents(10_000 + step));
    const { settings, nowMs } = after(...rising.slice(0, -1));
    const plan = (limits: CardLimits) =>
      settingsWith(planLimits(settings, [...(settings.limits ?? []), asked(nowMs + 5 * minute, limits)], nowMs));
    const later = nowMs + 5 * minute;
    const full = plan(limitsOfCents(20_000));
    expect(planLimits(full, full.limits ?? [], later).limits).toHaveLength(cardLimitBounds.bindingMax);
    const next = asked(later + 5 * minute, limitsOfCents(30_000));
    const above = settingsWith(planLimits(full, [...(full.limits ?? []), next], later));
    expect(() => planLimits(above, above.limits ?? [], next.fromMs)).toThrow('more than 40 versions');
  });
});

describe('the limits of a card', () => {
  const made = { createdAtMs: startMs, limits: undefined };

  it('are the first limits for a card from before cards stored their own', () => {
    expect(limitsOf(made, {}, startMs)).toEqual(firstCardLimits);
  });

  it('fall with a version at its beginning, each amount by itself, and rise with none', () => {
    const { settings, nowMs } = after(limitsOfCents(200_000), limitsOfCents(400_000, lowMonth), limitsOfCents(500_000));
    const at = (ms: number) => Object.values(limitsOf(made, settings, ms));
    expect(at(startMs + 5 * minute - 1)).toEqual([500_000, 1_000_000]);
    expect(at(startMs + 5 * minute)).toEqual([200_000, 1_000_000]);
    expect(at(startMs + 10 * minute)).toEqual([200_000, 500_000]);
    expect(at(nowMs)).toEqual([200_000, 500_000]);
  });

  it('leave out versions that began before the card was made', () => {
    const { settings, nowMs } = after(limitsOfCents(100_000), limitsOfCents(300_000));
    const { balanceCents, monthlySpendCents } = limitsAt(settings, nowMs);
    const young = { createdAtMs: nowMs, limits: { balanceCents, monthlySpendCents } };
    expect(limitsOf(young, settings, nowMs)).toEqual(limitsOfCents(300_000));
  });

  it('never rise, and are the lowest since the card was made, whatever staff plan', () => {
    const limits = fc.record({
      balanceCents: fc.integer({ min: 100, max: 5_000 }).map((dollars) => cents(dollars * 100)),
      monthlySpendCents: fc.constantFrom(lowMonth, highMonth),
    });
    /** A step of staff, some minutes after the last one: they plan limits, or take back all that have not begun. */
    const step = fc.record({
      minutes: fc.integer({ min: 0, max: 40 }),
      plan: fc.option(fc.record({ ahead: fc.integer({ min: 5, max: 60 }), limits }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.nat(600), (steps, madeAfter) => {
        let settings = settingsWith({});
        let nowMs = startMs;
        let card: { createdAtMs: number; limits: CardLimits } | undefined;
        /** Every version as it was planned, without those that were taken back: no old version is dropped here. */
        let whole: readonly LimitVersion[] = [firstLimitVersion];
        let last: CardLimits | undefined;
        const look = () => {
          if (!card && nowMs >= startMs + madeAfter * minute) {
            const { balanceCents, monthlySpendCents } = limitsAt(settings, nowMs);
            card = { createdAtMs: nowMs, limits: { balanceCents, monthlySpendCents } };
          }
          if (!card) return;
          const now = limitsOf(card, settings, nowMs);
          const held = whole.filter(({ fromMs }) => fromMs <= nowMs && fromMs > (card?.createdAtMs ?? 0));
          for (const name of ['balanceCents', 'monthlySpendCents'] as const) {
            expect(now[name]).toBe(Math.min(card.limits[name], ...held.map((each) => each[name])));
            if (last) expect(now[name]).toBeLessThanOrEqual(last[name]);
          }
          last = now;
        };
        for (const { minutes, plan } of steps) {
          nowMs += minutes * minute;
          look();
          const known = settings.limits ?? [firstLimitVersion];
          const list = plan
            ? [...known, asked(nowMs + plan.ahead * minute, plan.limits)]
            : known.filter(({ fromMs }) => fromMs <= nowMs);
          try {
            settings = settingsWith(planLimits(settings, list, nowMs));
          } catch {
            continue; // Refused: too many to come, two at one time, or one in its last minute.
          }
          const begun = whole.filter(({ fromMs }) => fromMs <= nowMs);
          whole = [...begun, ...(settings.limits ?? []).filter(({ fromMs }) => fromMs > nowMs)];
          look();
        }
        nowMs += 100 * minute;
        look();
      }),
      { numRuns: 400 },
    );
  });
});
