import { formatCents, type Cents } from '#shared/money.ts';
import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import { labelOf } from '#functions/domain/cards/label-of.ts';

/** The text of a notification, for the site and the mail. */
export type NotificationWords = { readonly title: string; readonly body: string };

/** Maximum number of characters of a merchant's name. */
const merchantMax = 60;

/** The merchant of a line: its name, else its description, without characters that cannot be shown. */
export function merchantOf({
  merchantName,
  description,
}: Pick<CardTransaction, 'merchantName' | 'description'>): string {
  const name = (merchantName || description).replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return name === '' ? 'a merchant' : Array.from(name).slice(0, merchantMax).join('');
}

/** The way out of a decline, by its code. */
const waysOut: Partial<Record<NonNullable<CardTransaction['declineCode']>, string>> = {
  insufficient_funds: 'Load the card and try again.',
  card_frozen: 'Unfreeze the card and try again.',
  limit_transaction: 'Try a smaller amount.',
  limit_month: 'The limit resets on the 1st (UTC).',
  wrong_3ds: 'Check the card’s 3DS code and try again.',
  merchant_blocked: 'Try another merchant.',
  address_mismatch: 'Enter the card’s billing address exactly as the card page shows it.',
  issuer: 'Contact support if you don’t know why.',
};

/** Every text of a notification. Nothing secret goes in: a card is its name and last four digits. */
export const notificationWords = {
  depositSeen: ({ coin, amountCents }: Deposit) => ({
    title: 'Your deposit is on its way',
    body: `We see your ${coin} payment for ${formatCents(amountCents)}. It’s credited once the network confirms it.`,
  }),
  depositPart: ({ coin, amountCents }: Deposit) => ({
    title: 'Part of your deposit arrived',
    body: `Part of your ${coin} payment for ${formatCents(amountCents)} arrived. If you don’t send the rest, we’ll credit what arrived when the quote expires.`,
  }),
  depositCredited: ({ coin, surplusCents }: Deposit, creditedCents: Cents) => ({
    title: `${formatCents(creditedCents)} added to your balance`,
    body:
      surplusCents > 0
        ? `Your ${coin} deposit was credited. You sent far more than requested: we’re reviewing the rest.`
        : `Your ${coin} deposit was credited.`,
  }),
  depositTrouble: ({ coin, amountCents }: Deposit, trouble: DepositTrouble) => ({
    title: depositTroubles[trouble].title,
    body: `Your ${coin} deposit of ${formatCents(amountCents)}: ${depositTroubles[trouble].body}`,
  }),
  cardReady: (card: Card) => ({
    title: 'Your card is ready',
    body: `${labelOf(card)} is active, with ${formatCents(card.balanceCents)} on it.`,
  }),
  cardFailed: ({ name }: Card) => ({
    title: 'Your card couldn’t be created',
    body: `The card issuer didn’t create ${name}. What it cost is back in your balance.`,
  }),
  purchase: (card: Card, line: CardTransaction) => ({
    title: `${formatCents(line.amountCents)} at ${merchantOf(line)}`,
    body: `Paid with ${labelOf(card)}. ${formatCents(card.balanceCents)} is left on it.`,
  }),
  decline: (card: Card, line: CardTransaction, counted: { readonly short: number; readonly freezesAt: number }) => {
    const { short, freezesAt } = counted;
    const way = waysOut[line.declineCode ?? 'other'];
    const count =
      short > 0 && short <= freezesAt
        ? `That’s ${short} of ${freezesAt} declines in a row: at ${freezesAt} we freeze the card, because the card issuer deletes it after fifteen.`
        : undefined;
    return {
      title: `Declined: ${formatCents(line.amountCents)} at ${merchantOf(line)}`,
      body: [`${labelOf(card)}.`, line.declineReason, way, count].filter((text) => text !== undefined).join(' '),
    };
  },
  refund: (card: Card, line: CardTransaction) => ({
    title: `${formatCents(line.amountCents)} back from ${merchantOf(line)}`,
    body: `${line.kind === 'reversal' ? 'The purchase was reversed' : 'It was refunded'} to ${labelOf(card)}.`,
  }),
  frozenForDeclines: (card: Card) => ({
    title: `We froze ${card.name}`,
    body: `${labelOf(card)} is frozen: several purchases in a row were declined because there was not enough money on it, and the card issuer deletes a card after fifteen. Unfreeze it, then load it.`,
  }),
  frozenByIssuer: (card: Card, reason: string) => ({
    title: `${card.name} is frozen`,
    body: `${labelOf(card)}. ${reason}`,
  }),
  blocked: (card: Card, reason: string) => ({ title: `${card.name} is blocked`, body: `${labelOf(card)}. ${reason}` }),
  closedByIssuer: (card: Card, reason: string) => ({
    title: `${card.name} was closed`,
    body: `${labelOf(card)}. ${reason}`,
  }),
  shortOfMoney: (card: Card) => ({
    title: `${card.name} can’t pay its monthly $1`,
    body: `${labelOf(card)} declines every purchase until you load it. The card issuer deletes a card that stays empty.`,
  }),
  payout: (amountCents: Cents) => ({
    title: `${formatCents(amountCents)} from referrals`,
    body: 'Your referral payout was added to your balance.',
  }),
  debt: (debtCents: Cents) => ({
    title: `Your account owes ${formatCents(debtCents)}`,
    body: 'Your cards are frozen until it’s paid. Add funds, or pay what you owe from a card.',
  }),
  debtPaid: () => ({
    title: 'You owe nothing anymore',
    body: 'What your account owed is paid. Your cards work again, except those that are frozen for another reason.',
  }),
} as const;

/** Something that keeps a deposit from being credited, or takes it back. */
export type DepositTrouble = 'failed' | 'expired' | 'locked' | 'refunding' | 'refund_failed' | 'refunded' | 'review';

const depositTroubles: Readonly<Record<DepositTrouble, NotificationWords>> = {
  failed: { title: 'Your deposit failed', body: 'the payment provider couldn’t complete it.' },
  expired: {
    title: 'Your deposit expired',
    body: 'the payment wasn’t confirmed before the quote expired. If it arrives, we’ll credit it.',
  },
  locked: {
    title: 'Your deposit is under review',
    body: 'the payment provider is reviewing it. Nothing can be spent from it meanwhile.',
  },
  refunding: {
    title: 'Your deposit is being refunded',
    body: 'the payment provider is sending it back. What was credited for it can’t be spent.',
  },
  refund_failed: {
    title: 'Your deposit’s refund failed',
    body: 'the payment provider couldn’t send it back. What was credited stays.',
  },
  refunded: {
    title: 'Your deposit was refunded',
    body: 'the payment provider sent it back. What was credited for it was taken from your balance.',
  },
  review: { title: 'Your deposit is under review', body: 'our team is looking into it.' },
};

/** Texts for changes of the account's security; the key is the kind of audit record, with what it is about. */
export const securityWords: Readonly<Record<string, NotificationWords>> = {
  'sign-in': { title: 'New sign-in', body: 'A device that we don’t know signed in to your account.' },
  'session-ended': {
    title: 'A session was ended',
    body: 'An old sign-in was used again, or a code was wrong five times, so we ended that session.',
  },
  'password-changed': { title: 'Password changed', body: 'The password of your account was changed.' },
  'email-changed': { title: 'Email changed', body: 'The email address of your account was changed.' },
  'email-change-undone': { title: 'Email restored', body: 'The change of your email address was undone.' },
  'factor-changed': {
    title: 'Sign-in methods changed',
    body: 'An authenticator app, a passkey or the recovery codes were changed.',
  },
  'factor-reset': {
    title: 'Reset of sign-in methods',
    body: 'The removal of your app, passkeys and recovery codes was ordered, canceled or carried out.',
  },
  'two-factor': { title: 'Email codes changed', body: 'Sign-in codes by email were switched on or off.' },
  lock: { title: 'Account locked', body: 'Your account was locked, and all your cards are frozen.' },
  unlock: { title: 'Account unlocked', body: 'Your account was unlocked.' },
  suspend: { title: 'Account suspended', body: 'Our team suspended your account, and all your cards are frozen.' },
  activate: { title: 'Account active again', body: 'Our team ended the suspension of your account.' },
  'restore-address': { title: 'Email restored', body: 'Our team restored an earlier email address of your account.' },
};
