import { useState } from 'react';

import type { ReplyOf } from '#shared/contract/index.ts';
import type { Id } from '#shared/ids.ts';
import { useRead } from '#web/lib/use-api.ts';

import type { Card } from './card-words.ts';
import { useOperation, type Operation } from './use-operation.ts';

type ActivityLine = ReplyOf<'transactions.list'>[number];

function isOperationId(id: string): id is Id<'operation'> {
  return id.startsWith('op_');
}

/**
 * Finds the operation that the issuer still works on for this card in the account's activity; undefined when there is
 * none.
 */
export function pendingOperationOf(
  lines: readonly Pick<ActivityLine, '_id' | 'cardId' | 'status'>[],
  cardId: string,
): Id<'operation'> | undefined {
  const found = lines.find((each) => each.cardId === cardId && each.status === 'pending' && isOperationId(each._id));
  return found && isOperationId(found._id) ? found._id : undefined;
}

/**
 * The operation under way with the card: the one that was started here or, after a reload or on another device, the one
 * in the activity lines.
 */
export function useCardOperation(card: Card, startedId: Id<'operation'> | undefined): Operation | undefined {
  const isForgotten = startedId === undefined && card.held !== 0;
  const { data } = useRead('transactions.list', isForgotten ? { query: { limit: recentRows } } : null);
  const foundId = data && isForgotten ? pendingOperationOf(data, card._id) : undefined;
  // Followed to its end, although the card no longer holds an amount by then.
  const [followedId, follow] = useState<Id<'operation'>>();
  if (foundId !== undefined && foundId !== followedId) follow(foundId);
  return useOperation(startedId ?? followedId);
}

/** Number of newest activity lines to read: they include every operation that is still under way. */
const recentRows = 50;
