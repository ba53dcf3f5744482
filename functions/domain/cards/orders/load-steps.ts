import type { Write } from '#functions/ports/store.ts';
import { minus } from '#shared/money.ts';
import { operationSettled, released, totalOf } from '#functions/domain/ledger/postings.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import { touched } from '#functions/domain/cards/catch-up-schedule.ts';
import { reconcileCardState } from '#functions/domain/cards/reconcile-card-state.ts';
import { wantedOf } from '#functions/domain/cards/frozen-reasons.ts';
import { autoLoadReleased, autoLoadSettled } from './auto-load.ts';
import { cardOf, isNoSuchCard, transferSettled } from '#functions/domain/operations/transfer.ts';
import { leaveQueue, turnOf } from '#functions/domain/operations/load-queue.ts';
import { activityEnd, operationParties } from '#functions/domain/operations/operation-end.ts';
import {
  sendBeforeOf,
  type OperationNeeds,
  type OperationSteps,
  type Settlement,
} from '#functions/domain/operations/operation-steps.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';

/** Loading a card: amount and fee are held, the issuer puts the amount on the card, the hold is spent. */
export const loadSteps: OperationSteps = {
  canSubmit: () => true,
  turnOf: ({ store, clock }, operation) => turnOf(store, operation, clock.now()),
  resubmitAfterMs: 15_000,

  async submit({ issuer, store }, operation) {
    const { cardId, issuerCardId } = cardOf(operation);
    const answer = await issuer.load({
      issuerCardId,
      amountCents: operation.amountCents,
      reference: operation.operationId,
      sendBeforeMs: sendBeforeOf(operation),
    });
    if (answer.outcome === 'success') return { outcome: 'success', value: {} };
    if (answer.outcome !== 'declined' || answer.reason !== 'rejected') return answer;
    // The issuer's reasons do not say that the card was frozen after its turn came: our own record does.
    const card = await store.get('card', { userId: operation.userId, cardId });
    return card && wantedOf(card) === 'frozen' ? { ...answer, reason: 'card_frozen' } : answer;
  },

  async ask({ issuer }, operation) {
    const { issuerCardId } = cardOf(operation);
    const found = await issuer.readTransfer({ issuerCardId, reference: operation.operationId });
    if (isNoSuchCard(found)) return { verdict: 'absent' };
    if (found.outcome !== 'success') return { verdict: 'unknown' };
    switch (found.value) {
      case 'successful':
        return { verdict: 'happened', evidence: {} };
      case 'failed':
        return { verdict: 'failed', reason: 'the issuer says FAILED' };
      case 'pending':
        return { verdict: 'pending' };
      case 'not_found':
        return { verdict: 'absent' };
    }
  },

  async settle(needs, operation, _evidence, nowMs): Promise<Settlement> {
    const { cardId } = cardOf(operation);
    const { wallet, card } = await operationParties(needs.store, operation);
    const queue = await leaveQueue(needs.store, card, operation, nowMs);
    const posting = new Posting(nowMs, { wallet, card }).post(operationSettled({ ...operation, cardId })).changeCard({
      ...queue.changes,
      lastLoadAtMs: operation.lastSubmitAtMs,
      pendingInCents: minus(card.pendingInCents, operation.amountCents),
      shortDeclines: 0,
      ...touched(nowMs),
      ...autoLoadSettled(card, operation),
      // The issuer stopped the card for lack of money: now it can be unfrozen.
      ...(card.isShortOfMoney ? { isShortOfMoney: false, actual: 'frozen', dueAtMs: nowMs } : {}),
    });
    const line = {
      kind: 'load',
      direction: 'credit',
      amountCents: operation.amountCents,
      ...(operation.startedBy === undefined
        ? { description: 'Loaded from balance' }
        : { description: 'Auto-loaded from balance', isAutomatic: true as const }),
    } as const;
    const settlement = await transferSettled(needs, operation, posting, line, totalOf(operation), nowMs);
    return { ...settlement, writes: [...settlement.writes, ...queue.writes] };
  },

  // Unfreezes a card at once that the issuer had stopped for lack of money; if that fails, the sweeper does it.
  afterSettled: (needs, { userId, cardId }) =>
    cardId === undefined ? Promise.resolve() : bringCardToDesiredState(needs, { userId, cardId }),

  async release({ store }, operation, nowMs): Promise<readonly Write[]> {
    const { wallet, card } = await operationParties(store, operation);
    const queue = await leaveQueue(store, card, operation, nowMs);
    const posting = new Posting(nowMs, { wallet, card }).post(released(operation, wallet)).changeCard({
      ...queue.changes,
      ...autoLoadReleased(card, operation, nowMs),
      pendingInCents: minus(card.pendingInCents, operation.amountCents),
    });
    return [
      ...(await posting.writes(store)),
      ...queue.writes,
      ...(await activityEnd(store, operation, { status: 'failed' }, nowMs)),
    ];
  },
};

async function bringCardToDesiredState(
  needs: OperationNeeds,
  key: Parameters<typeof reconcileCardState>[1],
): Promise<void> {
  try {
    await reconcileCardState(needs, key);
  } catch (thrown) {
    needs.log.warn('card not converged', { detail: failureMessage(thrown) });
  }
}
