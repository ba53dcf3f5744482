/**
 * The proof at its full size: 10,000 operations in which nothing is wrong, and then sixty discrepancies planted straight
 * into the table and the providers. All are found, each once and under its name, and nothing else, in under a minute of
 * CPU:
 *
 *     RECONCILE_OPERATIONS=10000 npx vitest run --project unit test/domain/reconciliation/sixty-discrepancies.test.ts
 *
 * Without the variable the history is a tenth of that, so that it fits into every run of the tests.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { reconcileFully } from '#functions/domain/reconciliation/reconcile-fully.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { cleanHistory, copyOf, type History } from '#test/support/clean-history.ts';
import { seededDiscrepancies, type SeededDiscrepancy } from '#test/support/seeded-discrepancies.ts';
import { entitiesIn } from '#test/support/simulated-store.ts';

const operations = Number(process.env['RECONCILE_OPERATIONS'] ?? 1_000);
const discrepancies = 60;

let history: History;

beforeAll(async () => {
  history = await cleanHistory({ people: 100, operations });
});

/** Plants all discrepancies, each with a person of its own, and returns the expected findings. */
function spoil(spoilt: History): readonly { readonly class: string; readonly cents: number }[] {
  const wanted = Array.from(
    { length: discrepancies },
    (_, index) => seededDiscrepancies[index % seededDiscrepancies.length] as SeededDiscrepancy,
  );
  const { referrers, declined, others } = victims(spoilt);
  // Discrepancies that need a particular person choose first.
  return wanted
    .toSorted((a, b) => Number(b.needs !== undefined) - Number(a.needs !== undefined))
    .map((plant) => {
      const own = plant.needs === 'referrer' ? referrers : plant.needs === 'declined' ? declined : others;
      const user = own.pop() ?? declined.pop();
      if (!user) throw new Error(`nobody is left for: ${plant.name}`);
      return { class: plant.class, cents: plant.plant(spoilt, user) };
    });
}

/** Groups the people: referrers; of the rest, those with a declined load, and those without one. */
function victims({ table, people }: History): Readonly<Record<'referrers' | 'declined' | 'others', User[]>> {
  const loads = entitiesIn(table, 'operation').filter(({ kind }) => kind === 'card_load');
  const wereDeclined = new Set(loads.filter(({ state }) => state === 'released').map(({ userId }) => userId));
  const referring = new Set(entitiesIn(table, 'reward').map(({ referrerId }) => referrerId));
  const rest = people.filter(({ userId }) => !referring.has(userId));
  return {
    referrers: people.filter(({ userId }) => referring.has(userId)),
    declined: rest.filter(({ userId }) => wereDeclined.has(userId)),
    others: rest.filter(({ userId }) => !wereDeclined.has(userId)),
  };
}

/** Returns the findings as sorted texts, so that both sides have the same order. */
function listed(found: readonly object[]): readonly string[] {
  return (found as readonly { readonly class: string; readonly cents: number }[])
    .map((each) => `${each.class} ${each.cents}`)
    .toSorted();
}

describe(`a history of ${operations} operations`, () => {
  it('has nothing wrong with it', async () => {
    const { services } = copyOf(history);
    expect(await reconcile(services)).toMatchObject({ breaks: 0, found: [], restCents: 0, holders: 100 });
    expect(await reconcileFully(services)).toMatchObject({ breaks: 0, found: [], restCents: 0, holders: 100 });
  });

  it.each([
    ['by hand', reconcile],
    ['at night', reconcileFully],
  ])('with sixty discrepancies has these sixty reported and nothing else, %s', async (_when, run) => {
    const spoilt = copyOf(history);
    const planted = spoil(spoilt);
    expect(new Set(planted.map((each) => each.class)).size).toBeGreaterThanOrEqual(15);
    const begun = process.cpuUsage();
    const { found, restCents, breaks } = await run(spoilt.services);
    expect(process.cpuUsage(begun).user / 1_000_000).toBeLessThan(60);
    expect(listed(found)).toEqual(listed(planted));
    expect({ breaks, restCents }).toEqual({ breaks: discrepancies, restCents: 0 });
  });
});
