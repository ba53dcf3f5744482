import type { Store } from '#functions/ports/store.ts';
import { keyOf, notificationPartition, openCasesPartition, personCasesPartition } from './table.ts';
import type { TableReader } from './table-reader.ts';

/** Lists of notifications and cases. */
export function messageLists({ nowSeconds, query, queryAll, pageOf, pageBefore }: TableReader) {
  return {
    listNotifications: (userId, page) =>
      pageBefore<'notification'>('', notificationPartition(userId), page.cursor ?? 'ntf_~', page),

    async countNotifications(userId, { after, limit }) {
      const { count } = await query({
        Select: 'COUNT',
        KeyConditionExpression: 'pk = :pk AND sk > :after',
        // An expired notification may still be in the table.
        FilterExpression: 'ttlAtSeconds > :now',
        ExpressionAttributeValues: {
          ':pk': notificationPartition(userId),
          ':after': after ?? 'ntf_',
          ':now': nowSeconds(),
        },
        ScanIndexForward: false,
        Limit: limit,
      });
      return count;
    },

    listCases: (userId, page) => pageBefore<'case'>('gsi1', personCasesPartition(userId), page.cursor ?? 'cas_~', page),

    listOpenCases: (state, { limit, cursor }) =>
      pageOf<'case'>(
        {
          IndexName: 'gsi2',
          KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk > :after',
          ExpressionAttributeValues: { ':pk': openCasesPartition(state), ':after': cursor ?? ' ' },
        },
        limit,
        'gsi2sk',
      ),

    listCaseMessages: (caseId) =>
      queryAll<'caseMessage'>({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :message)',
        ExpressionAttributeValues: { ':pk': keyOf.case({ caseId }).pk, ':message': 'MESSAGE#' },
        ConsistentRead: true,
      }),
  } satisfies Partial<Store>;
}
