import type { Store } from '#functions/ports/store.ts';
import { cardReferencePartition, keyOf, lastFourPartition } from './table.ts';
import { referencesMax, type TableReader } from './table-reader.ts';

/** Lists of cards and of their lines. */
export function cardLists({ queryOnce, queryAll, pageBefore }: TableReader) {
  return {
    listCards: (userId, { mayLag = false } = {}) =>
      queryAll<'card'>({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': `USER#${userId}`, ':sk': 'CARD#' },
        ScanIndexForward: false,
        ConsistentRead: !mayLag,
      }),

    listCardsByLastFour: (last4Digits, page) =>
      pageBefore<'cardOwner'>('gsi1', lastFourPartition(last4Digits), page.cursor ?? 'crd_~', page),

    listCardLinesByReference: (reference) =>
      queryOnce<'cardTransaction'>({
        IndexName: 'gsi2',
        KeyConditionExpression: 'gsi2pk = :pk',
        ExpressionAttributeValues: { ':pk': cardReferencePartition(reference) },
        Limit: referencesMax,
      }),

    listCardTransactions: (cardId, { from, to, mayLag = false }) =>
      queryAll<'cardTransaction'>({
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': `CARD#${cardId}`,
          ':from': keyOf.cardTransaction({ cardId, number: from }).sk,
          ':to': keyOf.cardTransaction({ cardId, number: to }).sk,
        },
        ScanIndexForward: false,
        ConsistentRead: !mayLag,
      }),
  } satisfies Partial<Store>;
}
