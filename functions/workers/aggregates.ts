import { noteSignals } from '#functions/domain/signals/note-signals.ts';
import { countChanges } from '#functions/domain/statistics/count-changes.ts';
import { streamWorker } from '#functions/runtime/stream-worker.ts';

/**
 * Counts new accounts, journal records and referrals for the statistics, then looks for signals of abuse in them and in
 * the lines of cards: a third reader of the stream would slow the other two.
 */
export const handler = streamWorker('aggregates', async (services, changes) => {
  const uncounted = await countChanges(services, changes);
  const unseen = await noteSignals(services, changes);
  return [...new Set([...uncounted, ...unseen])];
});
