import { randomUUID } from 'node:crypto';
import { randomCardNumber, randomCvv } from '../crypto/card-numbers.ts';
import { decryptAesEverywhere } from '../crypto/aes-everywhere.ts';
import { hashPin } from '../crypto/pin-hash.ts';
import type { Card, FaultRule, Holder, JsonObject } from '../books/records.ts';
import { emitCardEvent, emitEntryEvent } from './card-events.ts';
import { writeEntry } from './card-money.ts';
import { findEffect } from './fault-modes.ts';
import { type Issuer, moveWallet, schedule, walletCents } from './issuer.ts';
import { refusal, refusals } from './issuer-refusal.ts';

/** The smallest first funding for each card limit, in cents. */
const minimumFundingCents: ReadonlyMap<number, number> = new Map([
  [500_000, 300],
  [1_000_000, 400],
]);

/** The data of a new card. */
export type NewCard = {
  readonly holder: Holder;
  readonly limitCents: number;
  readonly fundingCents: number;
  /** The PIN as it came: encrypted with the secret key, or empty. */
  readonly encryptedPin: string;
  readonly reference: string;
  readonly metaData: JsonObject;
  readonly livemode: boolean;
};

/** Reads a PIN that was encrypted with the secret key; refuses what is not four digits. */
export function decryptPin(issuer: Issuer, encrypted: string): string {
  const pin = decryptAesEverywhere(encrypted, issuer.keys.secretKey);
  if (pin === undefined || !/^\d{4}$/.test(pin))
    throw refusal(400, 'Invalid PIN, a card PIN is 4 digits, AES encrypted');
  return pin;
}

/** Number of the newest cards whose last four digits a new card does not repeat: people tell cards apart by these. */
const distinctEnds = 300;

function unusedCardNumber({ books: { cards } }: Issuer): string {
  const ends = new Set(cards.newest(distinctEnds).map(({ pan }) => pan.slice(-4)));
  let pan = randomCardNumber();
  while (ends.has(pan.slice(-4)) || cards.where('pan', pan).length > 0) pan = randomCardNumber();
  return pan;
}

/** Makes a card, funds it from the issuing wallet, and sends the event a little later. */
export function createCard(issuer: Issuer, wanted: NewCard, effects: readonly FaultRule[]): Card {
  const { books, clock } = issuer;
  const settings = issuer.settings();
  if (books.transfers.get(wanted.reference)) throw refusals.duplicateReference();
  if (wanted.holder.state !== 'verified') throw refusals.holderNotVerified();
  const minimum = minimumFundingCents.get(wanted.limitCents);
  if (minimum === undefined) throw refusal(400, 'Invalid card limit, it can be 500000 or 1000000');
  if (wanted.fundingCents < minimum) throw refusal(400, `The minimum funding amount of this card is ${minimum} cents`);
  if (wanted.fundingCents > wanted.limitCents) throw refusals.balanceCap(wanted.limitCents);
  if (findEffect(effects, 'empty_float') || walletCents(issuer) < wanted.fundingCents) throw refusals.emptyFloat();

  const pan = unusedCardNumber(issuer);
  // Without a PIN the issuer falls back on digits that are printed on the card, which is why nobody should rely on it.
  const pin = wanted.encryptedPin === '' ? pan.slice(-2).repeat(2) : decryptPin(issuer, wanted.encryptedPin);
  const fails = findEffect(effects, 'creation_fails_async') ?? findEffect(effects, 'async_fail');
  const now = clock.now();
  const expiry = new Date(now);
  const card: Card = {
    id: randomUUID().replaceAll('-', ''),
    holderId: wanted.holder.id,
    pan,
    cvv: randomCvv(),
    expiryMonth: expiry.getUTCMonth() + 1,
    expiryYear: expiry.getUTCFullYear() + 3,
    limitCents: wanted.limitCents,
    state: fails ? 'creating' : 'active',
    freeze: 'none',
    fraud: false,
    bookCents: wanted.fundingCents,
    heldCents: Math.min(settings.heldCents, wanted.fundingCents),
    pendingUnloadCents: 0,
    previous: { bookCents: 0, availableCents: 0 },
    pin: hashPin(pin),
    pinSet: wanted.encryptedPin !== '',
    declines: 0,
    createdAt: now,
    lastActivityAt: now,
    potentialDeleteAt: null,
    deletedAt: null,
    deletionReason: null,
    returnedCents: 0,
    metaData: wanted.metaData,
    livemode: wanted.livemode,
  };
  books.cards.put(card);
  moveWallet(issuer, -wanted.fundingCents);
  const cents = wanted.fundingCents;
  books.transfers.put({
    id: wanted.reference,
    kind: 'create',
    cardId: card.id,
    cents,
    status: fails ? 'PENDING' : 'SUCCESSFUL',
    effects,
    at: now,
  });
  if (fails) {
    schedule(issuer, { kind: 'fail_creation', cardId: card.id, effects }, fails.delayMs ?? settings.transferDelayMs);
    return card;
  }
  const entry = writeEntry(issuer, {
    cardId: card.id,
    reference: wanted.reference,
    kind: 'funding',
    direction: 'CREDIT',
    cents,
    description: 'Virtual dollar card funding',
    merchant: null,
  });
  schedule(issuer, { kind: 'announce_creation', cardId: card.id, effects }, settings.creationDelayMs);
  if (settings.creditEventForInitialFunding)
    emitEntryEvent(issuer, card, entry, 'card_credit_event.successful', effects);
  return card;
}

/** Sends the event that the card exists. */
export function announceCreation(issuer: Issuer, cardId: string, effects: readonly FaultRule[]): void {
  const card = issuer.books.cards.get(cardId);
  if (card) emitCardEvent(issuer, card, 'card_creation_event.successful', { meta_data: card.metaData }, effects);
}

/** Ends a creation that was accepted and failed: the money goes back to the issuing wallet. */
export function failCreation(issuer: Issuer, cardId: string, effects: readonly FaultRule[]): void {
  const card = issuer.books.cards.get(cardId);
  if (card?.state !== 'creating') return;
  moveWallet(issuer, card.bookCents);
  const failed = issuer.books.cards.put({ ...card, state: 'failed', bookCents: 0, heldCents: 0 });
  for (const transfer of issuer.books.transfers.where('cardId', cardId)) {
    issuer.books.transfers.put({ ...transfer, status: 'FAILED' });
  }
  const data = { reason: 'The card processor refused to create this card', meta_data: card.metaData };
  emitCardEvent(issuer, failed, 'card_creation_event.failed', data, effects);
}
