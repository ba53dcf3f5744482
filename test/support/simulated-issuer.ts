import { cents, minus, sum, zero, type Cents } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { IssuerCard, IssuerTransaction, TransferState } from '#functions/ports/card-issuer.ts';

/** A load or unload as the issuer knows it, by our reference. */
export type SimulatedTransfer = {
  readonly kind: 'load' | 'unload';
  readonly issuerCardId: string;
  readonly amountCents: Cents;
  state: TransferState;
  /** Number of balance changes by this transfer. More than one would be an error of the issuer. */
  effects: number;
};

/** Bodies of webhooks that the issuer has not sent yet. */
export type IssuerNews = { readonly type: string; readonly [field: string]: unknown };

/** Habits of the issuer that differ between tests. */
export type IssuerHabits = {
  readonly now: () => number;
  /** Returns the last four digits of a card from the number of cards issued before it. */
  readonly last4Digits: (index: number) => string;
  /** True: it reports how many purchases in a row a card declined for lack of money. */
  readonly statesDeclines: boolean;
};

/** Monthly fee of a card, in cents. */
const monthlyFeeCents = 100;

/**
 * The issuer's state and rules: its own books, which the product's must agree with. It keeps an accepted reference
 * forever and forgets a declined one. `issuerPort` is its API.
 */
export class SimulatedIssuer {
  readonly cards = new Map<string, IssuerCard>();
  readonly transfers = new Map<string, SimulatedTransfer>();
  readonly transactions: IssuerTransaction[] = [];
  readonly news: IssuerNews[] = [];
  /** The 3DS codes that were set, by card. */
  readonly pins = new Map<string, string>();
  /** Cardholders that were deleted, by the issuer's id. */
  readonly deletedHolders = new Set<string>();
  /** The state that an accepted transfer reaches at once. A pending transfer is decided by `end`. */
  transfersEnd: TransferState = 'pending';
  /** Amount that withdrawals really move, in cents, instead of the requested one. */
  withdrawalsMove: number | undefined;
  /** True: it takes more off a card than is on it, which leaves a negative balance. */
  overdraws = false;
  /** False: it says that it froze a card, and does not. */
  isHonest = true;
  /** False: it moves no money to or from a card that is frozen. */
  movesFrozen = true;
  /** Cards that the issuer froze because they were not used. */
  readonly unused = new Set<string>();
  /** Cards that could not pay their monthly fee. None is unfrozen before it has a dollar. */
  readonly #unpaid = new Set<string>();
  /** Change of our money at the issuer that is on no card, in cents; starts at zero. */
  floatCents = zero;
  /** Sum of what we moved from our bank to the float, in cents. */
  toppedUpCents = zero;
  /** True: it takes no load and makes no card that the float cannot pay. */
  isFloatLimited = false;
  readonly #habits: IssuerHabits;
  #references = 0;

  constructor(habits: IssuerHabits) {
    this.#habits = habits;
  }

  /** Moves our money from the bank to the float; back to the bank with a minus. */
  topUp(amountCents: Cents): void {
    this.floatCents = sum(this.floatCents, amountCents);
    this.toppedUpCents = sum(this.toppedUpCents, amountCents);
  }

  /** True when the float cannot pay an amount beside the loads that were taken before. */
  isShortOf(amountCents: Cents): boolean {
    if (!this.isFloatLimited) return false;
    const taken = [...this.transfers.values()].filter(({ kind, state }) => kind === 'load' && state === 'pending');
    return amountCents > minus(this.floatCents, sum(...taken.map((transfer) => transfer.amountCents)));
  }

  issueCard(command: { readonly cardId: Id<'card'>; readonly holderId: string; readonly fundingCents: Cents }): string {
    const issuerCardId = `issued-${command.cardId}-${this.cards.size + 1}`;
    this.floatCents = minus(this.floatCents, command.fundingCents);
    this.cards.set(issuerCardId, {
      issuerCardId,
      holderId: command.holderId,
      cardId: command.cardId,
      last4Digits: this.#habits.last4Digits(this.cards.size),
      brand: 'Mastercard',
      isActive: true,
      isDeleted: false,
      isBlocked: false,
      bookBalanceCents: command.fundingCents,
      availableBalanceCents: command.fundingCents,
      shortDeclines: this.#habits.statesDeclines ? 0 : undefined,
    });
    this.news.push({ type: 'card', issuerCardId, claim: 'created', reason: '' });
    return issuerCardId;
  }

  /** Accepts a transfer, whose outcome is decided later, or declines it. Returns `accepted` or the reason. */
  take(
    kind: SimulatedTransfer['kind'],
    command: { readonly issuerCardId: string; readonly amountCents: Cents; readonly reference: string },
  ): 'accepted' | 'card_not_found' | 'card_insufficient_funds' | 'insufficient_float' | 'rejected' {
    if (this.transfers.has(command.reference)) return 'accepted';
    const card = this.cards.get(command.issuerCardId);
    if (!card || card.isDeleted) return 'card_not_found';
    if (!card.isActive && !this.movesFrozen) return 'rejected';
    if (!this.#covers(card, kind, command.amountCents)) return 'card_insufficient_funds';
    if (kind === 'load' && this.isShortOf(command.amountCents)) return 'insufficient_float';
    this.transfers.set(command.reference, { ...command, kind, state: 'pending', effects: 0 });
    if (this.transfersEnd !== 'pending') this.end(command.reference, this.transfersEnd === 'successful');
    return 'accepted';
  }

  /** Ends a pending transfer: it succeeds when `isWanted` and covered, otherwise it fails. */
  end(reference: string, isWanted: boolean): void {
    const transfer = this.transfers.get(reference);
    if (transfer?.state !== 'pending') return;
    const card = this.cards.get(transfer.issuerCardId);
    if (isWanted && card && !card.isDeleted && this.#covers(card, transfer.kind, transfer.amountCents)) {
      transfer.state = 'successful';
      transfer.effects += 1;
      const isLoad = transfer.kind === 'load';
      const movedCents = cents(isLoad ? transfer.amountCents : (this.withdrawalsMove ?? transfer.amountCents));
      this.#change(card, isLoad ? movedCents : cents(-movedCents));
      this.floatCents = isLoad ? minus(this.floatCents, movedCents) : sum(this.floatCents, movedCents);
      this.#list(card.issuerCardId, reference, isLoad ? 'credit' : 'debit', movedCents, `Card ${transfer.kind}`);
    } else {
      transfer.state = 'failed';
    }
    const claim = transfer.state === 'successful' ? 'successful' : 'failed';
    this.news.push({ type: 'transfer', issuerCardId: transfer.issuerCardId, reference, claim });
  }

  setActive(issuerCardId: string, isActive: boolean): boolean {
    const card = this.cards.get(issuerCardId);
    if (!card || card.isDeleted) return false;
    if (isActive && this.#unpaid.has(issuerCardId) && card.bookBalanceCents < monthlyFeeCents) return false;
    if (isActive) this.#unpaid.delete(issuerCardId);
    if (isActive || this.isHonest) this.cards.set(issuerCardId, { ...card, isActive });
    return true;
  }

  /** Deletes a card: the money left on it returns to our float. */
  deleteCard(issuerCardId: string): boolean {
    const card = this.cards.get(issuerCardId);
    if (!card) return false;
    this.floatCents = sum(this.floatCents, card.bookBalanceCents);
    const nothing = { bookBalanceCents: zero, availableBalanceCents: zero };
    this.cards.set(issuerCardId, { ...card, ...nothing, isActive: false, isDeleted: true });
    return true;
  }

  /** Makes a purchase with a card. Returns true when it is approved. */
  purchase(issuerCardId: string, amountCents: Cents, description = 'CORNER COFFEE'): boolean {
    const card = this.cards.get(issuerCardId);
    if (!card || card.isDeleted) return false;
    const reference = this.#newReference();
    if (!card.isActive || card.bookBalanceCents < amountCents) {
      if (card.isActive) this.cards.set(issuerCardId, { ...card, shortDeclines: (card.shortDeclines ?? 0) + 1 });
      this.news.push({
        type: 'decline',
        issuerCardId,
        reference,
        amountCents,
        reason: card.isActive ? 'Insufficient Funds' : 'Card is frozen',
        description,
        merchantCategoryCode: '5814',
        atMs: this.#habits.now(),
      });
      return false;
    }
    this.#post(card, reference, 'debit', amountCents, description);
    return true;
  }

  /** Posts a capture without an authorization, which may make a card's balance negative. */
  force(issuerCardId: string, amountCents: Cents): void {
    const card = this.cards.get(issuerCardId);
    if (card && !card.isDeleted) this.#post(card, this.#newReference(), 'debit', amountCents, 'GRAND HOTEL');
  }

  /** Posts a capture under the caller's reference. Returns its line. */
  charge(issuerCardId: string, amountCents: number, reference: string): IssuerTransaction {
    return this.#post(this.#cardOf(issuerCardId), reference, 'debit', cents(amountCents), 'CORNER COFFEE');
  }

  /** Posts a merchant's refund, also to a deleted card. Returns its line. */
  refund(issuerCardId: string, amountCents: number, reference = this.#newReference()): IssuerTransaction {
    return this.#post(this.#cardOf(issuerCardId), reference, 'credit', cents(amountCents), 'REFUND CORNER COFFEE');
  }

  /** Reverses a purchase, once. */
  reverse(transaction: IssuerTransaction): void {
    const card = this.cards.get(transaction.issuerCardId);
    const reference = `${transaction.reference}_REVERSAL`;
    if (!card || this.transactions.some((each) => each.reference === reference)) return;
    this.#post(card, reference, 'credit', transaction.amountCents, transaction.description);
  }

  /**
   * Charges the monthly fee. A card that cannot pay all of it pays what it has, is blocked, and is warned of its
   * deletion.
   */
  chargeMonth(issuerCardId: string): void {
    const card = this.cards.get(issuerCardId);
    if (!card || card.isDeleted || this.#unpaid.has(issuerCardId)) return;
    const paid = cents(Math.min(monthlyFeeCents, Math.max(0, card.bookBalanceCents)));
    if (paid > 0) this.#post(card, this.#newReference(), 'debit', paid, 'CARD MAINTENANCE FEE', 'fee');
    if (paid === monthlyFeeCents) return;
    this.#unpaid.add(issuerCardId);
    this.#stop(issuerCardId, 'blocked');
  }

  /** Freezes a card as after a month without use, and warns of its deletion. */
  freezeUnused(issuerCardId: string): void {
    const card = this.cards.get(issuerCardId);
    if (!card?.isActive || card.isDeleted) return;
    this.unused.add(issuerCardId);
    this.#stop(issuerCardId, 'frozen');
  }

  /** Deletes a card that declined too often or could not pay its month. */
  deleteByItself(issuerCardId: string): void {
    if (this.cards.get(issuerCardId)?.isDeleted !== false) return;
    this.deleteCard(issuerCardId);
    this.news.push({ type: 'card', issuerCardId, claim: 'deleted', reason: 'Too many declines' });
  }

  #post(
    card: IssuerCard,
    reference: string,
    direction: IssuerTransaction['direction'],
    amountCents: Cents,
    description: string,
    kind: 'purchase' | 'reversal' | 'fee' = direction === 'credit' ? 'reversal' : 'purchase',
  ): IssuerTransaction {
    this.#change(card, direction === 'credit' ? amountCents : cents(-amountCents));
    const line = this.#list(card.issuerCardId, reference, direction, amountCents, description);
    this.news.push({
      type: 'transaction',
      issuerCardId: card.issuerCardId,
      reference,
      kind,
      amountCents,
      description,
      atMs: this.#habits.now(),
    });
    return line;
  }

  #stop(issuerCardId: string, claim: 'blocked' | 'frozen'): void {
    const card = this.cards.get(issuerCardId);
    if (card) this.cards.set(issuerCardId, { ...card, isActive: false });
    this.news.push({ type: 'card', issuerCardId, claim, reason: '' });
    this.news.push({ type: 'card', issuerCardId, claim: 'deletion_announced', reason: '' });
  }

  #list(
    issuerCardId: string,
    reference: string,
    direction: IssuerTransaction['direction'],
    amountCents: Cents,
    description: string,
  ): IssuerTransaction {
    const line: IssuerTransaction = {
      issuerCardId,
      reference,
      direction,
      amountCents,
      currency: 'USD',
      description,
      atMs: this.#habits.now(),
      // The merchant's name as the issuer's enrichment writes it: "Corner Coffee".
      merchantName: description.toLowerCase().replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
      merchantLogo: '',
      merchantCategoryCode: '5814',
      isRecurring: false,
      category: 'Food',
      group: 'Restaurants',
    };
    this.transactions.unshift(line);
    return line;
  }

  #covers(card: IssuerCard, kind: SimulatedTransfer['kind'], amountCents: Cents): boolean {
    return kind === 'load' || this.overdraws || card.bookBalanceCents >= amountCents;
  }

  /** Changes the balance of a card; for a deleted card, that of our float. */
  #change({ issuerCardId }: IssuerCard, amountCents: Cents): void {
    const card = this.#cardOf(issuerCardId);
    if (card.isDeleted) {
      this.floatCents = sum(this.floatCents, amountCents);
      return;
    }
    const balance = sum(card.bookBalanceCents, amountCents);
    const available = cents(Math.max(0, balance));
    this.cards.set(issuerCardId, { ...card, bookBalanceCents: balance, availableBalanceCents: available });
  }

  #cardOf(issuerCardId: string): IssuerCard {
    const card = this.cards.get(issuerCardId);
    if (!card) throw new Error(`no such card: ${issuerCardId}`);
    return card;
  }

  #newReference(): string {
    this.#references += 1;
    return `purchase-${this.#references}`;
  }
}
