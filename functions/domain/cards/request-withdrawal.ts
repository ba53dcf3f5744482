import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCents, minus, zero, type Cents } from '#shared/money.ts';
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
import { refuseInactive, visibleCard } from './visible-card.ts';
import { waitInWords } from './wait-in-words.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Stores the intent to withdraw from a card. The amount leaves the card's balance, the five minutes begin and the dollar
 * that stays is checked in one write, so of any number at once one is done. Answers the operation's id.
 * Throws AppError NotFound, CardNotActive, Conflict, CooldownActive, CardMinimum.
 */
export async function requestWithdrawal(
  needs: Needs,
  command: {
    readonly user: User;
    readonly cardId: Id<'card'>;
    readonly amountCents: Cents;
    readonly claim: NewClaim | undefined;
  },
): Promise<Id<'operation'>> {
  const { user, cardId, amountCents, claim } = command;
  const { userId } = user;
  const askedAtMs = needs.clock.now();
  const operationId = needs.random.id('operation', askedAtMs);
  return withRetries(needs, async () => {
    const nowMs = needs.clock.now();
    const card = visibleCard(await needs.store.get('card', { userId, cardId }));
    refuseInactive(card);
    refuseHaste(card, nowMs);
    refuseAmount(card, amountCents);
    const operation = newOperation(
      {
        operationId,
        kind: 'card_withdrawal',
        userId,
        cardId,
        holderId: undefined,
        issuerCardId: card.issuerCardId,
        amountCents,
        feeCents: zero,
        bonusCents: zero,
      },
      nowMs,
    );
    const posting = new Posting(nowMs, { card })
      .post(withdrawalReserved({ ...operation, cardId }))
      .changeCard({ lastUnloadAtMs: nowMs });
    await needs.store.commit([
      insert('operation', operation),
      insert('movement', {
        userId,
        subjectId: operationId,
        kind: 'card_withdrawal',
        direction: 'credit',
        tid: operationId,
        amountCents,
        paidCents: zero,
        feeCents: zero,
        email: user.email,
        status: 'pending',
        description: `Withdrawn from ${labelOf(card)}`,
        cardId,
        paymentUrl: undefined,
        ...claimedBy(claim, nowMs),
        createdAtMs: askedAtMs,
        updatedAtMs: nowMs,
        version: 1,
      }),
      ...posting.writes(),
      ...claimWrites(claim, operationId, nowMs),
    ]);
    return operationId;
  });
}

function refuseHaste(card: Card, nowMs: number): void {
  const waitMs = card.lastUnloadAtMs + limits.unloadCooldownMs - nowMs;
  if (waitMs > 0) {
    throw new AppError(
      'CooldownActive',
      `A card allows one withdrawal every 5 minutes. The next one is possible in ${waitInWords(waitMs)}.`,
      { retryAfterSeconds: Math.ceil(waitMs / 1_000) },
    );
  }
  if (card.pendingOutCents > 0) {
    throw new AppError('Conflict', 'A withdrawal from this card is under way. Please wait until it is done.');
  }
}

function refuseAmount(card: Card, amountCents: Cents): void {
  const mostCents = minus(card.balanceCents, limits.cardMinimumCents);
  if (amountCents <= mostCents) return;
  const rule = `${formatCents(limits.cardMinimumCents)} stays on the card for its monthly cost`;
  throw new AppError(
    'CardMinimum',
    mostCents > 0
      ? `${rule}, so at most ${formatCents(mostCents)} can be withdrawn.`
      : `${rule}, so there is nothing to withdraw: its balance is ${formatCents(card.balanceCents)}.`,
    {
      fields: {
        amount: mostCents > 0 ? `must be at most ${formatCents(mostCents)}` : 'is more than can be withdrawn',
      },
    },
  );
}
