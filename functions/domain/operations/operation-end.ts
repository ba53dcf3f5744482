import type { Operation } from '#functions/ports/entities/operations.ts';
import { update, type Store, type Write } from '#functions/ports/store.ts';
import { zero, type Cents } from '#shared/money.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Posting } from '#functions/domain/ledger/posting.ts';

/** The end of an operation, as its user's activity list shows it. */
export type ActivityEnd =
  | {
      readonly status: 'completed';
      readonly paidCents: Cents;
      /** Where its end moved the balance. */
      readonly balanceAfter?: Posting['balanceAfter'];
    }
  | { readonly status: 'failed'; readonly paidCents?: never; readonly balanceAfter?: never };

/** The line of an operation in its user's activity list, brought to its end. */
export async function activityEnd(
  store: Store,
  operation: Operation,
  { status, paidCents = zero, balanceAfter }: ActivityEnd,
  nowMs: number,
): Promise<readonly Write[]> {
  const line = await store.get('movement', { userId: operation.userId, subjectId: operation.operationId });
  if (!line) throw new Error(`${operation.operationId} has no activity line`);
  return [update('movement', line, { status, paidCents, ...balanceAfter, updatedAtMs: nowMs })];
}

/** The wallet and card whose balances an operation's end changes. Throws when the operation has none. */
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
