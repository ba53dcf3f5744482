import { afterEach, expect, it, vi } from 'vitest';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { silentLog } from '#functions/ports/log.ts';
import type { Services } from '#functions/ports/services.ts';
import { SimulatedTable } from './engine/simulated-table.ts';
import { readingClient } from './process-services.ts';
import { runSeed } from './run-story.ts';
import { startMs } from './story-times.ts';

afterEach(() => vi.restoreAllMocks());

/**
 * Classes of breaks that are no error here: late work, counts by the time in an id, which simulated ids lack,
 * decisions of a story's staff, which guesses and is often wrong, and money that came to a closed account, which waits
 * for a person.
 */
const late = new Set(['STUCK', 'LAG', 'AGG', 'DECISION', 'UNCLAIMED']);

/** Returns the breaks that a reconciliation finds in a table that no longer changes. No provider answers it. */
async function findingsIn(table: SimulatedTable): Promise<readonly object[]> {
  const times = [...table.all()].flatMap(({ updatedAtMs, atMs }) => [updatedAtMs, atMs]);
  let nowMs = Math.max(startMs, ...times.filter((time) => typeof time === 'number'));
  const clock = { now: () => nowMs, sleep: async (milliseconds: number) => void (nowMs += milliseconds) };
  const store = { ...createDynamoStore(readingClient(table), 'satchel', clock), commit: async () => undefined };
  const silent = new Proxy({}, { get: () => async () => ({ outcome: 'unknown', detail: '' }) });
  const services = { store, clock, log: silentLog, issuer: silent, payments: silent } as unknown as Services;
  const { found } = await reconcile(services);
  return found.filter((each) => !late.has((each as { readonly class: string }).class));
}

it('reports no break in correct books with much work under way, at any fault', async () => {
  const seen: SimulatedTable[] = [];
  const transact = Reflect.get<SimulatedTable, 'transact'>(SimulatedTable.prototype, 'transact');
  let writes = 0;
  vi.spyOn(SimulatedTable.prototype, 'transact').mockImplementation(function (this: SimulatedTable, items) {
    const refused = transact.call(this, items);
    writes += 1;
    if (writes % 23 === 0) seen.push(this.clone());
    return refused;
  });
  for (let seed = 1; seed <= 12; seed += 1) seen.push((await runSeed(seed)).world.table);
  vi.restoreAllMocks();
  expect(seen.length).toBeGreaterThan(20);
  for (const table of seen) expect(await findingsIn(table)).toEqual([]);
});
