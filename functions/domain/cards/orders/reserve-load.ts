import type { Id } from '#shared/ids.ts';
import type { LoadQuote } from '#shared/load-fee.ts';
import { sum, zero, type Cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Write } from '#functions/ports/store.ts';
import { cardDescription } from '#functions/domain/cards/card-description.ts';
import { claimedBy, type NewClaim } from '#functions/domain/idempotency/claim.ts';
import { reserved } from '#functions/domain/ledger/postings.ts';
import type { Posting } from '#functions/domain/ledger/posting.ts';
import { loadQueueOf } from '#functions/domain/operations/load-queue.ts';
import { withLine } from '#functions/domain/operations/operation-end.ts';
import { newOperation, withAttempt } from '#functions/domain/operations/operation-steps.ts';

/**
 * Adds the hold of a load to a posting, and takes the card's room in the same write. Returns the writes beside the
 * posting's own. Every rule has been checked by the caller.
 */
export function reserveLoad(
  posting: Posting,
  order: {
    readonly user: Pick<User, 'userId' | 'email'>;
    readonly operationId: Id<'operation'>;
    readonly quote: LoadQuote;
    readonly priceVersion: number;
    readonly claim?: NewClaim | undefined;
    /** Reference of the purchase that starts the load: nobody waits for such a load, and the sweep begins it. */
    readonly startedBy?: string;
    /**
     * True when the caller drives the load at once. Its first attempt is counted in the same write, unless another load
     * of the card is to leave before it.
     */
    readonly isSent?: boolean;
    readonly askedAtMs: number;
  },
  nowMs: number,
): readonly Write[] {
  const { user, operationId, quote, priceVersion, claim, startedBy, isSent = false, askedAtMs } = order;
  const { userId } = user;
  const { card } = posting;
  const { cardId } = card;
  const operation = {
    ...newOperation(
      {
        operationId,
        kind: 'card_load',
        userId,
        cardId,
        holderId: undefined,
        issuerCardId: card.issuerCardId,
        amountCents: quote.amountCents,
        feeCents: quote.feeCents,
        bonusCents: zero,
        priceVersion,
        ...(startedBy === undefined ? {} : { startedBy }),
      },
      nowMs,
    ),
    ...(startedBy === undefined ? {} : { dueAtMs: nowMs }),
  };
  posting.post(reserved(operation)).changeCard({
    pendingInCents: sum(card.pendingInCents, quote.amountCents),
    loadQueue: [...loadQueueOf(card), operationId],
  });
  const line = {
    email: user.email,
    description: cardDescription(startedBy === undefined ? 'Loaded' : 'Auto-loaded', card),
    ...posting.balanceAfter,
    ...claimedBy(claim, nowMs),
    createdAtMs: askedAtMs,
  };
  const begun = isSent && loadQueueOf(card).length === 0 ? withAttempt(operation, nowMs) : operation;
  return withLine(begun, line, isSent);
}

/** Returns the balance that a card has once everything under way and this load are on it, in cents. */
export function filledBy(
  card: Pick<Card, 'balanceCents' | 'pendingInCents' | 'pendingOutCents'>,
  amountCents: Cents,
): Cents {
  return sum(card.balanceCents, card.pendingInCents, card.pendingOutCents, amountCents);
}
