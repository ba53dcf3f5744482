import { randomBytes, randomInt } from 'node:crypto';

import type { IssuedCard, IssuedHolder, IssuedLine, IssuedTransfer } from './issued.ts';
import { Refusal } from './refusal.ts';
import type { Ways } from './ways.ts';

/** An event in the books that a webhook reports. */
export type Happening = {
  readonly event: string;
  readonly card?: IssuedCard;
  readonly holder?: IssuedHolder;
  readonly line?: IssuedLine;
  readonly data?: Readonly<Record<string, unknown>>;
};

type CardWish = {
  readonly holderId: string;
  readonly limitCents: number;
  readonly fundingCents: number;
  readonly pin: string;
  readonly reference: string;
  readonly meta: unknown;
};

type TransferWish = {
  readonly kind: IssuedTransfer['kind'];
  readonly cardId: string;
  readonly cents: number;
  readonly reference: string;
};

/** The issuer's books: cardholders, cards, transfers and balances, in whole cents. */
export class IssuerBooks {
  readonly holders = new Map<string, IssuedHolder>();
  readonly cards = new Map<string, IssuedCard>();
  /** Our program's own assets at the issuer, beside its cards. */
  floatCents = 10_000_000;
  #lastLineMs = 0;
  readonly #ways: Ways;
  readonly #now: () => number;
  readonly #notify: (happening: Happening) => void;

  constructor(ways: Ways, now: () => number, notify: (happening: Happening) => void) {
    this.#ways = ways;
    this.#now = now;
    this.#notify = notify;
  }

  register(name: string, meta: unknown, shouldFail: boolean): IssuedHolder {
    const holder: IssuedHolder = { holderId: hex(), name, meta, state: 'SUBMITTED' };
    this.holders.set(holder.holderId, holder);
    this.#settle(() => {
      holder.state = shouldFail ? 'FAILED' : 'VERIFIED';
      const event = `cardholder_verification.${shouldFail ? 'failed' : 'successful'}`;
      this.#notify({ event, holder, data: shouldFail ? { error_description: 'Not found' } : { is_active: true } });
    });
    return holder;
  }

  holder(holderId: string): IssuedHolder {
    const holder = this.holders.get(holderId);
    if (!holder) throw new Refusal(this.#ways.unknownStatus, 'There is no cardholder with this ID');
    return holder;
  }

  create(wish: CardWish, shouldFail: boolean): IssuedCard {
    if (this.holder(wish.holderId).state !== 'VERIFIED')
      throw new Refusal(400, "This cardholder hasn't had their ID verified yet");
    if ([...this.cards.values()].some(({ reference }) => reference === wish.reference))
      throw new Refusal(400, 'A transaction with this reference exists');
    this.#takeFromFloat(wish.fundingCents);
    const card: IssuedCard = {
      cardId: hex(),
      holderId: wish.holderId,
      reference: wish.reference,
      meta: wish.meta,
      number: cardNumber(),
      cvv: digits(3),
      pin: wish.pin,
      limitCents: wish.limitCents,
      createdAtMs: this.#now(),
      bookCents: wish.fundingCents,
      isFrozen: false,
      isDeleted: false,
      isFlagged: false,
      lines: [],
      transfers: [],
    };
    this.cards.set(card.cardId, card);
    this.#settle(() => {
      if (shouldFail) {
        this.cards.delete(card.cardId);
        this.floatCents += card.bookCents;
        this.#notify({ event: 'card_creation_event.failed', card, data: { reason: 'The network refused the card' } });
        return;
      }
      this.#notify({ event: 'card_creation_event.successful', card, data: { meta_data: card.meta } });
      if (this.#ways.firstFunding === 'silent') return;
      const line = this.#book(card, 'CREDIT', wish.fundingCents, 'Virtual dollar card funding', card.reference);
      this.#notify({ event: 'card_credit_event.successful', card, line });
    });
    return card;
  }

  /** Returns a card; a deleted one only when the issuer still shows it. Throws when there is none. */
  card(cardId: string): IssuedCard {
    const card = this.cards.get(cardId);
    if (!card || (card.isDeleted && this.#ways.deletedCards === 'unknown'))
      throw new Refusal(this.#ways.unknownStatus, 'There is no card with this ID');
    return card;
  }

  /** Returns the balance that can be spent or unloaded. */
  availableCents(card: IssuedCard): number {
    return card.bookCents - this.#ways.heldCents;
  }

  transfer({ kind, cardId, cents, reference }: TransferWish, shouldFail: boolean): void {
    const card = this.card(cardId);
    if (this.findTransfer(reference)) throw new Refusal(400, 'A transaction with this reference exists');
    if (card.isDeleted) throw new Refusal(400, 'This card has been deleted');
    if (card.isFrozen && kind === 'fund') throw new Refusal(400, 'This card is frozen, please unfreeze it first');
    if (kind === 'fund' && card.bookCents + cents > card.limitCents)
      throw new Refusal(400, `This card can hold a maximum balance of ${card.limitCents / 100} USD at a time`);
    if (kind === 'unload' && cents > this.availableCents(card))
      throw new Refusal(400, "You don't have enough funds on this card");
    // The amount of a transfer is set aside while it is under way.
    if (kind === 'fund') this.#takeFromFloat(cents);
    else card.bookCents -= cents;
    const transfer: IssuedTransfer = { kind, reference, cents, status: 'PENDING' };
    card.transfers.push(transfer);
    this.#settle(() => this.#endTransfer(card, transfer, shouldFail));
  }

  findTransfer(reference: string): IssuedTransfer | undefined {
    const all = [...this.cards.values()].flatMap(({ transfers }) => transfers);
    return all.find((transfer) => transfer.reference === reference);
  }

  setFrozen(cardId: string, isFrozen: boolean): IssuedCard {
    const card = this.card(cardId);
    if (card.isDeleted) throw new Refusal(400, 'This card has been deleted');
    card.isFrozen = isFrozen;
    return card;
  }

  /** Deletes a card for ever. The money left on it returns to our float. */
  delete(cardId: string): IssuedCard {
    const card = this.card(cardId);
    if (card.isDeleted) throw new Refusal(400, 'This card has been deleted');
    card.isDeleted = true;
    this.floatCents += card.bookCents;
    card.bookCents = 0;
    this.#notify({ event: 'card_delete_event.successful', card });
    return card;
  }

  /** Makes a purchase. Returns the line; undefined if it was declined. */
  purchase(cardId: string, cents: number, merchant: string): IssuedLine | undefined {
    const card = this.card(cardId);
    const reason = this.#reasonAgainst(card, cents);
    if (reason !== undefined) {
      const line = this.#line('DEBIT', cents, merchant, digits(12), merchant);
      this.#notify({ event: 'card_debit_event.declined', card, line, data: { decline_reason: reason } });
      return undefined;
    }
    return this.post(cardId, 'DEBIT', cents, merchant);
  }

  /** Posts a debit or credit without an authorization: a capture, a forced post, a refund without its purchase. */
  post(cardId: string, direction: 'DEBIT' | 'CREDIT', cents: number, merchant: string): IssuedLine {
    const card = this.#evenIfDeleted(cardId);
    const line = this.#book(card, direction, cents, merchant, digits(12), merchant);
    this.#move(card, direction === 'CREDIT' ? cents : -cents);
    const event = direction === 'CREDIT' ? 'card_credit_event.successful' : 'card_debit_event.successful';
    this.#notify({ event, card, line });
    return line;
  }

  /** Returns a purchase, or a part of it, to the card. The reference is that of the purchase with a suffix. */
  reverse(cardId: string, original: IssuedLine, cents = original.cents): IssuedLine {
    const card = this.#evenIfDeleted(cardId);
    const reference = `${original.clientReference}_REVERSAL`;
    const line = this.#book(card, 'CREDIT', cents, original.description, reference, original.merchant);
    this.#move(card, cents);
    this.#notify({ event: 'card_reversal_event.successful', card, line });
    return line;
  }

  /** Takes the monthly fee of a card. Its event carries no reference. */
  chargeMaintenance(cardId: string, cents: number): IssuedLine {
    const card = this.#evenIfDeleted(cardId);
    const line = this.#book(card, 'DEBIT', cents, 'Card maintenance fee', digits(12));
    this.#move(card, -cents);
    this.#notify({ event: 'card_maintenance_fee_debit_event.successful', card, line });
    return line;
  }

  #endTransfer(card: IssuedCard, transfer: IssuedTransfer, shouldFail: boolean): void {
    const { kind, reference, cents } = transfer;
    const isLoad = kind === 'fund';
    const event = isLoad ? 'card_credit_event' : 'card_unload_event';
    if (shouldFail) {
      transfer.status = 'FAILED';
      if (isLoad) this.floatCents += cents;
      else card.bookCents += cents;
      const line = this.#line(isLoad ? 'CREDIT' : 'DEBIT', cents, 'Failed', reference);
      this.#notify({ event: `${event}.failed`, card, line, data: { reason: 'The processor refused it' } });
      return;
    }
    transfer.status = 'SUCCESSFUL';
    if (isLoad) this.#move(card, cents);
    else this.floatCents += cents;
    const description = `Virtual dollar card ${isLoad ? 'funding' : 'withdrawal'}`;
    const line = this.#line(isLoad ? 'CREDIT' : 'DEBIT', cents, description, reference);
    if (this.#ways.transfersListed) card.lines.push(line);
    this.#notify({ event: `${event}.successful`, card, line });
  }

  #reasonAgainst(card: IssuedCard, cents: number): string | undefined {
    if (card.isDeleted) return 'card deleted';
    if (card.isFlagged) return 'card blocked';
    if (card.isFrozen) return 'card frozen';
    return cents > this.availableCents(card) ? 'insufficient balance' : undefined;
  }

  #evenIfDeleted(cardId: string): IssuedCard {
    const card = this.cards.get(cardId);
    if (!card) throw new Error(`there is no card ${cardId}`);
    return card;
  }

  /**
   * Changes the balance of a card. A deleted card stays at zero unless the issuer is set to keep money that arrives for
   * it.
   */
  #move(card: IssuedCard, cents: number): void {
    if (card.isDeleted && this.#ways.afterDeletion === 'float') this.floatCents += cents;
    else card.bookCents += cents;
  }

  #takeFromFloat(cents: number): void {
    if (cents > this.floatCents) throw new Refusal(400, 'Please top up your USD issuing wallet');
    this.floatCents -= cents;
  }

  #line(
    direction: IssuedLine['direction'],
    cents: number,
    description: string,
    clientReference: string,
    merchant?: string,
  ): IssuedLine {
    // Lines are at least a second apart, so that their order shows.
    this.#lastLineMs = Math.max(this.#now(), this.#lastLineMs + 1_000);
    const atMs = this.#lastLineMs;
    return { issuerReference: hex(), clientReference, direction, cents, description, atMs, merchant };
  }

  #book(
    card: IssuedCard,
    direction: IssuedLine['direction'],
    cents: number,
    description: string,
    clientReference: string,
    merchant?: string,
  ): IssuedLine {
    const line = this.#line(direction, cents, description, clientReference, merchant);
    card.lines.push(line);
    return line;
  }

  #settle(end: () => void): void {
    if (this.#ways.settleMs === 0) end();
    else setTimeout(end, this.#ways.settleMs);
  }
}

function hex(): string {
  return randomBytes(16).toString('hex');
}

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

/** Makes a card number with a valid Luhn digit, under a prefix that no bank uses. */
function cardNumber(): string {
  const body = `555555${digits(9)}`;
  const sum = Array.from(body, Number).reduceRight((total, digit, index) => {
    const doubled = digit * ((body.length - index) % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}
