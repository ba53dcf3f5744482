import type { Store } from '#functions/ports/store.ts';
import type { Item } from './entity-reader.ts';
import { everybodyPartition, everybodyShards, fundedPartition, fundedShards, keyOf, timePlace } from './table.ts';
import type { TableReader } from './table-reader.ts';

/** Lists for the statistics. */
export function statisticsLists({ entitiesOf, query, queryAll }: TableReader) {
  return {
    async countUsersRegistered(day) {
      const [from, to] = [Date.parse(day), Date.parse(day) + 24 * 60 * 60_000 - 1];
      // An id is made a moment before its account, so the range is wider than the day; `createdAtMs` decides.
      const ids = { ':from': timePlace(from - 60_000), ':to': `${timePlace(to + 60_000)}~` };
      const countIn = async (shard: number): Promise<number> => {
        let count = 0;
        let after: Item | undefined;
        do {
          const answer = await query({
            IndexName: 'gsi1',
            Select: 'COUNT',
            KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk BETWEEN :from AND :to',
            FilterExpression: 'createdAtMs BETWEEN :first AND :last',
            ExpressionAttributeValues: {
              ':pk': everybodyPartition('user', shard),
              ...ids,
              ':first': from,
              ':last': to,
            },
            ExclusiveStartKey: after,
          });
          count += answer.count;
          after = answer.last;
        } while (after !== undefined);
        return count;
      };
      const counts = await Promise.all(Array.from({ length: everybodyShards }, (_, shard) => countIn(shard)));
      return counts.reduce((total, count) => total + count, 0);
    },

    listPlatformStatistics: (shard, { mayLag = false } = {}) =>
      queryAll<'platformFigures'>({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keyOf.platformFigures({ day: '', shard }).pk },
        ConsistentRead: !mayLag,
      }),

    async listMostFunded(limit) {
      const shards = await Promise.all(
        Array.from({ length: fundedShards }, (_, shard) =>
          query({
            IndexName: 'gsi1',
            KeyConditionExpression: 'gsi1pk = :pk',
            ExpressionAttributeValues: { ':pk': fundedPartition(shard) },
            ScanIndexForward: false,
            Limit: limit,
          }),
        ),
      );
      return entitiesOf<'userFigures'>(
        shards
          .flatMap(({ items }) => items)
          .toSorted((a, b) => (String(a['gsi1sk']) > String(b['gsi1sk']) ? -1 : 1))
          .slice(0, limit),
      );
    },
  } satisfies Partial<Store>;
}
