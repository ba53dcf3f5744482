import type * as z from 'zod/mini';
import type { deskRoutes } from '#shared/contract/desk.ts';
import { queueNames } from '#shared/contract/dead-letters.ts';
import type { Store } from '#functions/ports/store.ts';
import type { Services } from '#functions/ports/services.ts';
import { waitingSinceMs } from '#functions/ports/waiting.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';

/** Maximum number of waiting items of each kind that are counted and listed. */
export const waitingMost = 100;

type Desk = z.input<(typeof deskRoutes)['admin.desk']['reply']>;

/** Counts the items that wait for staff, by kind, with the age of the oldest. Reads sparse lists only. */
export async function readDesk({
  store,
  clock,
}: Pick<Services, 'clock'> & {
  readonly store: Pick<Store, 'listWaiting' | 'listOpenCases'>;
}): Promise<Omit<Desk, 'deadLetters'>> {
  const [deposits, operations, breaks, adjustments, treasury, cases] = await Promise.all([
    store.listWaiting('deposit', waitingMost),
    store.listWaiting('operation', waitingMost),
    store.listWaiting('ticket', waitingMost),
    store.listWaiting('adjustment', waitingMost),
    store.listWaiting('treasuryMove', waitingMost),
    store.listOpenCases('waiting', { limit: waitingMost }),
  ]);
  return {
    deposits: waiting(deposits.map(waitingSinceMs)),
    operations: waiting(operations.map(waitingSinceMs)),
    breaks: waiting(breaks.map(waitingSinceMs)),
    adjustments: waiting(adjustments.filter(({ openUntilMs }) => openUntilMs > clock.now()).map(waitingSinceMs)),
    treasury: waiting(treasury.map(waitingSinceMs)),
    cases: waiting(cases.items.map(({ sinceMs }) => sinceMs)),
  };
}

/**
 * Counts the messages that were set aside, with the age of the oldest one in a sample. Null when a queue does not
 * answer: while queues fail, a desk without this count is better than none.
 */
export async function countDeadLetters({
  deadLetters,
  log,
}: Pick<Services, 'deadLetters' | 'log'>): Promise<Desk['deadLetters']> {
  const queues = await Promise.all(queueNames.map((name) => deadLetters[name].peek())).catch((thrown: unknown) => {
    log.warn('dead letters could not be counted', { detail: failureMessage(thrown) });
  });
  if (!queues) return null;
  const sample = queues.flatMap((queue) => queue.sample);
  return {
    ...waiting(sample.map(({ sentAtMs }) => sentAtMs)),
    count: queues.reduce((total, { count }) => total + count, 0),
  };
}

function waiting(sinceMs: readonly (number | undefined)[]): { count: number; oldestAt: string | null } {
  const known = sinceMs.filter((ms) => ms !== undefined);
  return { count: sinceMs.length, oldestAt: known.length === 0 ? null : new Date(Math.min(...known)).toISOString() };
}
