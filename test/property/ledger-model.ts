import { limits } from '#shared/limits.ts';

/** The end of a call to the issuer: at once, refused, or not before the sweeper comes round. */
export type Fate = 'done' | 'declined' | 'under way';

/** A card as the model has it. */
export type CardModel = {
  balance: number;
  isFrozen: boolean;
  /** Loads under way. */
  underWay: number[];
  /** On its way to the account. */
  leaving: number;
  withdrawnAtMs: number;
  life: 'open' | 'retiring' | 'deleted';
};

/** The effect of a load, a purchase or a deposit on a person's money, in the fewest lines that can say it. */
export class PersonModel {
  available = 0;
  held = 0;
  debt = 0;
  /** Percent in hundredths. */
  prices = { cardFee: 1_500, first: 500, hundredths: 300, fixed: 100 };
  readonly cards: CardModel[] = [];

  credit(cents: number): void {
    const repaid = Math.min(this.debt, cents);
    this.debt -= repaid;
    this.available += cents - repaid;
  }
  takeBack(cents: number): void {
    const covered = Math.min(this.available, cents);
    this.available -= covered;
    this.debt += cents - covered;
  }
  createCard(): string {
    if (this.cards.filter(({ life }) => life === 'open').length === 3) return 'CardLimitReached';
    if (this.debt > 0) return 'AccountInDebt';
    const costs = this.prices.cardFee + this.prices.first;
    if (this.available < costs) return 'InsufficientFunds';
    this.available -= costs;
    this.cards.push({
      balance: this.prices.first,
      isFrozen: false,
      underWay: [],
      leaving: 0,
      withdrawnAtMs: -Infinity,
      life: 'open',
    });
    return 'done';
  }
  load(card: CardModel, cents: number, fate: Fate): string {
    const total = cents + Math.ceil((cents * this.prices.hundredths) / 10_000) + this.prices.fixed;
    const room = 500_000 - card.balance - card.leaving - card.underWay.reduce((sum, each) => sum + each, 0);
    if (this.debt > 0) return 'AccountInDebt';
    if (card.isFrozen || card.life !== 'open') return 'CardNotActive';
    if (cents > room) return 'CardBalanceLimit';
    if (this.available < total) return 'InsufficientFunds';
    if (card.underWay.length === limits.loadsUnderWayMax) return 'TooManyRequests';
    if (fate === 'declined') return 'ProviderRefused';
    this.available -= total;
    if (fate === 'done') card.balance += cents;
    else card.underWay.push(cents);
    this.held += fate === 'done' ? 0 : total;
    return fate;
  }
  withdraw(card: CardModel, cents: number, fate: Fate, nowMs: number): string {
    if ((card.isFrozen && this.debt === 0) || card.life !== 'open') return 'CardNotActive';
    if (nowMs < card.withdrawnAtMs + 300_000) return 'CooldownActive';
    if (card.leaving > 0) return 'Conflict';
    if (card.balance - cents < 100) return 'CardMinimum';
    const coming = this.cards.reduce((total, { leaving }) => total + leaving, 0);
    if (this.debt > 0 && cents > this.debt - coming) return this.debt > coming ? 'AmountTooLarge' : 'Conflict';
    if (fate === 'declined') return 'ProviderRefused';
    card.withdrawnAtMs = nowMs;
    card.balance -= cents;
    if (fate === 'done') this.credit(cents);
    else card.leaving = cents;
    return fate;
  }
  /** At once for its owner, however the issuer does; it closes the card now or when the sweeper comes. */
  remove(card: CardModel, isClosed: boolean): string {
    if (card.life !== 'open' || card.leaving > 0 || card.underWay.length > 0) return 'Conflict';
    if (card.balance > 100 || card.balance < 0) return 'CardNotEmpty';
    if (this.cards.filter(({ life }) => life === 'retiring').length === 3) return 'Conflict';
    this.credit(card.balance);
    [card.life, card.balance] = [isClosed ? 'deleted' : 'retiring', 0];
    return 'done';
  }
  /**
   * A purchase, in every state of the card; a refund has a minus. A retiring card keeps what it gains until the issuer
   * has it frozen.
   */
  charge(card: CardModel, cents: number, isFrozenForGood: boolean): void {
    card.balance -= cents;
    const isKept = card.balance >= 0 && !isFrozenForGood;
    if (card.life === 'deleted' || (card.life === 'retiring' && !isKept)) this.empty(card);
  }
  /** The issuer has a retiring card frozen by now: it keeps nothing any more. */
  frozenForGood(card: CardModel): void {
    if (card.life === 'retiring') this.empty(card);
  }
  sweep(): void {
    for (const card of this.cards) {
      for (const cents of card.underWay.splice(0)) card.balance += cents;
      this.credit(card.leaving);
      card.leaving = 0;
      if (card.life !== 'retiring') continue;
      card.life = 'deleted';
      this.empty(card);
    }
    this.held = 0;
  }
  private empty(card: CardModel): void {
    if (card.balance < 0) this.takeBack(-card.balance);
    else this.credit(card.balance);
    card.balance = 0;
  }
}
