import type { Services } from '#functions/ports/services.ts';
import type { TableChange } from '#functions/ports/table-change.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import { judgeReferralSignals } from './judge-referral-signals.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'keys' | 'requestId'>;

/**
 * Looks for signals of abuse in the changes of the table's stream, in any order and with repetitions. Returns those that
 * failed, to be delivered again; all others are looked at in spite of them. One after another: those of a batch often
 * belong to one ring.
 */
export async function noteSignals(needs: Needs, changes: readonly TableChange[]): Promise<readonly TableChange[]> {
  const failed: TableChange[] = [];
  await inParallel(
    changes,
    1,
    async (change) => {
      if (change.kind === 'reward' && change.key.event === 'signup') await judgeReferralSignals(needs, change.key);
    },
    (change, thrown) => {
      failed.push(change);
      needs.log.warn('a change was not looked at for signals', {
        ...change.key,
        error: thrown instanceof Error ? thrown.name : 'unknown',
      });
    },
  );
  return failed;
}
