import type { ErrorText } from '#functions/ports/error-texts.ts';
import type { Services } from '#functions/ports/services.ts';
import { reconcileCardState } from '#functions/domain/cards/reconcile-card-state.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { inParallel } from '../in-parallel.ts';
import { driveOperation } from './drive-operation.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/** The counts of a sweep. `left` were due and not begun: the next run continues with them. */
export type SweepReport = {
  readonly operations: number;
  readonly cards: number;
  readonly failed: number;
  readonly left: number;
};

/** Maximum number of items of each shard that one run takes on. */
const batch = 50;

/** Maximum number of operations, and of cards, that are driven at the same time: each kind has lanes of its own. */
export const sweepLanes = 16;

/** Timeout for driving one operation in a run, in milliseconds. */
const patienceMs = 3_000;

/**
 * Time after which a run begins no further item, in milliseconds. An item in work takes at most its patience and three
 * calls of the issuer, and the function has 55 seconds (test/infra/definition).
 */
export const sweepBeginsForMs = 25_000;

/**
 * Drives every operation and card a bit further that is due now, or within `aheadMs`. Cards go beside operations, not
 * behind them: a freeze does not wait for loads that the issuer leaves unanswered. Any number of sweeps may run at
 * once.
 */
export async function sweepOperations(
  needs: Needs,
  { aheadMs = 0 }: { readonly aheadMs?: number } = {},
): Promise<SweepReport> {
  const { store, clock, log } = needs;
  const startedAtMs = clock.now();
  const untilMs = startedAtMs + aheadMs;
  const isOver = (): boolean => clock.now() >= startedAtMs + sweepBeginsForMs;
  const complain = (text: ErrorText) => (_item: unknown, thrown: unknown) => {
    log.error(text, { detail: failureMessage(thrown) });
  };
  const [cards, operations] = await Promise.allSettled([
    store
      .listDueCards(untilMs, batch)
      .then((due) =>
        inParallel(
          due,
          sweepLanes,
          async (card) => void (await reconcileCardState(needs, card)),
          complain('card could not be driven'),
          isOver,
        ),
      ),
    store
      .listDueOperations(untilMs, batch)
      .then((due) =>
        inParallel(
          due,
          sweepLanes,
          async ({ operationId }) =>
            void (await driveOperation(needs, operationId, { untilMs: clock.now() + patienceMs })),
          complain('operation could not be driven'),
          isOver,
        ),
      ),
  ]);
  // Both kinds went as far as they could; a list that could not be read is a failure of the run.
  if (cards.status === 'rejected') throw cards.reason;
  if (operations.status === 'rejected') throw operations.reason;
  const left = cards.value.left + operations.value.left;
  if (left > 0)
    log.warn('sweep left some to the next run', { cards: cards.value.left, operations: operations.value.left });
  return {
    operations: operations.value.done,
    cards: cards.value.done,
    failed: operations.value.failed + cards.value.failed,
    left,
  };
}
