import type { Entities } from '#functions/ports/entities.ts';
import type { DuePart, Store } from '#functions/ports/store.ts';
import type { WaitingKind } from '#functions/ports/waiting.ts';
import { catchUpPartition, duePartition, waitingPartition, type DueKind } from './table.ts';
import type { TableReader } from './table-reader.ts';

/** The greatest time that a sort key can hold, in milliseconds. */
const endOfTimeMs = 10 ** 14 - 1;

/** Lists of what is due for a job, or waits for a person. */
export function dueLists({ dueIn }: TableReader) {
  const listDue = <K extends DueKind>(
    kind: K,
    nowMs: number,
    limit: number,
    part?: DuePart,
  ): Promise<readonly Entities[K][]> => dueIn<K>('gsi2', (shard) => duePartition(kind, shard), nowMs, limit, part);

  return {
    listDueOperations: (nowMs, limit) => listDue('operation', nowMs, limit),
    listDueDeposits: (nowMs, limit, part) => listDue('deposit', nowMs, limit, part),
    listDueCards: (nowMs, limit) => listDue('card', nowMs, limit),
    listCardsToCatchUp: (nowMs, limit, part) => dueIn<'card'>('gsi1', catchUpPartition, nowMs, limit, part),
    listDueWallets: (nowMs, limit) => listDue('wallet', nowMs, limit),
    listDueUsers: (nowMs, limit) => listDue('user', nowMs, limit),
    listDueRewards: (nowMs, limit) => listDue('reward', nowMs, limit),
    listDueReferralAccounts: (nowMs, limit) => listDue('referralAccount', nowMs, limit),
    listDueNotifications: (nowMs, limit) => listDue('notification', nowMs, limit),
    listDueSubscriptions: (nowMs, limit) => listDue('subscriptions', nowMs, limit),
    listDueCodesKeys: (nowMs, limit) => listDue('cardCodesKey', nowMs, limit),
    listDueClosings: (nowMs, limit) => listDue('closing', nowMs, limit),

    async listWaiting<K extends WaitingKind>(kind: K, limit: number) {
      const found = await dueIn<K>('gsi1', (shard) => waitingPartition(kind, shard), endOfTimeMs, limit);
      return found.slice(0, limit);
    },
  } satisfies Partial<Store>;
}
