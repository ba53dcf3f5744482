/** What a load, a purchase or a deposit did to somebody's money, in the fewest lines that can say it. */
export class PersonModel {
  available = 0;
  held = 0;
  debt = 0;
  readonly cards: { balance: number; isFrozen: boolean; underWay: number[] }[] = [];

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
    if (this.cards.length === 3) return 'CardLimitReached';
    if (this.debt > 0) return 'AccountInDebt';
    if (this.available < 2_000) return 'InsufficientFunds';
    this.available -= 2_000;
    this.cards.push({ balance: 500, isFrozen: false, underWay: [] });
    return 'done';
  }
  load(card: PersonModel['cards'][number], cents: number, fate: 'done' | 'declined' | 'under way'): string {
    const total = cents + feeOf(cents);
    const room = 500_000 - card.balance - card.underWay.reduce((sum, each) => sum + each, 0);
    if (card.isFrozen) return 'CardNotActive';
    if (cents > room) return 'CardBalanceLimit';
    if (this.debt > 0) return 'AccountInDebt';
    if (this.available < total) return 'InsufficientFunds';
    if (fate === 'declined') return 'ProviderFailed';
    this.available -= total;
    if (fate === 'done') card.balance += cents;
    else card.underWay.push(cents);
    this.held += fate === 'done' ? 0 : total;
    return fate;
  }
  sweep(): void {
    for (const card of this.cards) for (const cents of card.underWay.splice(0)) card.balance += cents;
    this.held = 0;
  }
}

const feeOf = (cents: number): number => Math.ceil(cents * 0.03) + 100;
