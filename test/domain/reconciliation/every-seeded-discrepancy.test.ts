import { beforeAll, describe, expect, it } from 'vitest';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { reconcileFully } from '#functions/domain/reconciliation/reconcile-fully.ts';
import { cleanHistory, copyOf, type History } from '#test/support/clean-history.ts';
import { entitiesIn } from '#test/support/simulated-store.ts';
import { seededDiscrepancies, type SeededDiscrepancy } from '#test/support/seeded-discrepancies.ts';

let history: History;

beforeAll(async () => {
  history = await cleanHistory({ people: 15, operations: 260 });
});

/** Returns a person with a released load, who is a referrer exactly if the discrepancy needs one. */
function victim({ table, people }: History, { needs }: SeededDiscrepancy) {
  const hasAll = (userId: string): boolean => {
    const own = entitiesIn(table, 'operation').filter((each) => each.userId === userId && each.kind === 'card_load');
    const isReferrer = entitiesIn(table, 'reward').some(
      (each) => each.referrerId === userId && each.stage === 'matured',
    );
    return own.some(({ state }) => state === 'released') && isReferrer === (needs === 'referrer');
  };
  const found = people.find(({ userId }) => hasAll(userId));
  if (!found) throw new Error('nobody has all that can be spoilt');
  return found;
}

describe('a reconciliation by hand', () => {
  it('finds nothing where nothing is wrong', async () => {
    expect(await reconcile(copyOf(history).services)).toMatchObject({ breaks: 0, found: [], restCents: 0 });
  });

  it.each(seededDiscrepancies)('names $class and nothing else when $name', async (plant) => {
    const spoilt = copyOf(history);
    const amount = plant.plant(spoilt, victim(spoilt, plant));
    const { found, restCents } = await reconcile(spoilt.services);
    expect(found.map((each) => ({ ...each, evidence: undefined, proposal: undefined }))).toMatchObject([
      { class: plant.class, cents: amount },
    ]);
    expect(restCents).toBe(0);
  });
});

describe('the nightly reconciliation', () => {
  it('names the same discrepancy as the hourly one', async () => {
    const spoilt = copyOf(history);
    const [plant] = seededDiscrepancies;
    plant?.plant(spoilt, victim(spoilt, plant));
    expect(await reconcileFully(spoilt.services)).toMatchObject({
      breaks: 1,
      PROJECTION: 1,
      isComplete: 1,
      restCents: 0,
    });
  });
});
