import { describe, expect, it } from 'vitest';
import { jobGrants, streamGrants, workerGrants } from '#infra/definition/grants.ts';
import { handler as reconcile } from '#functions/jobs/reconcile.ts';
import { routeIds } from '#shared/contract/index.ts';
import { faultsOf, growthOf } from './cost-rules.ts';
import { openCostStage } from './cost-stage.ts';
import { measureCosts, measureJob, type Cost } from './measure-cost.ts';

const cost = (changes: Partial<Cost>): Cost => ({
  id: 'cards.read',
  variant: '',
  inSequence: 2,
  requests: 2,
  readUnits: 3,
  writeUnits: 0,
  untilWritten: undefined,
  untilProvider: undefined,
  ...changes,
});

describe('the cost of everything', () => {
  it('is within its limits, and the same for ten times as many accounts', async () => {
    const [small, large] = [await measureCosts(2_000), await measureCosts(20_000)];
    const reports = (each: Cost, faults: string[]): string[] =>
      faults.map((fault) => `${each.id} ${each.variant}: ${fault}`);
    expect(large.flatMap((each) => reports(each, faultsOf(each)))).toEqual([]);
    expect(large.flatMap((each, index) => reports(each, growthOf(small[index] ?? each, each)))).toEqual([]);
    const measured = new Set(large.map(({ id }) => id));
    const workers = [...Object.keys(workerGrants), ...Object.keys(streamGrants)].map((name) => `worker.${name}`);
    const jobs = Object.keys(jobGrants).map((name) => `job.${name}`);
    expect([...measured].toSorted()).toEqual([...routeIds, ...workers, ...jobs].toSorted());
    // Nothing is free: each request reads the session or stores an effect.
    expect(large.filter(({ readUnits, writeUnits }) => readUnits + writeUnits === 0)).toEqual([]);
  });

  it('is measured on consistent books, so that no check runs twice', async () => {
    const { found } = await reconcile.using((await openCostStage(100)).services)();
    expect(found).toEqual([]);
  });

  it('of catching up a card with a full page of known purchases is one round trip more, and one unit per purchase', async () => {
    const costs = await measureJob('catch-up-cards', 100);
    const [none, full] = ['one card is due', 'one card with a full page of purchases is due'].map((variant) =>
      costs.find((each) => each.variant === variant),
    );
    expect(full?.inSequence).toBe((none?.inSequence ?? 0) + 1);
    expect(full?.readUnits).toBeLessThanOrEqual((none?.readUnits ?? 0) + 20);
  });

  it.each([
    [{ inSequence: 3 }, 'reads 3 times in sequence, at most 2: readEndpoint reads with the session'],
    [{ writeUnits: 2 }, 'writes, and is a read'],
    [{ id: 'cards.load', untilWritten: 4 }, 'stores its intent in the 4th round trip, at most the 3rd'],
    [{ id: 'cards.load', untilWritten: 3, untilProvider: 7 }, 'calls the provider after 7 round trips, at most 4'],
    [{ id: 'cards.load', writeUnits: 39 }, 'writes 39 units, at most 38'],
  ])('is reported as too high: %o', (changes, fault) => {
    expect(faultsOf(cost(changes))).toEqual([fault]);
  });

  it('is reported when it grows with the number of accounts', () => {
    expect(growthOf(cost({}), cost({ readUnits: 4, inSequence: 3 }))).toEqual(['inSequence', 'readUnits']);
    expect(growthOf(cost({ readUnits: 4 }), cost({}))).toEqual([]);
  });
});
