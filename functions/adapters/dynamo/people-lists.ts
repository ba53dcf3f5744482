import { idPrefixes } from '#shared/ids.ts';
import type { Store } from '#functions/ports/store.ts';
import {
  actorPartition,
  heldPartition,
  rewardPartition,
  searchPartition,
  sessionPartition,
  timePlace,
} from './table.ts';
import type { TableReader } from './table-reader.ts';

/** Lists of people, and of what they did and brought. */
export function peopleLists({ queryOnce, pageOf, pageBefore, pageOfEverybody }: TableReader) {
  return {
    listUsers: (page) => pageOfEverybody('user', page),

    listSearchTerms: (prefix, { limit, cursor }) =>
      pageOf<'searchTerm'>(
        {
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': searchPartition(prefix), ':prefix': prefix },
          ...(cursor === undefined ? {} : { ExclusiveStartKey: { pk: searchPartition(prefix), sk: cursor } }),
          ConsistentRead: true,
        },
        limit,
        'sk',
      ),

    listAudit(list, page) {
      const { cursor = 'aud_~' } = page;
      switch (list.of) {
        case 'all':
          return pageOfEverybody('audit', page);
        case 'actor':
          return pageBefore<'audit'>('gsi2', actorPartition(list.actorId), cursor, page);
        case 'subject':
          return pageBefore<'audit'>('', `AUDIT#${list.subjectId}`, cursor, page);
      }
    },

    listSessions: (userId, limit) =>
      queryOnce<'session'>({
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :pk',
        ExpressionAttributeValues: { ':pk': sessionPartition(userId) },
        ScanIndexForward: false,
        Limit: limit,
      }),

    listRewards: (referrerId, { fromMs, ...page }) => {
      const from = fromMs === undefined ? ' ' : `${idPrefixes.reward}_${timePlace(fromMs)}`;
      return pageBefore<'reward'>('gsi1', rewardPartition(referrerId), page.cursor ?? '~~', { ...page, from });
    },

    listHeldReferrals: (referrerId, limit) =>
      queryOnce<'reward'>({
        IndexName: 'gsi2',
        KeyConditionExpression: 'gsi2pk = :pk',
        ExpressionAttributeValues: { ':pk': heldPartition(referrerId) },
        Limit: limit,
      }),
  } satisfies Partial<Store>;
}
