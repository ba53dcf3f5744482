import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCents, minus, sum, zero, type Cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { claimedBy, claimWrites, type NewClaim } from '#functions/domain/idempotency/claim.ts';
import { withdrawalReserved } from '#functions/domain/ledger/postings.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import { withLine } from '#functions/domain/operations/operation-end.ts';
import { newOperation, withAttempt } from '#functions/domain/operations/operation-steps.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { cardDescription } from '#functions/domain/cards/card-description.ts';
import { refuseInactive, statusReasonOf, visibleCard } from '#functions/domain/cards/visible-card.ts';
import { waitInWords } from '#functions/domain/wait-in-words.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Stores the intent to withdraw from a card. One write takes the amount off the card's balance, begins the five minutes
 * and checks the dollar that stays, so of several requests at once only one succeeds. From a card that is frozen for a
 * debt, at most the debt can be withdrawn, and pays it. Returns the operation's id. Throws AppError NotFound,
 * CardNotActive, Conflict, CooldownActive, CardMinimum, AmountTooLarge.
 */
export async function requestWithdrawal(
  needs: Needs,
  command: {
    readonly user: User;
    readonly cardId: Id<'card'>;
    readonly amountCents: Cents;
    readonly claim: NewClaim | undefined;
    /** True when the caller sends the withdrawal at once: its first attempt is counted with the hold. */
    readonly isSent?: boolean;
  },
): Promise<Id<'operation'>> {
  const { user, cardId, amountCents, claim } = command;
  const { userId } = user;
  const askedAtMs = needs.clock.now();
  const operationId = needs.random.id('operation', askedAtMs);
  return withRetries(needs, async () => {
    const nowMs = needs.clock.now();
    const [wallet, found] = await needs.store.getBoth(
      { kind: 'wallet', key: { userId } },
      { kind: 'card', key: { userId, cardId } },
    );
    const card = visibleCard(found);
    if (!wallet) throw new Error(`${userId} has no wallet`);
    const paysDebt = card.lifecycle === 'open' && card.frozenReasons.includes('debt');
    if (paysDebt) refuseSuspended(card);
    else refuseInactive(card);
    refuseHaste(card, nowMs);
    refuseAmount(card, amountCents);
    if (paysDebt) refuseAboveDebt(wallet, await needs.store.listCards(userId), amountCents);
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
        ...(paysDebt ? { paysDebt } : {}),
      },
      nowMs,
    );
    const posting = new Posting(nowMs, { card })
      .post(withdrawalReserved({ ...operation, cardId }))
      .changeCard({ lastUnloadAtMs: nowMs });
    const isSent = command.isSent === true;
    const line = {
      email: user.email,
      description: cardDescription('Withdrawn from', card),
      ...claimedBy(claim, nowMs),
      createdAtMs: askedAtMs,
    };
    await needs.store.commit([
      ...withLine(isSent ? withAttempt(operation, nowMs) : operation, line, isSent),
      ...(await posting.writes(needs.store)),
      // Conflicts when the debt has changed since the amount was compared with it, as when two cards pay it at once.
      ...(paysDebt ? [update('wallet', wallet, { updatedAtMs: nowMs })] : []),
      ...claimWrites(claim, operationId, nowMs),
    ]);
    return operationId;
  });
}

function refuseSuspended(card: Card): void {
  if (card.frozenReasons.includes('suspension'))
    throw new AppError('CardNotActive', statusReasonOf(card) ?? 'The card is not active.');
}

/** Throws AppError for more than the debt less the open withdrawals of all cards, which pay it first. */
function refuseAboveDebt({ debtCents }: Wallet, cards: readonly Card[], amountCents: Cents): void {
  const comingCents = cards.reduce<Cents>((total, { pendingOutCents }) => sum(total, pendingOutCents), zero);
  const mostCents = minus(debtCents, comingCents);
  if (amountCents <= mostCents) return;
  if (mostCents <= 0) {
    throw new AppError('Conflict', `The ${formatCents(debtCents)} that you owe is already on its way.`);
  }
  throw new AppError(
    'AmountTooLarge',
    `You owe ${formatCents(debtCents)}${comingCents > 0 ? `, of which ${formatCents(comingCents)} is on its way` : ''}. While the card is frozen for it, no more than ${formatCents(mostCents)} can be moved.`,
    { fields: { amount: `must be at most ${formatCents(mostCents)}` } },
  );
}

function refuseHaste(card: Card, nowMs: number): void {
  const waitMs = card.lastUnloadAtMs + limits.withdrawalCooldownMs - nowMs;
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
