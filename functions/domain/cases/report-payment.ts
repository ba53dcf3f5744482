import type { CaseReason } from '#shared/contract/cases.ts';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Case } from '#functions/ports/entities/cases.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, unchanged } from '#functions/ports/store.ts';
import { reconcileCardState } from '#functions/domain/cards/reconcile-card-state.ts';
import { storeDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { visibleCard } from '#functions/domain/cards/visible-card.ts';
import { merchantOf } from '#functions/domain/notifications/notification-words.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { failureName } from '#functions/domain/failure-text.ts';
import { findPayment, namesOf, type FoundPayment } from './find-payment.ts';
import { accountStaysOpen, takePlace } from './open-cases.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/**
 * Opens a case about a payment. If its cardholder did not make it, the card is frozen: the freeze is stored first, then
 * the case, and only then is the issuer called, so a silent issuer loses nothing. The write conflicts when the card has
 * changed, so after a refund that is posted meanwhile the payment is read again.
 *
 * Throws AppError NotFound, Conflict (declined, refunded in full, or a case about it is open), TooManyCases.
 */
export async function reportPayment(
  needs: Needs,
  report: {
    readonly userId: Id<'user'>;
    readonly cardId: Id<'card'>;
    readonly reference: string;
    readonly reason: CaseReason;
    readonly text: string;
  },
): Promise<Case> {
  const { store, clock, random } = needs;
  const { userId, cardId, reference, reason, text } = report;
  const isStolen = reason === 'not_mine';
  const caseId = random.id('case');
  const opened = await withRetries(needs, async () => {
    let card = visibleCard(await store.get('card', report));
    let payment = await findPayment(store, card, reference);
    if (!isStolen) refuseWithoutLoss(payment);
    else {
      await freeze(needs, report);
      // The refunds are counted on the card whose version is the condition below: the freeze has changed it.
      card = visibleCard(await store.get('card', report));
      payment = await findPayment(store, card, reference);
    }
    const [places, openAccount] = await Promise.all([
      store.get('openCases', { userId }),
      accountStaysOpen(store, userId),
    ]);
    const nowMs = clock.now();
    const opened = newCase(card, payment, { caseId, reason, nowMs });
    const { lineNumber } = opened;
    await commitForRetry(store, [
      takePlace(places, report, { caseId, cardId, lineNumber, references: [...namesOf(payment.line)] }),
      insert('case', opened),
      insert('caseMessage', { caseId, number: 1, from: 'cardholder', authorId: userId, text, atMs: nowMs }),
      unchanged('card', { userId, cardId }, card),
      openAccount,
    ]);
    return opened;
  });
  if (isStolen) await tryReconcile(needs, report);
  return opened;
}

function newCase(
  card: Card,
  { line, refundedCents }: FoundPayment,
  { caseId, reason, nowMs }: { readonly nowMs: number } & Pick<Case, 'caseId' | 'reason'>,
): Case {
  return {
    caseId,
    userId: card.userId,
    cardId: card.cardId,
    cardName: card.name,
    last4Digits: card.last4Digits,
    lineNumber: line.number,
    reference: line.reference,
    merchant: merchantOf(line),
    amountCents: line.amountCents,
    refundedCents,
    paidAtMs: line.atMs,
    reason,
    state: 'waiting',
    sinceMs: nowMs,
    messageCount: 1,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  };
}

/** Throws AppError Conflict for a payment that took nothing, or came back in full. */
function refuseWithoutLoss({ line, refundedCents }: FoundPayment): void {
  if (line.status === 'declined') {
    throw new AppError('Conflict', 'This payment was declined, so no money was taken.');
  }
  if (line.status === 'reversed' || refundedCents >= line.amountCents) {
    throw new AppError('Conflict', 'This payment was refunded in full already.');
  }
}

/** Said to the owner, who reported a payment and pressed no Freeze. */
const byReport = 'You reported a payment that wasn’t yours, so this card is frozen until you unfreeze it.';

/** Stores that the card is to be frozen. A card that is not open takes no payment anyway. */
async function freeze(needs: Needs, key: { readonly userId: Id<'user'>; readonly cardId: Id<'card'> }): Promise<void> {
  const { userId, cardId } = key;
  const card = await needs.store.get('card', { userId, cardId });
  if (card?.lifecycle !== 'open') return;
  await storeDesiredState(needs, { userId, cardId, desired: 'frozen', wordsForOwner: byReport });
}

/** Has the issuer freeze the card now. If that fails the sweep does it: the case stands. */
async function tryReconcile(needs: Needs, { userId, cardId }: Pick<Case, 'userId' | 'cardId'>): Promise<void> {
  try {
    await reconcileCardState(needs, { userId, cardId });
  } catch (thrown) {
    needs.log.warn('freeze of a reported card left to the sweep', {
      cardId,
      error: failureName(thrown),
    });
  }
}
