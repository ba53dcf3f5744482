import type { IssuerCard } from '#functions/ports/card-issuer.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import { insert, type Write } from '#functions/ports/store.ts';
import { withdrawalReleased, withdrawalSettled } from '../ledger/movements.ts';
import { Posting } from '../ledger/posting.ts';
import { cardTransactionOf } from '../cards/card-transaction.ts';
import { stirred } from '../cards/catch-up-schedule.ts';
import { emptyDeletedCard } from '../cards/empty-deleted-card.ts';
import { labelOf } from '../cards/label-of.ts';
import { movementEnd } from './movement-end.ts';
import { operationParties } from './operation-parties.ts';
import {
  lateEffectMs,
  sendBeforeOf,
  type OperationNeeds,
  type OperationSteps,
  type Settlement,
} from './operation-steps.ts';

/**
 * Maximum time between the decision to close a card and the request's departure, in milliseconds: the unload or the reads
 * before it take their time.
 */
const closeWithinMs = 20_000;

/**
 * Deleting a card: what is left on it (at most $1) is taken off under the operation's reference, and only then the card is
 * closed. Closing twice does no more than closing once, so whoever asks how it stands may do it.
 */
export const cardClosing: OperationSteps = {
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
      // Some cards it does not unload, frozen or blocked ones perhaps. Closed with a dollar on it, the dollar returns to our
      // float: a card can be deleted in any state.
      if (answer.outcome !== 'declined' || answer.reason !== 'rejected') return answer;
      needs.log.warn('card closed with a rest on it', { operationId: operation.operationId, detail: answer.detail });
    }
    const closed = await close(needs, operation, operation.lastSubmitAtMs + closeWithinMs);
    return closed.outcome === 'success' ? { outcome: 'success', value: {} } : closed;
  },

  async ask(needs, operation) {
    const { issuerCardId } = known(operation);
    const askedAtMs = needs.clock.now();
    const seen = await cardAtIssuer(needs, operation);
    if (seen.outcome !== 'success') return { verdict: 'unknown' };
    if (seen.value === undefined) {
      // An issuer may forget what it has deleted. Whether that is why the card is nowhere shows in time.
      const isGone = askedAtMs > operation.lastSubmitAtMs + lateEffectMs;
      return isGone ? { verdict: 'happened', evidence: {} } : { verdict: 'unknown' };
    }
    if (seen.value.isDeleted) return { verdict: 'happened', evidence: {} };
    if (operation.amountCents > 0) {
      const swept = await needs.issuer.readTransfer({ issuerCardId, reference: operation.operationId });
      if (swept.outcome !== 'success') return { verdict: 'unknown' };
      if (swept.value === 'pending') return { verdict: 'pending' };
      if (swept.value === 'failed') return { verdict: 'failed', reason: 'the issuer says FAILED' };
      if (swept.value === 'not_found') return { verdict: 'absent' };
    } else if (!operation.isAccepted) {
      return { verdict: 'absent' };
    }
    const closed = await close(needs, operation, askedAtMs + closeWithinMs);
    return closed.outcome === 'success' ? { verdict: 'happened', evidence: {} } : { verdict: 'unknown' };
  },

  // What is credited is what our books say is left: all of it is in our float once the card is closed, however it came there.
  async settle({ store, random }, operation, _evidence, nowMs): Promise<Settlement> {
    const { cardId } = known(operation);
    const { wallet, card } = await operationParties(store, operation);
    const { amountCents, operationId } = operation;
    const posting = new Posting(nowMs, { wallet, card });
    const lines: Write[] = [];
    if (amountCents > 0) {
      posting
        .post(withdrawalSettled({ ...operation, cardId }, wallet, amountCents))
        .changeCard({ transactionCount: card.transactionCount + 1 });
      const line = cardTransactionOf(posting.card, {
        reference: operationId,
        kind: 'closing',
        direction: 'debit',
        amountCents,
        description: 'Moved to balance',
        atMs: nowMs,
      });
      lines.push(insert('cardTransaction', line));
    }
    posting
      .changeWallet({ cardCount: wallet.cardCount - 1 })
      .changeCard({ ...stirred(nowMs), lifecycle: 'deleted', dueAtMs: undefined, uncertainUntilMs: 0 });
    // A refund, or a capture, that came while it was being closed.
    const rest = await emptyDeletedCard({ store, random }, posting, {
      cause: `${operationId}:settled`,
      kinds: ['card_refund', 'card_charge'],
      description: `Rest of the deleted card ${labelOf(card)}`,
      atMs: nowMs,
    });
    const ended = await movementEnd(store, operation, { status: 'completed', paidCents: amountCents }, nowMs);
    return { writes: [...(await posting.writes(store)), ...lines, ...rest, ...ended] };
  },

  async release({ store }, operation, nowMs): Promise<readonly Write[]> {
    const { cardId } = known(operation);
    const { card } = await operationParties(store, operation);
    const posting = new Posting(nowMs, { card });
    if (operation.amountCents > 0) posting.post(withdrawalReleased({ ...operation, cardId }));
    posting.changeCard({
      lifecycle: 'open',
      // It may have refused because of a purchase that we have not heard of.
      ...stirred(nowMs),
    });
    return [...(await posting.writes(store)), ...(await movementEnd(store, operation, { status: 'failed' }, nowMs))];
  },
};

/** Closes the card at the issuer. One that is closed already is as good. */
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

/** The holder's list first: the card's own page answers once in three seconds. But the list may leave out deleted cards. */
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
    throw new Error(`${operation.operationId} names no card or holder`);
  return { cardId, holderId, issuerCardId };
}
