import type { Services } from '#functions/ports/services.ts';
import { convergeCard } from '../cards/converge-card.ts';
import { inParallel } from '../in-parallel.ts';
import { driveOperation } from './drive-operation.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/** How many of each shard one run takes on: the rest is due a minute later. */
const batch = 50;

/** How long one operation is driven in a run, in milliseconds. */
const patienceMs = 3_000;

/** Drives everything a bit further that is due now, or within `aheadMs`. Any number of sweeps may run at once. */
export async function sweepOperations(
  needs: Needs,
  { aheadMs = 0 }: { readonly aheadMs?: number } = {},
): Promise<{ operations: number; cards: number; failed: number }> {
  const { store, clock, log } = needs;
  const untilMs = clock.now() + aheadMs;
  const [operations, cards] = await Promise.all([
    store.listDueOperations(untilMs, batch),
    store.listDueCards(untilMs, batch),
  ]);
  const complain = (name: string) => (_item: unknown, thrown: unknown) => {
    log.error(`${name} could not be driven`, { detail: thrown instanceof Error ? thrown.message : 'unknown' });
  };
  const driven = await inParallel(
    operations,
    8,
    async ({ operationId }) => void (await driveOperation(needs, operationId, { untilMs: clock.now() + patienceMs })),
    complain('operation'),
  );
  const converged = await inParallel(
    cards,
    8,
    async (card) => void (await convergeCard(needs, card)),
    complain('card'),
  );
  return { operations: driven.done, cards: converged.done, failed: driven.failed + converged.failed };
}
