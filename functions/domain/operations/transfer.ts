import type { Operation } from '#functions/ports/entities/operations.ts';
import { insert } from '#functions/ports/store.ts';
import type { Cents } from '#shared/money.ts';
import { nextCardLine, type CardLine } from '../cards/card-transaction.ts';
import { emptyDeletedCard } from '../cards/empty-deleted-card.ts';
import { cardDescription } from '../cards/card-description.ts';
import type { Posting } from '../ledger/posting.ts';
import { activityEnd } from './operation-end.ts';
import type { OperationNeeds, Settlement } from './operation-steps.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';

/**
 * Returns the writes of a transfer that happened: its posting, its line in the card's history, and the end of its
 * activity line. If the issuer deleted the card meanwhile, the rest of its money goes back to the balance with it.
 */
export async function transferSettled(
  needs: Pick<OperationNeeds, 'store' | 'random'>,
  operation: Operation,
  posting: Posting,
  line: Pick<CardLine, 'kind' | 'direction' | 'amountCents' | 'description' | 'isAutomatic'>,
  paidCents: Cents,
  nowMs: number,
): Promise<Settlement> {
  const shown = nextCardLine(posting, { reference: operation.operationId, ...line, atMs: nowMs });
  // A load already moved the balance when its cost was set aside.
  const moved = operation.kind === 'card_withdrawal' ? { balanceAfter: posting.balanceAfter } : {};
  const rest = await emptyDeletedCard(needs, posting, {
    cause: `${operation.operationId}:settled`,
    kinds: ['card_closing', 'card_charge'],
    description: cardDescription('Rest of the deleted card', posting.card),
    atMs: nowMs,
  });
  const ended = await activityEnd(needs.store, operation, { status: 'completed', paidCents, ...moved }, nowMs);
  return { writes: [...(await posting.writes(needs.store)), insert('cardTransaction', shown), ...rest, ...ended] };
}

/**
 * Returns the ids of the card that a transfer is about. Throws for an operation without them: no transfer's request
 * made it.
 */
export function cardOf({ operationId, cardId, issuerCardId }: Operation): {
  readonly cardId: NonNullable<Operation['cardId']>;
  readonly issuerCardId: string;
} {
  if (cardId === undefined || issuerCardId === undefined) throw new Error(`${operationId} names no card`);
  return { cardId, issuerCardId };
}

/**
 * True when the issuer has no such card when asked about a transfer. It then does not know the transfer either, and
 * sending it again brings certainty.
 */
export function isNoSuchCard(answer: ProviderAnswer<unknown>): boolean {
  return answer.outcome === 'declined' && answer.reason === 'card_not_found';
}
