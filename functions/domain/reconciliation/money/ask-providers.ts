import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import type { IssuerCard, TransferState } from '#functions/ports/card-issuer.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { BelievedOperation } from '#functions/domain/reconciliation/books/believed-operations.ts';
import type { Asked } from './check-deposits.ts';
import type { AtIssuer } from './check-issuer.ts';
import { lifecycleOf } from './check-cards.ts';
import { openOn } from './check-operations.ts';
import type { Books } from '#functions/domain/reconciliation/books/read-books.ts';

type Needs = Pick<Services, 'issuer' | 'payments'>;

/**
 * Asks the payment provider about a person's deposits that changed since a time. A deposit without an answer is left
 * out. `onSilence` is called for each question without an answer.
 */
export async function askPayments(
  { payments }: Pick<Needs, 'payments'>,
  deposits: Iterable<Deposit | undefined>,
  sinceMs: number,
  onSilence: () => void,
): Promise<ReadonlyMap<Id<'deposit'>, Asked>> {
  const answers = new Map<Id<'deposit'>, Asked>();
  for (const deposit of deposits) {
    if (deposit === undefined || deposit.lifecycle !== 'open' || deposit.updatedAtMs < sinceMs) continue;
    const answer = await payments.readPayment(deposit.depositId);
    if (answer.outcome === 'success') answers.set(deposit.depositId, answer.value ?? 'gone');
    else onSilence();
  }
  return answers;
}

/**
 * Asks the issuer about a person's cards at rest, and about their loads and withdrawals that ended since a time.
 * `onSilence` is called for each question without an answer, `onBusy` for each card that is not at rest.
 */
export async function askIssuer(
  { issuer }: Pick<Needs, 'issuer'>,
  books: Books,
  believed: readonly BelievedOperation[],
  sinceMs: number,
  { onSilence, onBusy }: { readonly onSilence: () => void; readonly onBusy: () => void },
): Promise<AtIssuer> {
  const cards = new Map<Id<'card'>, IssuerCard | 'gone'>();
  for (const card of books.cards) {
    const { cardId, holderId, issuerCardId } = card;
    if (issuerCardId === undefined) continue;
    if (openOn(believed, cardId).length > 0) {
      onBusy();
      continue;
    }
    if (lifecycleOf(card, believed) === 'deleted' && card.updatedAtMs < sinceMs) continue;
    // The cardholder's list is asked first: the issuer serves a card's own page once in three seconds, and other work
    // needs that page.
    const listed = await issuer.findCard({ holderId, cardId });
    // The cardholder of an erased person no longer has a list.
    const hasNoList = listed.outcome === 'declined' && listed.reason === 'holder_not_found';
    const isUnlisted = listed.outcome === 'success' && listed.value === undefined;
    const found = hasNoList || isUnlisted ? await issuer.readCard(issuerCardId) : listed;
    if (found.outcome === 'success') cards.set(cardId, found.value ?? 'gone');
    else onSilence();
  }
  const transfers = new Map<string, TransferState>();
  for (const { operation, end } of believed) {
    const { operationId, kind, issuerCardId, updatedAtMs, attempt } = operation;
    const isTransfer = kind === 'card_load' || kind === 'card_withdrawal';
    if (!isTransfer || issuerCardId === undefined || updatedAtMs < sinceMs || attempt === 0) continue;
    if (end !== 'settled' && end !== 'released') continue;
    const answer = await issuer.readTransfer({ issuerCardId, reference: operationId });
    if (answer.outcome === 'success') transfers.set(operationId, answer.value);
    else onSilence();
  }
  return { cards, transfers };
}
