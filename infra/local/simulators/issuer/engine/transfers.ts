import type { Card, FaultRule, Transfer } from '../books/records.ts';
import { emitCardEvent, emitEntryEvent, eventTime } from './card-events.ts';
import { balancesOf, moveCardMoney, writeEntry } from './card-money.ts';
import { findEffect } from './fault-modes.ts';
import { requireLivingCard } from './find-records.ts';
import { type Issuer, moveWallet, schedule, walletCents } from './issuer.ts';
import { refusals } from './issuer-refusal.ts';
import { refuseTooSoon, stampAccepted } from './rate-limits.ts';

/** A load or an unload as the program asks for it. */
export type WantedTransfer = { readonly cardId: string; readonly cents: number; readonly reference: string };

type Kind = 'fund' | 'unload';

/** Accepts a load: the money leaves the issuing wallet now and reaches the card, or comes back, a little later. */
export function fundCard(issuer: Issuer, wanted: WantedTransfer, effects: readonly FaultRule[]): Transfer {
  refuseRepeated(issuer, 'fund', wanted);
  const card = requireLivingCard(issuer, wanted.cardId);
  if (card.fraud) throw refusals.cardFlagged();
  // A card that the issuer blocked for lack of money takes money: that is the way out of the block.
  const frozen = card.freeze === 'user' || card.freeze === 'inactivity';
  if (frozen && issuer.settings().frozenFunding === 'refused') throw refusals.cardFrozen();
  const onItsWay = issuer.books.transfers.where('cardId', card.id).filter(isPendingFund);
  const arriving = onItsWay.reduce((sum, transfer) => sum + transfer.cents, 0);
  if (card.bookCents + arriving + wanted.cents > card.limitCents) throw refusals.balanceCap(card.limitCents);
  if (findEffect(effects, 'empty_float') || walletCents(issuer) < wanted.cents) throw refusals.emptyFloat();
  moveWallet(issuer, -wanted.cents);
  return accept(issuer, 'fund', wanted, effects);
}

function isPendingFund(transfer: Transfer): boolean {
  return transfer.kind === 'fund' && transfer.status === 'PENDING';
}

/** Accepts an unload: the money is out of the card's reach now and in the issuing wallet, or back, a little later. */
export function unloadCard(issuer: Issuer, wanted: WantedTransfer, effects: readonly FaultRule[]): Transfer {
  refuseRepeated(issuer, 'unload', wanted);
  const card = requireLivingCard(issuer, wanted.cardId);
  if (card.fraud) throw refusals.cardFlagged();
  const frozen = card.freeze === 'user' || card.freeze === 'inactivity';
  if (frozen && issuer.settings().frozenUnloading === 'refused') throw refusals.cardFrozen();
  if (balancesOf(card).availableCents < wanted.cents) throw refusals.noFunds();
  issuer.books.cards.put({ ...card, pendingUnloadCents: card.pendingUnloadCents + wanted.cents });
  return accept(issuer, 'unload', wanted, effects);
}

/** The order of the two checks is not documented, so a setting decides it. */
function refuseRepeated(issuer: Issuer, kind: Kind, wanted: WantedTransfer): void {
  const { duplicateReferenceFirst, fundLimitSeconds } = issuer.settings();
  const duplicate = (): void => {
    if (issuer.books.transfers.get(wanted.reference)) throw refusals.duplicateReference();
  };
  const tooSoon = (): void =>
    refuseTooSoon(issuer, `${kind}:${wanted.cardId}`, fundLimitSeconds, refusals.tooSoonToMoveMoney(kind));
  for (const check of duplicateReferenceFirst ? [duplicate, tooSoon] : [tooSoon, duplicate]) check();
}

function accept(issuer: Issuer, kind: Kind, wanted: WantedTransfer, effects: readonly FaultRule[]): Transfer {
  stampAccepted(issuer, `${kind}:${wanted.cardId}`);
  const delayMs = findEffect(effects, 'async_fail')?.delayMs ?? issuer.settings().transferDelayMs;
  schedule(issuer, { kind: 'settle_transfer', reference: wanted.reference }, delayMs);
  return issuer.books.transfers.put({
    id: wanted.reference,
    kind,
    cardId: wanted.cardId,
    cents: wanted.cents,
    status: 'PENDING',
    effects,
    at: issuer.clock.now(),
  });
}

/** Brings an accepted load or unload to its end. */
export function settleTransfer(issuer: Issuer, reference: string): void {
  const transfer = issuer.books.transfers.get(reference);
  const card = transfer && issuer.books.cards.get(transfer.cardId);
  if (!card || transfer.status !== 'PENDING') return;
  const refused = findEffect(transfer.effects, 'async_fail') !== undefined || card.state === 'deleted';
  if (transfer.kind === 'fund') settleFund(issuer, transfer, card, refused);
  if (transfer.kind === 'unload') settleUnload(issuer, transfer, card, refused);
}

function settleFund(issuer: Issuer, transfer: Transfer, card: Card, refused: boolean): void {
  if (refused) {
    moveWallet(issuer, transfer.cents);
    fail(issuer, transfer, card, 'card_credit_event.failed');
    return;
  }
  const funded = moveCardMoney(issuer, card, transfer.cents, { declines: 0 });
  succeed(issuer, transfer, funded, 'CREDIT', 'Virtual dollar card funding', 'card_credit_event.successful');
}

function settleUnload(issuer: Issuer, transfer: Transfer, card: Card, refused: boolean): void {
  const released = { pendingUnloadCents: Math.max(0, card.pendingUnloadCents - transfer.cents) };
  // A forced post may have eaten the money meanwhile: the hold keeps purchases out, not those.
  if (refused || card.bookCents - card.heldCents < transfer.cents) {
    fail(issuer, transfer, issuer.books.cards.put({ ...card, ...released }), 'card_unload_event.failed');
    return;
  }
  moveWallet(issuer, transfer.cents);
  const unloaded = moveCardMoney(issuer, card, -transfer.cents, released);
  succeed(issuer, transfer, unloaded, 'DEBIT', 'Virtual dollar card unloading', 'card_unload_event.successful');
}

function succeed(
  issuer: Issuer,
  transfer: Transfer,
  card: Card,
  direction: 'CREDIT' | 'DEBIT',
  description: string,
  event: string,
): void {
  issuer.books.transfers.put({ ...transfer, status: 'SUCCESSFUL' });
  const entry = writeEntry(issuer, {
    cardId: card.id,
    reference: transfer.id,
    kind: direction === 'CREDIT' ? 'funding' : 'unload',
    direction,
    cents: transfer.cents,
    description,
    merchant: null,
  });
  emitEntryEvent(issuer, card, entry, event, transfer.effects);
}

function fail(issuer: Issuer, transfer: Transfer, card: Card, event: string): void {
  issuer.books.transfers.put({ ...transfer, status: 'FAILED' });
  const data = {
    amount: String(transfer.cents),
    transaction_reference: transfer.id,
    reason: card.state === 'deleted' ? 'The card has been deleted' : 'The card processor refused this transaction',
    ...eventTime(issuer.clock.now()),
  };
  emitCardEvent(issuer, card, event, data, transfer.effects);
}
