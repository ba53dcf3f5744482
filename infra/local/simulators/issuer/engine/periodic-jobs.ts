import type { Card } from '../books/records.ts';
import { emitCardEvent, eventTime } from './card-events.ts';
import { moveCardMoney, networkReference, writeEntry } from './card-money.ts';
import { deleteCard } from './delete-card.ts';
import type { Issuer } from './issuer.ts';
import { issuerDate } from './issuer-dates.ts';

const day = 86_400_000;
/** Delay between the warning and the deletion of a card, in milliseconds. */
const warningMs = 7 * day;
const freezeAfterMs = 30 * day;
const deleteAfterMs = 90 * day;

/** The effect of a job on a card. */
export type JobEffect = { readonly cardId: string; readonly did: string };

/** A job of the issuer. Without a card it acts on the cards whose time has come; on a named card it acts at once. */
export type PeriodicJob = (issuer: Issuer, cardId: string | undefined) => JobEffect[];

function livingCards(issuer: Issuer, cardId: string | undefined): Card[] {
  return issuer.books.cards.all().filter((card) => card.state === 'active' && (cardId ?? card.id) === card.id);
}

/** Takes the maintenance fee from the held money, then from the card; blocks and warns a card that cannot pay. */
const chargeMonthlyFee: PeriodicJob = (issuer, cardId) =>
  livingCards(issuer, cardId).map((card) => {
    const fee = issuer.settings().maintenanceFeeCents;
    const cents = Math.min(fee, Math.max(0, card.bookCents));
    let charged = card;
    if (cents > 0) {
      // The fee is no activity of the cardholder: it does not put off the end of an unused card.
      charged = moveCardMoney(issuer, card, -cents, {
        heldCents: Math.max(0, card.heldCents - cents),
        lastActivityAt: card.lastActivityAt,
        potentialDeleteAt: card.potentialDeleteAt,
      });
      const entry = writeEntry(issuer, {
        cardId: card.id,
        reference: networkReference(),
        kind: 'fee',
        direction: 'DEBIT',
        cents,
        description: 'Card maintenance fee',
        merchant: null,
      });
      const data = { amount: String(cents), ...eventTime(entry.at) };
      emitCardEvent(issuer, charged, 'card_maintenance_fee_debit_event.successful', data);
    }
    if (cents === fee) return { cardId: card.id, did: `charged ${cents} cents` };
    const now = issuer.clock.now();
    const blocked = issuer.books.cards.put({ ...charged, freeze: 'insufficient_funds' });
    emitCardEvent(issuer, blocked, 'card_blocked_due_to_insufficient_funds.activated', {
      block_reason: 'The card could not pay its maintenance fee',
      date: issuerDate(now),
      timestamp: Math.floor(now / 1000),
    });
    warn(issuer, blocked);
    return { cardId: card.id, did: `charged ${cents} cents, blocked and warned` };
  });

function warn(issuer: Issuer, card: Card): void {
  if (card.potentialDeleteAt !== null) return;
  const potentialDeleteAt = issuer.clock.now() + warningMs;
  const warned = issuer.books.cards.put({ ...card, potentialDeleteAt });
  emitCardEvent(issuer, warned, 'card_delete_event.notification', {
    potential_delete_date: issuerDate(potentialDeleteAt),
  });
}

/** Freezes cards after 30 days without a transaction and warns those that will be deleted within a week. */
const freezeInactive: PeriodicJob = (issuer, cardId) => {
  const effects: JobEffect[] = [];
  for (const card of livingCards(issuer, cardId)) {
    const idleMs = issuer.clock.now() - card.lastActivityAt;
    if (card.freeze === 'none' && (cardId !== undefined || idleMs >= freezeAfterMs)) {
      const frozen = issuer.books.cards.put({ ...card, freeze: 'inactivity' });
      const data = { block_reason: 'No transaction in the last 30 days' };
      emitCardEvent(issuer, frozen, 'card_freezed_due_to_30_days_inactivity_event.successful', data);
      effects.push({ cardId: card.id, did: 'frozen' });
    }
    if (idleMs >= deleteAfterMs - warningMs && card.potentialDeleteAt === null) {
      warn(issuer, issuer.books.cards.get(card.id) ?? card);
      effects.push({ cardId: card.id, did: 'warned' });
    }
  }
  return effects;
};

/** Deletes cards whose warning has run out, and those without a transaction for three months. */
const deleteOverdue: PeriodicJob = (issuer, cardId) =>
  livingCards(issuer, cardId).flatMap((card) => {
    const now = issuer.clock.now();
    const overdue = card.potentialDeleteAt !== null && card.potentialDeleteAt <= now;
    const unused = now - card.lastActivityAt >= deleteAfterMs;
    if (cardId === undefined && !overdue && !unused) return [];
    const unpaid = card.freeze === 'insufficient_funds';
    deleteCard(
      issuer,
      card,
      unpaid ? 'Insufficient funds for the maintenance fee' : 'No transaction in the last 3 months',
    );
    return [{ cardId: card.id, did: 'deleted' }];
  });

/** The jobs that the control door runs, by name. */
export const periodicJobs: ReadonlyMap<string, PeriodicJob> = new Map([
  ['monthly-fee', chargeMonthlyFee],
  ['inactivity', freezeInactive],
  ['deletion', deleteOverdue],
]);
