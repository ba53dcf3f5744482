import type { Operation, OperationKind, UnlistedLine } from '#functions/ports/entities/operations.ts';
import { insert, update, type Store, type Write } from '#functions/ports/store.ts';
import { zero, type Cents } from '#shared/money.ts';
import type { ActivityLine, Wallet } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Posting } from '#functions/domain/ledger/posting.ts';
import { totalOf } from '#functions/domain/ledger/postings.ts';

/** The end of an operation, as its user's activity list shows it. */
export type ActivityEnd =
  | {
      readonly status: 'completed';
      readonly paidCents: Cents;
      /** The balance after the end, if the end changed the balance. */
      readonly balanceAfter?: Posting['balanceAfter'];
    }
  | { readonly status: 'failed'; readonly paidCents?: never; readonly balanceAfter?: never };

/** Returns the writes that bring an operation's line in its user's activity list to its end. */
export async function activityEnd(
  store: Store,
  operation: Operation,
  { status, paidCents = zero, balanceAfter }: ActivityEnd,
  nowMs: number,
): Promise<readonly Write[]> {
  const failure = status === 'failed' && operation.reason !== undefined ? { failure: operation.reason } : {};
  const end = { status, paidCents, ...balanceAfter, ...failure, updatedAtMs: nowMs };
  // A line that is not listed yet is written once, with the end.
  if (operation.line) return [insert('movement', { ...pendingLine(operation, operation.line), ...end })];
  const line = await store.get('movement', { userId: operation.userId, subjectId: operation.operationId });
  if (!line) throw new Error(`${operation.operationId} has no activity line`);
  return [update('movement', line, end)];
}

/** The kinds that a person's activity shows. */
type ListedKind = Exclude<OperationKind, 'holder_registration'>;

/** Returns the line of an order under way, as its owner's activity list shows it. */
export function pendingLine(
  operation: Pick<Operation, 'operationId' | 'userId' | 'cardId' | 'amountCents' | 'feeCents' | 'updatedAtMs'> & {
    readonly kind: OperationKind;
  },
  own: UnlistedLine,
): ActivityLine {
  const { operationId, userId, cardId, feeCents, updatedAtMs } = operation;
  const kind = operation.kind as ListedKind;
  return {
    userId,
    subjectId: operationId,
    kind,
    direction: kind === 'card_creation' || kind === 'card_load' ? 'debit' : 'credit',
    tid: operationId,
    amountCents: totalOf(operation),
    paidCents: zero,
    feeCents,
    status: 'pending',
    cardId,
    paymentUrl: undefined,
    ...own,
    updatedAtMs,
    version: 1,
  };
}

/**
 * Returns the writes of a new order. If its request drives it, the operation carries its line; otherwise the line is
 * listed at once, as pending.
 */
export function withLine(operation: Operation, line: UnlistedLine, isDriven: boolean): readonly Write[] {
  return isDriven
    ? [insert('operation', { ...operation, line })]
    : [insert('operation', operation), insert('movement', pendingLine(operation, line))];
}

/** Reads the wallet and card whose balances an operation's end changes. Throws when one is missing. */
export async function operationParties(
  store: Store,
  { operationId, userId, cardId }: Operation,
): Promise<{ readonly wallet: Wallet; readonly card: Card }> {
  if (cardId === undefined) throw new Error(`${operationId} names no card`);
  const [wallet, card] = await store.getBoth(
    { kind: 'wallet', key: { userId } },
    { kind: 'card', key: { userId, cardId } },
  );
  if (!wallet || !card) throw new Error(`${operationId} has no wallet or card`);
  return { wallet, card };
}
