import { createCard, decryptPin } from '../engine/create-card.ts';
import { hashPin } from '../crypto/pin-hash.ts';
import { deleteCard } from '../engine/delete-card.ts';
import { findEffect } from '../engine/fault-modes.ts';
import { requireCard, requireHolder, requireLivingCard } from '../engine/find-records.ts';
import { type Call, type CallHandler, success } from '../engine/issuer.ts';
import { refusal, refusals } from '../engine/issuer-refusal.ts';
import { networkReference } from '../engine/card-money.ts';
import { limitRate } from '../engine/rate-limits.ts';
import { FieldReader, queryPage, queryText } from './field-reader.ts';
import { cardView, page } from './views.ts';

/** `POST cards/create_card`. */
export const createCardCall: CallHandler = (issuer, call) => {
  const fields = new FieldReader(call.body);
  const holderId = fields.filledText('cardholder_id');
  const type = fields.filledText('card_type');
  const brand = fields.filledText('card_brand');
  const currency = fields.filledText('card_currency');
  const limitCents = fields.cents('card_limit');
  const fundingCents = fields.cents('funding_amount');
  const encryptedPin = fields.text('pin');
  const reference = fields.optionalText('transaction_reference', networkReference());
  const metaData = fields.optionalObject('meta_data') ?? {};
  fields.finish();
  if (type !== 'virtual' || brand !== 'Mastercard' || currency !== 'USD') throw refusals.unavailable();
  const holder = requireHolder(issuer, holderId);
  const livemode = call.base === 'live';
  const card = createCard(
    issuer,
    { holder, limitCents, fundingCents, encryptedPin, reference, metaData, livemode },
    call.effects,
  );
  return success(201, 'The USD card is being created', { card_id: card.id, currency: 'USD' });
};

/** `GET cards/get_card_details?card_id=`: secrets sealed on the API host, in clear through the relay. */
export const getCardDetails: CallHandler = (issuer, call) => {
  const card = requireCard(issuer, queryText(call.query, 'card_id'));
  limitRate(issuer, `details:${card.id}`, issuer.settings().readLimitSeconds);
  const balances = findEffect(call.effects, 'stale') ? card.previous : undefined;
  const secrets = call.host === 'relay' ? 'clear' : 'sealed';
  return success(200, 'Card details fetched successfully', cardView(issuer, card, secrets, balances));
};

/** The card's id from the query, or from the body as one client sends it. */
function cardIdOf(call: Call): string {
  const inBody = call.body['card_id'];
  return typeof inBody === 'string' && !call.query.has('card_id') ? inBody : queryText(call.query, 'card_id');
}

/** `PATCH cards/freeze_card?card_id=`. Freezing a frozen card changes nothing. */
export const freezeCard: CallHandler = (issuer, call) => {
  const card = requireLivingCard(issuer, cardIdOf(call));
  if (card.freeze === 'none') issuer.books.cards.put({ ...card, freeze: 'user' });
  return success(200, 'Card has been frozen successfully', { card_id: card.id });
};

/**
 * `PATCH cards/unfreeze_card?card_id=`. A card blocked for lack of money needs money first; one blocked for fraud stays
 * blocked.
 */
export const unfreezeCard: CallHandler = (issuer, call) => {
  const card = requireLivingCard(issuer, cardIdOf(call));
  if (card.fraud) throw refusals.cardFlagged();
  if (card.freeze === 'insufficient_funds' && card.bookCents <= 0) {
    throw refusal(400, 'This card is blocked due to insufficient balance, fund it first');
  }
  const lastActivityAt = issuer.clock.now();
  issuer.books.cards.put({ ...card, freeze: 'none', lastActivityAt, potentialDeleteAt: null });
  return success(200, 'Card has been unfrozen successfully', { card_id: card.id });
};

/** `DELETE cards/delete_card/{card_id}`: deletes the card for good, even with money on it. */
export const deleteCardCall: CallHandler = (issuer, call) => {
  const card = requireLivingCard(issuer, call.params['card_id'] ?? '');
  deleteCard(issuer, card, 'Deleted by the issuing app', call.effects);
  return success(200, 'Card has been deleted successfully', { card_id: card.id });
};

/** `POST cards/set_3d_secure_pin` and `POST cards/update_card_pin`: the static 3-D Secure PIN, encrypted. */
export const setPin: CallHandler = (issuer, call) => {
  const fields = new FieldReader(call.body);
  const cardId = fields.filledText('card_id');
  const encrypted = fields.filledText('card_pin');
  fields.finish();
  const card = requireLivingCard(issuer, cardId);
  issuer.books.cards.put({ ...card, pin: hashPin(decryptPin(issuer, encrypted)), pinSet: true });
  return success(200, 'Card PIN has been updated successfully', { card_id: card.id });
};

/** `GET cards/get_all_cardholder_cards?cardholder_id=`: all of a holder's cards, deleted ones included. */
export const listHolderCards: CallHandler = (issuer, call) => {
  const holder = requireHolder(issuer, queryText(call.query, 'cardholder_id'));
  const cards = issuer.books.cards
    .where('holderId', holder.id)
    .filter((card) => card.state === 'active' || card.state === 'deleted')
    .map((card) => cardView(issuer, card, 'sealed'));
  return success(200, 'Cards fetched successfully', { cards, total: cards.length });
};

/** `GET cards/get_all_cards?page=`, newest first. */
export const listCards: CallHandler = (issuer, call) => {
  const cards = issuer.books.cards.all().filter((card) => card.state === 'active' || card.state === 'deleted');
  const { items, meta } = page(cards.toReversed(), queryPage(call.query));
  return success(200, 'Cards fetched successfully', {
    cards: items.map((card) => cardView(issuer, card, 'sealed')),
    meta,
  });
};
