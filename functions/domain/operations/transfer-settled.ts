import type { Operation } from '#functions/ports/entities/operations.ts';
import { insert } from '#functions/ports/store.ts';
import type { Cents } from '#shared/money.ts';
import { cardTransactionOf } from '../cards/card-transaction.ts';
import { emptyDeletedCard } from '../cards/empty-deleted-card.ts';
import { labelOf } from '../cards/label-of.ts';
import type { Posting } from '../ledger/posting.ts';
import { activityEnd } from './activity-end.ts';
import type { OperationNeeds, Settlement } from './operation-steps.ts';

/**
 * The writes of a transfer that happened: what was posted, its line in the card's history, and the end of the activity line
 * that shows it. If the issuer deleted the card meanwhile, what is left on it goes back to the balance with it.
 */
export async function transferSettled(
  needs: Pick<OperationNeeds, 'store' | 'random'>,
  operation: Operation,
  posting: Posting,
  line: Pick<Parameters<typeof cardTransactionOf>[1], 'kind' | 'direction' | 'amountCents' | 'description'>,
  paidCents: Cents,
  nowMs: number,
): Promise<Settlement> {
  const shown = cardTransactionOf(posting.card, { reference: operation.operationId, ...line, atMs: nowMs });
  const rest = await emptyDeletedCard(needs, posting, {
    cause: `${operation.operationId}:settled`,
    kinds: ['card_closing', 'card_charge'],
    description: `Rest of the deleted card ${labelOf(posting.card)}`,
    atMs: nowMs,
  });
  const ended = await activityEnd(needs.store, operation, { status: 'completed', paidCents }, nowMs);
  return { writes: [...(await posting.writes(needs.store)), insert('cardTransaction', shown), ...rest, ...ended] };
}
