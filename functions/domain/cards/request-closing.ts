import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCents, negate, zero } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert } from '#functions/ports/store.ts';
import { claimedBy, claimWrites, type NewClaim } from '../idempotency/claim.ts';
import { withdrawalReserved } from '../ledger/movements.ts';
import { Posting } from '../ledger/posting.ts';
import { newOperation } from '../operations/operation-steps.ts';
import { withRetries } from '../with-retries.ts';
import { labelOf } from './label-of.ts';
import { visibleCard } from './visible-card.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Stores the intent to delete a card, active, frozen or blocked. From then on nothing else may be done with it, and what
 * is left on it is on its way. Answers the operation's id.
 * Throws AppError NotFound, Conflict, CardNotEmpty.
 */
export async function requestClosing(
  needs: Needs,
  command: { readonly user: User; readonly cardId: Id<'card'>; readonly claim: NewClaim | undefined },
): Promise<Id<'operation'>> {
  const { user, cardId, claim } = command;
  const { userId } = user;
  const askedAtMs = needs.clock.now();
  const operationId = needs.random.id('operation', askedAtMs);
  return withRetries(needs, async () => {
    const nowMs = needs.clock.now();
    const card = visibleCard(await needs.store.get('card', { userId, cardId }));
    refuseUnderWay(card);
    refuseNotEmpty(card);
    const operation = newOperation(
      {
        operationId,
        kind: 'card_closing',
        userId,
        cardId,
        holderId: card.holderId,
        issuerCardId: card.issuerCardId,
        amountCents: card.balanceCents,
        feeCents: zero,
        bonusCents: zero,
      },
      nowMs,
    );
    const posting = new Posting(nowMs, { card });
    if (operation.amountCents > 0) posting.post(withdrawalReserved({ ...operation, cardId }));
    posting.changeCard({ lifecycle: 'closing' });
    await needs.store.commit([
      insert('operation', operation),
      insert('movement', {
        userId,
        subjectId: operationId,
        kind: 'card_closing',
        direction: 'credit',
        tid: operationId,
        amountCents: operation.amountCents,
        paidCents: zero,
        feeCents: zero,
        email: user.email,
        status: 'pending',
        description: `Deleted card ${labelOf(card)}`,
        cardId,
        paymentUrl: undefined,
        ...claimedBy(claim, nowMs),
        createdAtMs: askedAtMs,
        updatedAtMs: nowMs,
        version: 1,
      }),
      ...(await posting.writes(needs.store)),
      ...claimWrites(claim, operationId, nowMs),
    ]);
    return operationId;
  });
}

function refuseUnderWay({ lifecycle, pendingInCents, pendingOutCents }: Card): void {
  if (lifecycle === 'creating') throw new AppError('Conflict', 'The card is still being created.');
  if (lifecycle === 'closing') throw new AppError('Conflict', 'The card is being deleted already.');
  if (lifecycle !== 'open') throw new AppError('Conflict', 'This card was deleted already.');
  if (pendingInCents > 0 || pendingOutCents > 0) {
    throw new AppError('Conflict', 'Money is on its way to or from this card. Please wait until it has arrived.');
  }
}

function refuseNotEmpty({ balanceCents }: Card): void {
  if (balanceCents > limits.cardMinimumCents) {
    throw new AppError(
      'CardNotEmpty',
      `There is still ${formatCents(balanceCents)} on the card. Withdraw it first: at most ${formatCents(limits.cardMinimumCents)} may be left, which then returns to your balance.`,
    );
  }
  if (balanceCents < 0) {
    throw new AppError(
      'CardNotEmpty',
      `The card owes ${formatCents(negate(balanceCents))}. Load it before you delete it.`,
    );
  }
}
