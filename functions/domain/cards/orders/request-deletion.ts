import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCents, negate, zero } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, type Write } from '#functions/ports/store.ts';
import { completedLine } from '#functions/domain/activity/completed-line.ts';
import { claimedBy, claimWrites, type NewClaim } from '#functions/domain/idempotency/claim.ts';
import { deletionCredited } from '#functions/domain/ledger/postings.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import { newOperation } from '#functions/domain/operations/operation-steps.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { closingLine } from '#functions/domain/cards/card-transaction.ts';
import { touched } from '#functions/domain/cards/catch-up-schedule.ts';
import { reasonsChanged } from '#functions/domain/cards/frozen-reasons.ts';
import { cardDescription } from '#functions/domain/cards/card-description.ts';
import { visibleCard } from '#functions/domain/cards/visible-card.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Deletes a card, active, frozen or blocked, for its owner. One write credits what is left on the card, takes it off
 * the list and frees its place. The card is `retiring` until the stored operation has closed it at the issuer. Returns
 * the operation's id. Throws AppError NotFound, Conflict (under way, deleted already, or too many are being closed),
 * CardNotEmpty.
 */
export async function requestDeletion(
  needs: Needs,
  command: { readonly user: User; readonly cardId: Id<'card'>; readonly claim: NewClaim | undefined },
): Promise<Id<'operation'>> {
  const { user, cardId, claim } = command;
  const { userId } = user;
  const { store } = needs;
  const askedAtMs = needs.clock.now();
  const operationId = needs.random.id('operation', askedAtMs);
  return withRetries(needs, async () => {
    const nowMs = needs.clock.now();
    const [wallet, found] = await store.getBoth(
      { kind: 'wallet', key: { userId } },
      { kind: 'card', key: { userId, cardId } },
    );
    const card = visibleCard(found);
    if (!wallet) throw new Error(`no wallet: ${userId}`);
    refuseUnderWay(card);
    refuseNotEmpty(card);
    const { retiringCount = 0 } = wallet;
    refuseTooMany(retiringCount);
    const operation = {
      ...newOperation(
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
      ),
      isCredited: true,
    } as const;
    const { amountCents } = operation;
    const posting = new Posting(nowMs, { wallet, card });
    const lines: Write[] = [];
    if (amountCents > 0) {
      posting.post(deletionCredited({ ...operation, cardId }, wallet));
      lines.push(closingLine(posting, { reference: operationId, amountCents, atMs: nowMs }));
    }
    posting.changeWallet({ cardCount: wallet.cardCount - 1, retiringCount: retiringCount + 1 }).changeCard({
      ...touched(nowMs),
      ...reasonsChanged({ ...card, lifecycle: 'retiring' }, card.frozenReasons, nowMs),
      lifecycle: 'retiring',
    });
    await store.commit([
      insert('operation', operation),
      insert(
        'movement',
        completedLine({
          userId,
          subjectId: operationId,
          kind: 'card_closing',
          direction: 'credit',
          amountCents,
          ...(amountCents > 0 ? posting.balanceAfter : {}),
          email: user.email,
          description: cardDescription('Deleted card', card),
          cardId,
          ...claimedBy(claim, nowMs),
          createdAtMs: askedAtMs,
          updatedAtMs: nowMs,
        }),
      ),
      ...(await posting.writes(store)),
      ...lines,
      ...claimWrites(claim, operationId, nowMs),
    ]);
    return operationId;
  });
}

function refuseTooMany(retiringCount: number): void {
  if (retiringCount < limits.retiringCardsPerUser) return;
  throw new AppError(
    'Conflict',
    `The card issuer is still closing ${limits.retiringCardsPerUser} cards that you deleted. Please try again in a few minutes.`,
  );
}

function refuseUnderWay({ lifecycle, pendingInCents, pendingOutCents }: Card): void {
  if (lifecycle === 'creating') throw new AppError('Conflict', 'The card is still being created.');
  if (lifecycle === 'closing') throw new AppError('Conflict', 'The card is already being deleted.');
  if (lifecycle !== 'open') throw new AppError('Conflict', 'This card is already deleted.');
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
