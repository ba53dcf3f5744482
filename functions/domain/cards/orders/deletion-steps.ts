import type { IssuerCard } from '#functions/ports/card-issuer.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import type { Write } from '#functions/ports/store.ts';
import { zero } from '#shared/money.ts';
import { deletionFetched, withdrawalSettled } from '#functions/domain/ledger/postings.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import { closingLine } from '#functions/domain/cards/card-transaction.ts';
import { touched } from '#functions/domain/cards/catch-up-schedule.ts';
import { emptyDeletedCard } from '#functions/domain/cards/empty-deleted-card.ts';
import { cardDescription } from '#functions/domain/cards/card-description.ts';
import { activityEnd, operationParties } from '#functions/domain/operations/operation-end.ts';
import {
  lateEffectMs,
  sendBeforeOf,
  type OperationNeeds,
  type OperationSteps,
  type Settlement,
} from '#functions/domain/operations/operation-steps.ts';

/**
 * Maximum time between the decision to close a card and the request's departure, in milliseconds: the unload or the
 * reads before it take their time.
 */
const closeWithinMs = 20_000;

/**
 * Closing a deleted card at the issuer, unseen by its owner: what was left on the card (at most $1) is taken off under
 * the operation's reference, and only then the card is closed. Closing twice does no more than closing once, so `ask`
 * may close the card. The owner has the money already, so the operation is never released: what cannot be taken off
 * stays on the card.
 */
export const deletionSteps: OperationSteps = {
  canSubmit: () => true,
  resubmitAfterMs: 15_000,

  async submit(needs, operation) {
    const { issuerCardId } = known(operation);
    if (operation.amountCents > 0) {
      const answer = await needs.issuer.unload({
        issuerCardId,
        amountCents: operation.amountCents,
        reference: operation.operationId,
        sendBeforeMs: sendBeforeOf(operation),
      });
      if (answer.outcome === 'success') return { outcome: 'success', value: {} };
      // An earlier request has arrived: `ask` reads its outcome.
      if (answer.outcome !== 'declined' || answer.reason === 'duplicate_reference') return answer;
      // The issuer does not unload some cards, frozen or blocked ones perhaps, and a purchase may have been faster. The
      // rest on a closed card returns to our float, so a card can be deleted in any state.
      needs.log.warn('card closed with a rest on it', { operationId: operation.operationId, detail: answer.detail });
    }
    const closed = await close(needs, operation, operation.lastSubmitAtMs + closeWithinMs);
    if (closed.outcome === 'success') return { outcome: 'success', value: {} };
    // A card that the issuer does not close now may be closed later: there is no way back.
    return closed.outcome === 'declined' ? { outcome: 'unknown', detail: closed.detail } : closed;
  },

  async ask(needs, operation) {
    const { issuerCardId } = known(operation);
    const askedAtMs = needs.clock.now();
    const seen = await cardAtIssuer(needs, operation);
    if (seen.outcome !== 'success') return { verdict: 'unknown' };
    if (seen.value === undefined) {
      // An issuer may forget a card that it deleted. A missing card counts as deleted once late effects are over.
      const isGone = askedAtMs > operation.lastSubmitAtMs + lateEffectMs;
      return isGone ? { verdict: 'happened', evidence: {} } : { verdict: 'unknown' };
    }
    if (seen.value.isDeleted) return { verdict: 'happened', evidence: {} };
    // In review no more money is taken off: the card is closed with its rest.
    if (operation.amountCents > 0 && operation.state !== 'review') {
      const swept = await needs.issuer.readTransfer({ issuerCardId, reference: operation.operationId });
      if (swept.outcome !== 'success') return { verdict: 'unknown' };
      if (swept.value === 'pending') return { verdict: 'pending' };
      if (swept.value === 'not_found') return { verdict: 'absent' };
    } else if (operation.state !== 'review' && !operation.isAccepted) {
      return { verdict: 'absent' };
    }
    const closed = await close(needs, operation, askedAtMs + closeWithinMs);
    return closed.outcome === 'success' ? { verdict: 'happened', evidence: {} } : { verdict: 'unknown' };
  },

  // All that was on the card is in our float once it is closed, however it came there.
  async settle({ store, random }, operation, _evidence, nowMs): Promise<Settlement> {
    const { cardId } = known(operation);
    const { wallet, card } = await operationParties(store, operation);
    const { amountCents, operationId } = operation;
    const posting = new Posting(nowMs, { wallet, card });
    const lines: Write[] = [];
    const { fetchCents = zero } = card;
    if (operation.isCredited) {
      if (fetchCents !== 0) posting.post(deletionFetched({ ...operation, cardId }, fetchCents));
    } else if (amountCents > 0) {
      posting.post(withdrawalSettled({ ...operation, cardId }, wallet, amountCents));
      lines.push(closingLine(posting, { reference: operationId, amountCents, atMs: nowMs }));
    }
    const moved = amountCents > 0 ? { balanceAfter: posting.balanceAfter } : {};
    const { cardCount, retiringCount = 0 } = wallet;
    posting.changeWallet(operation.isCredited ? { retiringCount: retiringCount - 1 } : { cardCount: cardCount - 1 });
    posting.changeCard({ ...touched(nowMs), lifecycle: 'deleted', dueAtMs: undefined, uncertainUntilMs: 0 });
    // A refund or a capture may have come while the card was being closed.
    const rest = await emptyDeletedCard({ store, random }, posting, {
      cause: `${operationId}:settled`,
      kinds: ['card_refund', 'card_charge'],
      description: cardDescription('Rest of the deleted card', card),
      atMs: nowMs,
    });
    const ended = operation.isCredited
      ? []
      : await activityEnd(store, operation, { status: 'completed', paidCents: amountCents, ...moved }, nowMs);
    return { writes: [...(await posting.writes(store)), ...lines, ...rest, ...ended] };
  },
};

/** Closes the card at the issuer. A card that is closed already counts as a success. */
async function close(
  needs: OperationNeeds,
  operation: Operation,
  sendBeforeMs: number,
): Promise<ProviderAnswer<'done'>> {
  const answer = await needs.issuer.close(known(operation).issuerCardId, sendBeforeMs);
  if (answer.outcome !== 'declined') return answer;
  const seen = await cardAtIssuer(needs, operation);
  if (seen.outcome === 'success' && seen.value?.isDeleted === true) return { outcome: 'success', value: 'done' };
  return seen.outcome === 'success' ? answer : { outcome: 'unknown', detail: answer.detail };
}

/**
 * Reads the cardholder's list first: the issuer serves a card's own page once in three seconds. The list may lack
 * deleted cards.
 */
async function cardAtIssuer(
  { issuer }: OperationNeeds,
  operation: Operation,
): Promise<ProviderAnswer<IssuerCard | undefined>> {
  const { cardId, holderId, issuerCardId } = known(operation);
  const listed = await issuer.findCard({ holderId, cardId });
  if (listed.outcome === 'success' && listed.value === undefined) return issuer.readCard(issuerCardId);
  return listed;
}

function known(operation: Operation): {
  cardId: NonNullable<Operation['cardId']>;
  holderId: string;
  issuerCardId: string;
} {
  const { cardId, holderId, issuerCardId } = operation;
  if (cardId === undefined || holderId === undefined || issuerCardId === undefined)
    throw new Error(`${operation.operationId} names no card or cardholder`);
  return { cardId, holderId, issuerCardId };
}
