import type { Checkpoint } from '#functions/ports/entities/checkpoints.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, WriteConflict } from '#functions/ports/store.ts';
import type { PersonFindings } from '../check-person.ts';
import { firstCheckpoint } from './checkpoint.ts';

type Needs = Pick<Services, 'store' | 'log'>;

/** Stores the checkpoint that follows from a check of a person, if it is another one. */
export async function storeCheckpoint({ store, log }: Needs, findings: PersonFindings): Promise<void> {
  const checkpoint = checkpointAfter(findings);
  if (checkpoint === undefined) return;
  const { version, ...content } = checkpoint;
  const { userId } = content;
  const write =
    version === 1
      ? insert('checkpoint', { ...content, version })
      : update('checkpoint', { ...content, version: version - 1 }, content);
  try {
    await store.commit([write]);
  } catch (thrown) {
    // The checkpoint exists already: made after a finding in the person's books, or by another run.
    if (!(thrown instanceof WriteConflict)) throw thrown;
    log.info('a checkpoint was there', { userId });
  }
}

/**
 * Returns the checkpoint to be stored after a check. A person with findings gets the first checkpoint, so that
 * everybody has one and its absence is a finding. It covers no history, so later checks find the same breaks again.
 */
function checkpointAfter({ userId, breaks, checkpoint }: PersonFindings): Checkpoint | undefined {
  if (checkpoint) return checkpoint;
  const isMissed = breaks.some(({ subject }) => subject === `checkpoint:${userId}`);
  return breaks.length === 0 || isMissed || userId === undefined ? undefined : firstCheckpoint(userId);
}
