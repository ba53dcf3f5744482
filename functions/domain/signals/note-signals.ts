import type { Services } from '#functions/ports/services.ts';
import { StoreUnavailable, WriteConflict } from '#functions/ports/store.ts';
import type { TableChange } from '#functions/ports/table-change.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import { ownerOf } from '#functions/domain/ledger/chart.ts';
import { failureName } from '#functions/domain/failure-text.ts';
import { countNetwork } from './count-network.ts';
import { countMerchants } from './count-merchants.ts';
import { findCycling } from './find-cycling.ts';
import { judgeReferralSignals } from './judge-referral-signals.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'keys' | 'requestId'>;

/**
 * Looks for signals of abuse in the changes of the table's stream, in any order and with repetitions. Returns the
 * changes that failed, to be delivered again; the others are still checked. Changes are checked one after another,
 * because those of a batch often belong to one ring. Accounts come first: a referral asks for the number of accounts on
 * its network. Throws while the table is away or busy.
 */
export async function noteSignals(needs: Needs, changes: readonly TableChange[]): Promise<readonly TableChange[]> {
  const failed: TableChange[] = [];
  await inParallel(
    changes.toSorted((a, b) => Number(b.kind === 'user') - Number(a.kind === 'user')),
    1,
    (change) => noteSignal(needs, change),
    (change, thrown) => {
      // The table is away or busy: nothing is wrong with the change, and the whole batch comes again.
      if (thrown instanceof StoreUnavailable || thrown instanceof WriteConflict) throw thrown;
      failed.push(change);
      needs.log.warn('a change was not looked at for signals', {
        ...change.key,
        error: failureName(thrown),
      });
    },
  );
  // Done last, and only when nothing has failed: a change that is delivered again would be counted again.
  if (failed.length === 0) {
    await countMerchants(
      needs,
      changes.flatMap((change) => (change.kind === 'cardTransaction' ? [change.key] : [])),
    );
  }
  return failed;
}

async function noteSignal(needs: Needs, change: TableChange): Promise<void> {
  const { store } = needs;
  switch (change.kind) {
    case 'user': {
      const user = await store.get('user', change.key);
      if (user !== undefined) await countNetwork(needs, user);
      return;
    }
    case 'reward':
      if (change.key.event === 'signup') await judgeReferralSignals(needs, change.key);
      return;
    case 'cardTransaction':
      return;
    case 'journal': {
      // Only the record of a settled operation can be a withdrawal: no other record is read.
      if (!/^op_.*:settled$/.test(change.key.journalId)) return;
      const record = await store.get('journal', change.key);
      if (record?.kind !== 'card_withdrawal_settled') return;
      const owner = record.legs.map((leg) => ownerOf(leg.account)).find(({ of }) => of === 'wallet');
      if (owner?.of === 'wallet') await findCycling(needs, owner.userId);
    }
  }
}
