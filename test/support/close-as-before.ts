import { zero } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { insert } from '#functions/ports/store.ts';
import { withdrawalReserved } from '#functions/domain/ledger/postings.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import { newOperation } from '#functions/domain/operations/operation-steps.ts';
import type { MoneyWorld } from './money-world.ts';

/** Stores the deletion of a card in an earlier form, in which the rest of the balance was still on its way. */
export async function closeAsBefore(
  { services: { store, random, clock } }: Pick<MoneyWorld, 'services'>,
  { userId, email }: User,
  card: Card,
): Promise<Id<'operation'>> {
  const nowMs = clock.now();
  const { cardId, holderId, issuerCardId, balanceCents: amountCents } = card;
  const operationId = random.id('operation', nowMs);
  const operation = newOperation(
    {
      operationId,
      kind: 'card_closing',
      userId,
      cardId,
      holderId,
      issuerCardId,
      amountCents,
      feeCents: zero,
      bonusCents: zero,
    },
    nowMs,
  );
  const posting = new Posting(nowMs, { card });
  if (amountCents > 0) posting.post(withdrawalReserved({ ...operation, cardId }));
  posting.changeCard({ lifecycle: 'closing' });
  await store.commit([
    insert('operation', operation),
    insert('movement', {
      userId,
      subjectId: operationId,
      kind: 'card_closing',
      direction: 'credit',
      tid: operationId,
      amountCents,
      paidCents: zero,
      feeCents: zero,
      email,
      status: 'pending',
      description: 'Deleted card',
      cardId,
      paymentUrl: undefined,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      version: 1,
    }),
    ...posting.writesWithoutCards(),
  ]);
  return operationId;
}
