import type { Services } from '#functions/ports/services.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import { mailUndoLinks } from './addresses/mail-undo-links.ts';
import { driveFactorReset } from './factor-reset/drive-factor-reset.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'log' | 'mailer' | 'settings'>;

/** Maximum number of people per shard and run. The rest waits for the next run. */
const batch = 50;

/**
 * Sends the due mails about changes of the address and resets of factors, and removes the factors of people whose wait is
 * over.
 */
export async function driveDueUsers(needs: Needs): Promise<{ driven: number; failed: number }> {
  const { store, clock, log } = needs;
  const due = await store.listDueUsers(clock.now(), batch);
  const { done, failed } = await inParallel(
    due,
    8,
    async ({ userId }) => {
      await mailUndoLinks(needs, userId);
      await driveFactorReset(needs, userId);
    },
    ({ userId }, thrown) =>
      log.error('user not driven on', { userId, error: thrown instanceof Error ? thrown.name : 'unknown' }),
  );
  return { driven: done, failed };
}
