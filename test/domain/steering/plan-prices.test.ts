import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { firstPrices } from '#shared/prices.ts';
import { planPrices, type AskedPrices } from '#functions/domain/steering/plan-prices.ts';
import { firstPriceVersion, nextPricesAt, pricesAt } from '#functions/domain/steering/prices.ts';
import { firstSteering } from '#functions/domain/steering/read-steering.ts';
import type { Settings } from '#functions/ports/entities/settings.ts';
import { idAt } from '#test/support/sample-entities.ts';

const nowMs = Date.UTC(2026, 10, 23);
const minute = 60_000;

/** Returns prices as staff request them, to begin this many minutes from now. */
const asked = (minutes: number, more: Partial<AskedPrices> = {}): AskedPrices => ({
  ...firstPrices,
  version: undefined,
  fromMs: nowMs + minutes * minute,
  ...more,
});

/** Returns settings with this plan of prices. */
const settingsWith = (plan: Pick<Settings, 'prices' | 'lastPriceVersion'>): Settings => ({
  ...firstSteering,
  ...plan,
  scope: 'platform',
  changedAtMs: nowMs,
  changedBy: idAt('usr', 1),
  reason: 'A test.',
  history: [],
  version: 1,
});

const versionsOf = ({ prices }: Pick<Settings, 'prices'>) => prices?.map(({ version }) => version);

describe('planning prices', () => {
  it('begins at least five minutes ahead, to the millisecond', () => {
    expect(() => planPrices(undefined, [asked(5, { fromMs: nowMs + 5 * minute - 1 })], nowMs)).toThrow(
      'at least 5 minutes',
    );
    const plan = planPrices(undefined, [asked(5)], nowMs);
    expect(plan).toEqual({
      prices: [firstPriceVersion, { ...firstPrices, version: 2, fromMs: nowMs + 5 * minute }],
      lastPriceVersion: 2,
    });
    expect(pricesAt(plan, nowMs + 5 * minute - 1).version).toBe(1);
    expect(pricesAt(plan, nowMs + 5 * minute).version).toBe(2);
    expect(nextPricesAt(plan, nowMs)?.version).toBe(2);
    expect(nextPricesAt(plan, nowMs + 5 * minute)).toBeUndefined();
  });

  it('changes nothing that has begun', () => {
    const changed = { ...firstPriceVersion, cardFeeCents: cents(0) };
    expect(() => planPrices(undefined, [changed], nowMs)).toThrow('at least 5 minutes');
    expect(versionsOf(planPrices(undefined, [firstPriceVersion, asked(6)], nowMs))).toEqual([1, 2]);
    expect(versionsOf(planPrices(undefined, [], nowMs))).toEqual([1]);
  });

  it('takes back prices that the list leaves out, until their last minute, and gives no number twice', () => {
    const before = settingsWith(planPrices(undefined, [asked(10)], nowMs));
    const lastCallMs = nowMs + 9 * minute;
    expect(() => planPrices(before, [], lastCallMs + 1)).toThrow('can no longer be called off');
    const without = planPrices(before, [], lastCallMs);
    expect(without).toEqual({ prices: [firstPriceVersion], lastPriceVersion: 2 });
    expect(versionsOf(planPrices(settingsWith(without), [asked(30)], lastCallMs))).toEqual([1, 3]);
  });

  it('plans the earlier prices again, as soon as possible, for a list from before prices that have begun', () => {
    const raised = settingsWith(planPrices(undefined, [asked(10, { loadPercent: 4 })], nowMs));
    const laterMs = nowMs + 60 * minute;
    const undone = planPrices(raised, [firstPriceVersion], laterMs);
    expect(undone.prices?.slice(1)).toEqual([
      raised.prices?.[1],
      { ...firstPrices, version: 3, fromMs: laterMs + 5 * minute },
    ]);
    // The same list again replaces the planned undo with a later one: one undo is under way at a time.
    expect(versionsOf(planPrices(settingsWith(undone), [firstPriceVersion], laterMs + minute))).toEqual([1, 2, 4]);
    // Until the raised prices begin, the list only takes them back.
    expect(planPrices(raised, [firstPriceVersion], nowMs + 9 * minute)).toEqual({
      prices: [firstPriceVersion],
      lastPriceVersion: 2,
    });
  });

  it('plans prices again that were taken back and would hold by now', () => {
    const planned = planPrices(undefined, [asked(10, { loadPercent: 4 })], nowMs);
    const called = settingsWith(planPrices(settingsWith(planned), [], nowMs));
    const laterMs = nowMs + 60 * minute;
    const again = { ...firstPrices, loadPercent: 4, version: 3, fromMs: laterMs + 5 * minute };
    expect(planPrices(called, planned.prices ?? [], laterMs).prices).toEqual([firstPriceVersion, again]);
  });

  it('plans nothing for a list from before prices that are the same', () => {
    const same = settingsWith(planPrices(undefined, [asked(10)], nowMs));
    expect(versionsOf(planPrices(same, [firstPriceVersion], nowMs + 60 * minute))).toEqual([1, 2]);
  });

  it('keeps the number of a version that stays, and gives a changed one a new number', () => {
    const before = settingsWith(planPrices(undefined, [asked(20), asked(10)], nowMs));
    const [, second, third] = before.prices ?? [];
    if (!second || !third) throw new Error('nothing is planned');
    expect([second.fromMs < third.fromMs, second.version, third.version]).toEqual([true, 2, 3]);
    const plan = planPrices(before, [second, { ...third, loadPercent: 4 }], nowMs);
    expect(versionsOf(plan)).toEqual([1, 2, 4]);
  });

  it('refuses two versions at one time, and a fourth that is still to begin', () => {
    expect(() => planPrices(undefined, [asked(6), asked(6, { loadPercent: 4 })], nowMs)).toThrow('the same time');
    expect(() =>
      planPrices(
        undefined,
        [6, 7, 8, 9].map((minutes) => asked(minutes)),
        nowMs,
      ),
    ).toThrow('more than 3');
  });

  it('keeps a version that begins later than others that were planned after it', () => {
    let settings = settingsWith(planPrices(undefined, [asked(10_000)], nowMs));
    let atMs = nowMs;
    for (let change = 0; change < 5; change += 1) {
      const next = asked(0, { fromMs: atMs + 5 * minute });
      settings = settingsWith(planPrices(settings, [...(settings.prices ?? []), next], atMs));
      atMs += 6 * minute;
    }
    // Any other change of the settings sends the list as it was read.
    expect(versionsOf(planPrices(settings, settings.prices ?? [], atMs))).toEqual([5, 6, 7, 2]);
  });

  it('keeps the last three versions that began', () => {
    let settings = settingsWith({});
    let atMs = nowMs;
    for (let change = 0; change < 5; change += 1) {
      settings = settingsWith(
        planPrices(settings, [...(settings.prices ?? []), asked(0, { fromMs: atMs + 5 * minute })], atMs),
      );
      atMs += 6 * minute;
    }
    expect(versionsOf(settings)).toEqual([3, 4, 5, 6]);
    // An older list of staff still has a version that is no longer kept.
    expect(versionsOf(planPrices(settings, [firstPriceVersion, ...(settings.prices ?? [])], atMs))).toEqual([4, 5, 6]);
  });
});
