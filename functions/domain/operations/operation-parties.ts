import type { Wallet } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { Store } from '#functions/ports/store.ts';

/** The wallet and card whose balances an operation's end changes, read afresh. Throws when the operation has none. */
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
