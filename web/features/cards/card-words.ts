import { cardStatusNames } from '#shared/card-status-names.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';

/** One transaction on a card. */
export type CardTransaction = ReplyOf<'cards.transactions'>['transactions'][number];
/** A card without its secrets. */
export type Card = ReplyOf<'cards.read'>;

/** The card as a title names it: `Groceries •• 4242`, without digits while the issuer makes it. */
export function cardTitle({ name, last4Digits }: Pick<Card, 'name' | 'last4Digits'>): string {
  return last4Digits === '' ? name : `${name} •• ${last4Digits}`;
}

/** True while the card is frozen because the account owes money. */
export function isFrozenForDebt(card: Pick<Card, 'status' | 'frozenReasons'>): boolean {
  return card.status === 'freezed' && card.frozenReasons.includes('debt');
}

/** True while a debt can be paid from the card: more is on it than the dollar that must stay. */
export function canPayDebt(card: Pick<Card, 'status' | 'frozenReasons' | 'balance'>): boolean {
  return isFrozenForDebt(card) && card.balance > limits.cardMinimumCents;
}

/** True for a frozen card that its owner can unfreeze: every other reason ends by itself. */
export function canBeUnfrozen(card: Pick<Card, 'frozenReasons'>): boolean {
  return card.frozenReasons.every((reason) => reason === 'owner' || reason === 'declines');
}

/** The name of a card's status. Anything but active is shown as not usable, with the cause in words. */
export function statusLabel(card: Pick<Card, 'status'>): string {
  return cardStatusNames[card.status];
}

const kindNames: Readonly<Record<string, string>> = {
  purchase: 'Purchase',
  reversal: 'Reversal',
  refund: 'Refund',
  fee: 'Fee',
  load: 'Load',
  withdrawal: 'Withdrawal',
  creation: 'First deposit',
  closing: 'Closing',
} satisfies Record<CardTransaction['kind'], string>;

/** The words of a transaction's type badge. */
export function typeLabel(transaction: Pick<CardTransaction, 'kind' | 'status'>): string {
  if (transaction.status === 'declined') return 'Declined';
  return transaction.status === 'reversed' ? 'Reversed' : (kindNames[transaction.kind] ?? transaction.kind);
}

/** True when money came to the card. The wire may spell the direction in either case. */
export function isCredit(transaction: { readonly card_transaction_type: string }): boolean {
  return transaction.card_transaction_type.toLowerCase() === 'credit';
}

/** `+$25.00 USD`, `−$15.49 USD`; a declined amount moved nothing and has no sign. */
export function signedAmount(
  transaction: Pick<CardTransaction, 'amount' | 'currency' | 'status' | 'card_transaction_type'>,
): string {
  const currency = transaction.currency.toUpperCase();
  const number = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const amount = `${number.format(transaction.amount / 100)} ${currency}`;
  if (transaction.status === 'declined') return amount;
  return `${isCredit(transaction) ? '+' : '−'}${amount}`;
}

/** Two letters for a merchant without a logo: `NF` for Netflix, `AW` for Amazon Web Services. */
export function monogram(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '?', second] = words;
  return (second ? `${first.charAt(0)}${second.charAt(0)}` : first.slice(0, 2)).toUpperCase();
}

/** True for a logo that may be shown. The site's policy decides further from where pictures may come. */
export function isLogo(logo: string): boolean {
  return /^(data:image\/(png|jpeg|webp|svg\+xml);|https:\/\/|http:\/\/127\.0\.0\.1:)/.test(logo);
}
