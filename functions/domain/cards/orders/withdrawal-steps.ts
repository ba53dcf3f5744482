import type { Write } from '#functions/ports/store.ts';
import { withdrawalReleased, withdrawalSettled } from '#functions/domain/ledger/postings.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import { reconcileDueCards } from '#functions/domain/cards/reconcile-due-cards.ts';
import { touched } from '#functions/domain/cards/catch-up-schedule.ts';
import { emptyDeletedCard } from '#functions/domain/cards/empty-deleted-card.ts';
import { cardDescription } from '#functions/domain/cards/card-description.ts';
import { relieved } from '#functions/domain/cards/relieved.ts';
import { cardOf, isNoSuchCard, transferSettled } from '#functions/domain/operations/transfer.ts';
import { activityEnd, operationParties } from '#functions/domain/operations/operation-end.ts';
import { sendBeforeOf, type OperationSteps, type Settlement } from '#functions/domain/operations/operation-steps.ts';

/** Grace period for the statement line, in milliseconds. The issuer does not guarantee one. */
const statementWithinMs = 60_000;

/**
 * Withdrawing: the amount leaves the card's balance at once, and reaches the account's balance only when the issuer has
 * moved it.
 */
export const withdrawalSteps: OperationSteps = {
  canSubmit: () => true,
  resubmitAfterMs: 15_000,

  async submit({ issuer }, operation) {
    const answer = await issuer.unload({
      issuerCardId: cardOf(operation).issuerCardId,
      amountCents: operation.amountCents,
      reference: operation.operationId,
      sendBeforeMs: sendBeforeOf(operation),
    });
    return answer.outcome === 'success' ? { outcome: 'success', value: {} } : answer;
  },

  async ask({ issuer, clock, log }, operation) {
    const { issuerCardId } = cardOf(operation);
    const { operationId, amountCents, lastSubmitAtMs } = operation;
    const query = { issuerCardId, reference: operationId };
    const askedAtMs = clock.now();
    const found = await issuer.readTransfer(query);
    if (isNoSuchCard(found)) return { verdict: 'absent' };
    if (found.outcome !== 'success') return { verdict: 'unknown' };
    switch (found.value) {
      case 'successful': {
        // Only the card's statement has the moved amount, perhaps a moment later.
        const line = await issuer.readTransaction(query);
        if (line.outcome !== 'success') return { verdict: 'unknown' };
        if (line.value === undefined) {
          if (askedAtMs <= lastSubmitAtMs + statementWithinMs) return { verdict: 'pending' };
          log.warn('withdrawal is on no statement', { operationId });
          return { verdict: 'happened', evidence: { movedCents: amountCents, isPresumed: true } };
        }
        if (line.value.direction !== 'debit' || line.value.amountCents !== amountCents)
          log.error('the issuer moved something else than it was asked to', { operationId });
        return line.value.direction === 'debit'
          ? { verdict: 'happened', evidence: { movedCents: line.value.amountCents } }
          : { verdict: 'unknown' };
      }
      case 'failed':
        return { verdict: 'failed', reason: 'the issuer says FAILED' };
      case 'pending':
        return { verdict: 'pending' };
      case 'not_found':
        return { verdict: 'absent' };
    }
  },

  async settle(needs, operation, { movedCents }, nowMs): Promise<Settlement> {
    const { cardId } = cardOf(operation);
    if (movedCents === undefined) throw new Error('a settled withdrawal has evidence');
    const { wallet, card } = await operationParties(needs.store, operation);
    const posting = new Posting(nowMs, { wallet, card })
      .post(withdrawalSettled({ ...operation, cardId }, wallet, movedCents))
      .changeCard(touched(nowMs));
    const line = {
      kind: 'withdrawal',
      direction: 'debit',
      amountCents: movedCents,
      description: 'Withdrawn to balance',
    } as const;
    return transferSettled(needs, operation, posting, line, movedCents, nowMs);
  },

  // Unfreezes at once the cards that were frozen for the debt which this withdrawal paid.
  afterSettled: (needs, { userId, paysDebt }) =>
    paysDebt === true ? reconcileDueCards(needs, userId) : Promise.resolve(),

  async release({ store, random }, operation, nowMs): Promise<readonly Write[]> {
    const { cardId } = cardOf(operation);
    const { wallet, card } = await operationParties(store, operation);
    const posting = new Posting(nowMs, { wallet, card }).post(withdrawalReleased({ ...operation, cardId })).changeCard({
      // A withdrawal that the issuer never accepted does not count: the next one need not wait.
      ...(operation.isAccepted ? {} : { lastUnloadAtMs: 0 }),
      // The issuer may have refused because of a purchase that is not posted yet.
      ...touched(nowMs),
    });
    if (card.lifecycle === 'open') posting.changeCard(relieved(card, posting.card.balanceCents, nowMs));
    const rest = await emptyDeletedCard({ store, random }, posting, {
      cause: `${operation.operationId}:released`,
      kinds: ['card_closing', 'card_charge'],
      description: cardDescription('Rest of the deleted card', card),
      atMs: nowMs,
    });
    return [
      ...(await posting.writes(store)),
      ...rest,
      ...(await activityEnd(store, operation, { status: 'failed' }, nowMs)),
    ];
  },
};
