import { limits } from '#shared/limits.ts';

/** The outcome of a call to the issuer: done at once, declined, or under way until the sweeper runs. */
export type Fate = 'done' | 'declined' | 'under way';

/** A card as the model has it. */
export type CardModel = {
  balance: number;
  isFrozen: boolean;
  /** Amounts of the loads under way, in cents. */
  underWay: number[];
  /** Cents on their way from the card to the account. */
  leaving: number;
  withdrawnAtMs: number;
  life: 'open' | 'retiring' | 'deleted';
};

/** A person's money: the effects of loads, purchases and deposits in as few lines as possible. */
export class PersonModel {
  available = 0;
  held = 0;
  debt = 0;
  /** Amounts in cents; `hundredths` is the fee of a load in hundredths of a percent. */
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
  /** Deletes a card for its owner at once. The issuer closes the card now (`isClosed`) or when the sweeper runs. */
  remove(card: CardModel, isClosed: boolean): string {
    if (card.life !== 'open' || card.leaving > 0 || card.underWay.length > 0) return 'Conflict';
    if (card.balance > 100 || card.balance < 0) return 'CardNotEmpty';
    if (this.cards.filter(({ life }) => life === 'retiring').length === 3) return 'Conflict';
    this.credit(card.balance);
    [card.life, card.balance] = [isClosed ? 'deleted' : 'retiring', 0];
    return 'done';
  }
  /**
   * Charges a card in any state; a refund is negative. A retiring card keeps money that it gains until the issuer has
   * frozen it.
   */
  charge(card: CardModel, cents: number, isFrozenForGood: boolean): void {
    card.balance -= cents;
    const isKept = card.balance >= 0 && !isFrozenForGood;
    if (card.life === 'deleted' || (card.life === 'retiring' && !isKept)) this.empty(card);
  }
  /** Empties a retiring card, which keeps nothing once the issuer has frozen it. */
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
