import type { Services } from '#functions/ports/services.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import { workOff } from '#functions/domain/work-off.ts';
import { failureName } from '#functions/domain/failure-text.ts';
import { mailUndoLinks } from './addresses/mail-undo-links.ts';
import { driveFactorReset } from './factor-reset/drive-factor-reset.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'log' | 'mailer' | 'settings'>;

/** Maximum number of people of a shard that are read at once. A run reads on until its time is over. */
const batch = 50;

/** Time after which a run begins no further person, in milliseconds: a slow mailer must not outlast the function. */
const beginsForMs = 20_000;

/**
 * Sends the due mails about changes of the address and resets of factors, and removes the factors of people whose wait is
 * over.
 */
export async function driveDueUsers(needs: Needs): Promise<{ driven: number; failed: number }> {
  const { store, clock, log } = needs;
  const beganAtMs = clock.now();
  const isOver = (): boolean => clock.now() - beganAtMs > beginsForMs;
  const { done, failed } = await workOff(
    (limit) => store.listDueUsers(beganAtMs, limit),
    batch,
    ({ userId }) => userId,
    (due) =>
      inParallel(
        due,
        8,
        async ({ userId }) => {
          await mailUndoLinks(needs, userId);
          await driveFactorReset(needs, userId);
        },
        ({ userId }, thrown) => log.error('user not driven on', { userId, error: failureName(thrown) }),
        isOver,
      ),
    isOver,
  );
  return { driven: done, failed };
}
