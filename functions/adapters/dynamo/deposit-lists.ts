import type { Store } from '#functions/ports/store.ts';
import { aboutPartition, dueShards, refusedPartition, timePlace, transitPartition, waitingPartition } from './table.ts';
import { referencesMax, type TableReader } from './table-reader.ts';

/** Lists of deposits and of the webhooks about them and about cards. */
export function depositLists({ queryOnce, queryAll, pageBefore, pageOfEverybody }: TableReader) {
  return {
    listDepositReferences: (reference) =>
      queryOnce<'depositReference'>({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `REFERENCE#${reference}` },
        ConsistentRead: true,
        Limit: referencesMax,
      }),

    async listDepositsInTransit() {
      const shards = Array.from({ length: dueShards }, (_, shard) => shard);
      const partitions = shards.flatMap((shard) => [transitPartition(shard), waitingPartition('deposit', shard)]);
      const found = await Promise.all(
        partitions.map((partition) =>
          queryAll<'deposit'>({
            IndexName: 'gsi1',
            KeyConditionExpression: 'gsi1pk = :pk',
            ExpressionAttributeValues: { ':pk': partition },
          }),
        ),
      );
      return found.flat();
    },

    listRefusedDeposits: (page) => pageBefore<'deposit'>('gsi1', refusedPartition, page.cursor ?? 'dep_~', page),

    listEvents({ about }, page) {
      if (about === undefined) return pageOfEverybody('event', page);
      const { cursor, beforeMs } = page;
      const before = cursor ?? (beforeMs === undefined ? '~' : timePlace(beforeMs));
      return pageBefore<'event'>('gsi2', aboutPartition(about), before, page);
    },
  } satisfies Partial<Store>;
}
