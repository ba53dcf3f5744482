import type { Store } from '#functions/ports/store.ts';
import { adjustmentsPartition, amountPartition, journalPartition, journalPlace, keyOf, timePlace } from './table.ts';
import type { TableReader } from './table-reader.ts';

/** Lists of the books and of what people see of them. */
export function bookLists({ queryOnce, pageOf, pageBefore, pageOfEverybody, pageOfHistory }: TableReader) {
  return {
    listActivity: (userId, { beforeMs, fromMs, ...page }) => {
      const before = page.cursor ?? `MOVEMENT#${beforeMs === undefined ? '~~' : timePlace(beforeMs)}`;
      const from = fromMs === undefined ? 'MOVEMENT#' : `MOVEMENT#${timePlace(fromMs)}`;
      return pageBefore<'movement'>('', `USER#${userId}`, before, { ...page, from });
    },

    listHistory: pageOfHistory,
    listAllActivity: (page) => pageOfEverybody('movement', page),

    listActivityByAmount: (amountCents, { fromMs, toMs, ...page }) => {
      const before = page.cursor ?? timePlace(Math.max(1, toMs));
      return pageBefore<'movement'>('gsi2', amountPartition(amountCents), before, { ...page, from: timePlace(fromMs) });
    },

    listEntries: (ownerId, { from, limit, mayLag = false }) =>
      queryOnce<'entry'>({
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': `ACCOUNT#${ownerId}`,
          ':from': keyOf.entry({ ownerId, sequence: from }).sk,
          ':to': 'ENTRY#~',
        },
        ConsistentRead: !mayLag,
        Limit: limit,
      }),

    listLastEntries: (ownerId, limit) =>
      queryOnce<'entry'>({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': `ACCOUNT#${ownerId}`, ':sk': 'ENTRY#' },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: limit,
      }),

    listJournal: (day, shard, { limit, cursor, fromMs }) =>
      pageOf<'journal'>(
        {
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk > :after',
          ExpressionAttributeValues: { ':pk': journalPartition(day, shard), ':after': cursor ?? journalPlace(fromMs) },
        },
        limit,
        'gsi1sk',
      ),

    listAdjustments: (page) => pageBefore<'adjustment'>('gsi2', adjustmentsPartition, page.cursor ?? 'adj_~', page),
  } satisfies Partial<Store>;
}
