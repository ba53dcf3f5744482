import type { FreezeReason } from '#shared/contract/cards.ts';
import { limits } from '#shared/limits.ts';
import { formatCents, sum, type Cents } from '#shared/money.ts';
import type { AutoLoad, Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { Case } from '#functions/ports/entities/cases.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Subscription } from '#functions/ports/entities/subscriptions.ts';
import { wantedOf } from '#functions/domain/cards/frozen-reasons.ts';
import { statusOf, statusReasonOf, waysToPay } from '#functions/domain/cards/visible-card.ts';
import { labelOf } from '#functions/domain/cards/card-description.ts';
import { afterMonth } from '#functions/domain/cards/orders/auto-load.ts';
import { dayText, momentText } from '#functions/domain/mails/moment-text.ts';

/** The text of a notification, for the site and the mail. */
export type NotificationWords = { readonly title: string; readonly body: string };

/** Maximum length of a merchant's name, in characters. */
const merchantMax = 60;

/** Returns the merchant of a line: its name, else its description, without characters that cannot be shown. */
export function merchantOf({
  merchantName,
  description,
}: Pick<CardTransaction, 'merchantName' | 'description'>): string {
  const name = (merchantName || description).replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return name === '' ? 'a merchant' : Array.from(name).slice(0, merchantMax).join('');
}

/** Advice to the owner after a decline, by its code. */
const waysOut: Partial<Record<NonNullable<CardTransaction['declineCode']>, string>> = {
  insufficient_funds: 'Load the card and try again.',
  limit_transaction: 'Try a smaller amount.',
  limit_month: 'The limit resets on the 1st (UTC).',
  wrong_3ds: 'Check the card’s 3DS code and try again.',
  merchant_blocked: 'Try another merchant.',
  address_mismatch: 'Enter the card’s billing address exactly as the card page shows it.',
  issuer: 'Contact support if you don’t know why.',
};

/**
 * Returns the advice after a decline of a frozen card, by the reason to be frozen that ends last; undefined where the
 * owner's Unfreeze ends it.
 */
function wayToUnfreeze(card: Card): string | undefined {
  const has = (reason: FreezeReason): boolean => card.frozenReasons.includes(reason);
  if (has('suspension')) return 'Contact support.';
  if (has('lock')) return 'Unlock your account first.';
  return has('debt') ? `${waysToPay(card)}.` : undefined;
}

/**
 * True when the money on its way to a card brings it to an amount. Its owner would load it a second time: the purchase
 * may have started an auto-load.
 */
function isOnItsWay({ balanceCents, pendingInCents }: Card, neededCents: Cents): boolean {
  return pendingInCents > 0 && sum(balanceCents, pendingInCents) >= neededCents;
}

function onItsWay({ pendingInCents }: Card): string {
  return `${formatCents(pendingInCents)} is on its way to it`;
}

function wayOut(card: Card, { declineCode = 'other', amountCents }: CardTransaction): string | undefined {
  const advice = wayToUnfreeze(card);
  if (declineCode === 'insufficient_funds' && card.frozenReasons.length > 0) return advice ?? alreadyFrozen;
  if (declineCode === 'insufficient_funds' && isOnItsWay(card, amountCents))
    return `${onItsWay(card)}: try again once it’s there.`;
  if (declineCode !== 'card_frozen') return waysOut[declineCode];
  if (card.blockedReason !== undefined) return waysOut.issuer;
  if (card.isShortOfMoney) return waysOut.insufficient_funds;
  if (statusOf(card) === 'active') return 'The card is active now. Try again.';
  // It is frozen because there was too little money on it, so unfreezing alone brings the next decline.
  if (card.frozenReasons.includes('declines')) return advice ?? 'Unfreeze it, then load it.';
  return advice ?? 'Unfreeze the card and try again.';
}

/** True for a card that was deleted: its money is in the balance, and none of its owner's orders reaches it. */
export function isGone({ lifecycle }: Card): boolean {
  return lifecycle === 'deleted' || lifecycle === 'retiring';
}

/** True for a purchase that a card's own money paid: one that is being deleted may still hold a refund. */
function isPaidByCard({ balanceAfterCents }: CardTransaction): boolean {
  return balanceAfterCents !== undefined && balanceAfterCents >= 0;
}

/** Names where a refund has gone, from the card as it is with it. */
function refundedTo(card: Card): string {
  if (!isGone(card)) return labelOf(card);
  // A card that the issuer has not stopped yet keeps the money, because it can still be spent there.
  return card.balanceCents > 0
    ? `${labelOf(card)}, which is being deleted. The money comes to your balance as soon as the card issuer has stopped the card`
    : `your balance, because ${labelOf(card)} was deleted`;
}

/** Returns the reason of a decline, without the word with which the title begins. */
function reasonOf({ declineReason }: CardTransaction): string | undefined {
  return declineReason?.replace(/^Declined: (.)/, (_, first: string) => first.toUpperCase());
}

/** Advice when the declines have frozen the card meanwhile: a load alone would not help any more. */
const alreadyFrozen = 'The card is frozen by now: it declines every purchase until you unfreeze it.';

/** The other place of a card's money: its issuer may have deleted the card while an order was in doubt. */
const orInBalance = 'or in your balance if the card was deleted';

/** An order whose end was in doubt. */
type Order = 'load' | 'withdrawal';

/** The side that found how an order ended. */
type Finder = 'issuer' | 'team';

/** Texts of all notifications. They hold no secrets: a card is shown by its name and last four digits. */
export const notificationWords = {
  depositSeen: ({ coin, amountCents }: Deposit) => ({
    title: 'Your deposit is on its way',
    body: `We see your ${coin} payment for ${formatCents(amountCents)}. It’s credited once the network confirms it.`,
  }),
  depositPart: ({ coin, amountCents }: Deposit) => ({
    title: 'Part of your deposit arrived',
    body: `Part of your ${coin} payment for ${formatCents(amountCents)} arrived. If you don’t send the rest, we’ll credit what arrived when the quote expires.`,
  }),
  /** `keepsRest`: our team credited a part of what it had to review, and decided against the rest. */
  depositCredited: ({ coin, surplusCents }: Deposit, creditedCents: Cents, keepsRest: boolean) => ({
    title: `${formatCents(creditedCents)} added to your balance`,
    body: keepsRest
      ? `The review of your ${coin} deposit has ended. The rest of it wasn’t credited. Questions? Ask support.`
      : surplusCents > 0
        ? `Your ${coin} deposit was credited. You sent far more than requested: we’re reviewing the rest.`
        : `Your ${coin} deposit was credited.`,
  }),
  arrivedLate: (cents: Cents | undefined) =>
    `${cents === undefined ? 'Money' : formatCents(cents)} arrived for your closed account`,
  waitsForReturn: (untilMs: number) =>
    `Your account is closed, so the money waits for you. Sign in by ${momentText(untilMs)} to open the account again with it.`,
  depositTrouble: ({ coin, amountCents }: Deposit, trouble: DepositTrouble, creditedBefore: Cents) => {
    const { title, body, ofCredit = '' } = depositTroubles[trouble];
    const end = creditedBefore > 0 ? ofCredit : '';
    return { title, body: `Your ${coin} deposit of ${formatCents(amountCents)}: ${body}${end}` };
  },
  depositRefused: ({ coin, amountCents, creditedCents }: Deposit, hasRest: boolean) => ({
    title: 'The review of your deposit has ended',
    body: `${
      creditedCents > 0
        ? `${formatCents(creditedCents)} of your ${coin} deposit is in your balance. ${hasRest ? 'The rest wasn’t credited.' : 'It stays there.'}`
        : `None of your ${coin} deposit of ${formatCents(amountCents)} is in your balance.`
    } Questions? Ask support.`,
  }),
  cardReady: (card: Card) => ({
    title: 'Your card is ready',
    // A card is born frozen where the account was locked, suspended or in debt while the issuer made it.
    body:
      wantedOf(card) === 'active'
        ? `${labelOf(card)} is active, with ${formatCents(card.balanceCents)} on it.`
        : // Its freeze at the issuer is done before the mail is read.
          `${labelOf(card)} has ${formatCents(card.balanceCents)} on it. ${statusReasonOf({ ...card, actual: 'frozen' })}`,
  }),
  cardFailed: ({ name }: Card) => ({
    title: 'Your card couldn’t be created',
    body: `The card issuer didn’t create ${name}. What it cost is back in your balance.`,
  }),
  purchase: (card: Card, line: CardTransaction) => ({
    title: `${formatCents(line.amountCents)} at ${merchantOf(line)}`,
    body:
      isGone(card) && !isPaidByCard(line)
        ? `It was charged to your balance, because ${labelOf(card)} was deleted.`
        : `Paid with ${labelOf(card)}. ${formatCents(card.balanceCents)} is left on it.`,
  }),
  decline: (card: Card, line: CardTransaction, counted: { readonly short: number; readonly freezesAt: number }) => {
    const { short, freezesAt } = counted;
    const title = `Declined: ${formatCents(line.amountCents)} at ${merchantOf(line)}`;
    if (isGone(card)) return { title, body: `${labelOf(card)} was deleted, so it pays nothing anymore.` };
    const count =
      short > 0 && short <= freezesAt
        ? `That’s ${short} of ${freezesAt} declines in a row: at ${freezesAt} we freeze the card, because the card issuer deletes it after fifteen.`
        : undefined;
    return {
      title,
      body: [`${labelOf(card)}.`, reasonOf(line), wayOut(card, line), count]
        .filter((text) => text !== undefined)
        .join(' '),
    };
  },
  refund: (card: Card, line: CardTransaction) => ({
    title: `${formatCents(line.amountCents)} back from ${merchantOf(line)}`,
    body: `It was ${line.kind === 'reversal' ? 'returned' : 'refunded'} to ${refundedTo(card)}.`,
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
  lowBalance: (card: Card, belowCents: Cents) => ({
    title: `${formatCents(card.balanceCents)} left on ${card.name}`,
    body: [
      `${labelOf(card)} has less than ${formatCents(belowCents)} on it.`,
      isOnItsWay(card, belowCents) ? `${onItsWay(card)}.` : 'Load it before the next purchase.',
    ].join(' '),
  }),
  autoLoaded: (card: Card, line: CardTransaction) => ({
    title: `${formatCents(line.amountCents)} loaded automatically`,
    body: `${labelOf(card)} was low, so we loaded it from your balance. It has ${formatCents(card.balanceCents)} now.`,
  }),
  autoLoadFailed: (card: Card, { failures, failure }: AutoLoad) => ({
    title: `Auto-load failed for ${card.name}`,
    body: `${labelOf(card)} was not loaded. ${failure ?? ''} That’s ${failures} in a row: at ${limits.autoLoadFailuresMax} auto-load is switched off.`,
  }),
  autoLoadPaused: (card: Card, { failure }: AutoLoad) => ({
    title: `Auto-load paused for ${card.name}`,
    body: `${labelOf(card)} was not loaded. ${failure ?? ''}`,
  }),
  autoLoadStopped: (card: Card) => ({
    title: `Auto-load is off for ${card.name}`,
    body: `${labelOf(card)} couldn’t be loaded ${limits.autoLoadFailuresMax} times in a row, so we switched auto-load off. See that your balance has enough, then switch it on again.`,
  }),
  autoLoadCapped: (card: Card, order: AutoLoad) => ({
    title: `Auto-load paused for ${card.name}`,
    body: `Another auto-load of ${labelOf(card)} would pass your monthly maximum of ${formatCents(order.monthlyMaxCents)}. ${afterMonth(order, order.cappedMonth ?? '')}.`,
  }),
  renewal: (card: Card, payments: readonly PaymentAhead[], shortByCents: Cents) => ({
    title: renewalTitle(payments),
    body: [
      ...(payments.length > 1 ? [`${renewalList(payments)}.`] : []),
      renewalMeans(card, payments, shortByCents),
    ].join(' '),
  }),
  caseAnswered: ({ amountCents, merchant }: Case) => ({
    title: 'We answered your case',
    body: `There’s a new message about ${formatCents(amountCents)} at ${merchant}.`,
  }),
  caseClosed: ({ amountCents, merchant, closedBy }: Case) => ({
    title: 'Your case was closed',
    body:
      closedBy === 'refund'
        ? `${formatCents(amountCents)} at ${merchant} came back in full. If something is still wrong, write to the case and it opens again.`
        : `We closed the case about ${formatCents(amountCents)} at ${merchant}. The case says why, and a message opens it again.`,
  }),
  adjusted: (isCredit: boolean, amountCents: Cents) => ({
    title: isCredit
      ? `${formatCents(amountCents)} added to your balance`
      : `${formatCents(amountCents)} taken from your balance`,
    body: 'Our staff corrected your balance. It’s in your activity as an adjustment. Ask support if it isn’t clear.',
  }),
  orderDone: (what: Order, amountCents: Cents, foundBy: Finder) => ({
    title: `${formatCents(amountCents)} ${what === 'load' ? 'loaded' : 'withdrawn'}`,
    body: [
      foundBy === 'issuer'
        ? `The card issuer confirmed the ${what} that our team was looking into.`
        : `Our team looked into the ${what}, and found that it was carried out.`,
      `The money is ${what === 'load' ? `on your card, ${orInBalance}` : 'in your balance'}.`,
    ].join(' '),
  }),
  /** `why`: the side that found it after a review, or the reason in the order's own words. */
  orderFailed: (what: Order, amountCents: Cents, totalCents: Cents, why: Finder | (string & {})) => ({
    title: `Your ${what} of ${formatCents(amountCents)} failed`,
    body: [
      why === 'issuer'
        ? 'The card issuer didn’t carry it out.'
        : why === 'team'
          ? 'Our team found that it wasn’t carried out.'
          : why,
      what === 'load'
        ? `${formatCents(totalCents)} is back in your balance.`
        : `The money is still on your card, ${orInBalance}.`,
    ].join(' '),
  }),
  orderCorrected: (what: Order, movedCents: Cents, balanceCents: Cents) => ({
    title: `Your ${what} was corrected`,
    body: [
      'We had found otherwise, but the card issuer now reports that it',
      movedCents > 0 ? `carried out your ${what} of ${formatCents(movedCents)}.` : `didn’t carry out your ${what}.`,
      `So ${formatCents(Math.abs(balanceCents))} was ${balanceCents < 0 ? 'taken from' : 'added to'} your balance: see the correction in your activity.`,
    ].join(' '),
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

/** A payment ahead. */
export type PaymentAhead = Pick<Subscription, 'merchant' | 'expectedCents' | 'nextAtMs'>;

/** Maximum number of payments that a notification names. */
const namedMax = 10;

function renewalTitle(payments: readonly PaymentAhead[]): string {
  const total = formatCents(totalOf(payments));
  const last = dayText(Math.max(...payments.map(({ nextAtMs }) => nextAtMs)));
  const name = payments.length === 1 ? payments[0]?.merchant : `${payments.length} payments`;
  return `${name} ${isSameDay(payments) ? 'on' : 'by'} ${last}: ${total}`;
}

/** Says whether a card will pay its payments ahead, and what its owner can do where it will not. */
function renewalMeans(card: Card, payments: readonly PaymentAhead[], shortByCents: Cents): string {
  const isOne = payments.length === 1;
  const declined = `so ${isOne ? 'it' : 'they'} will be declined.`;
  if (card.blockedReason !== undefined) return `${labelOf(card)} is blocked, ${declined} Use another card.`;
  if (wantedOf(card) === 'frozen')
    return `${labelOf(card)} is frozen, ${declined} ${wayToUnfreeze(card) ?? 'Unfreeze it, or use another card.'}`;
  const balance = formatCents(card.balanceCents);
  if (shortByCents > 0)
    return `${labelOf(card)} has ${balance}: load ${formatCents(shortByCents)} before ${isOne ? 'it’s' : 'they’re'} charged.`;
  return card.balanceCents < totalOf(payments)
    ? `${labelOf(card)} has ${balance}, and ${onItsWay(card)}. That’s enough.`
    : `${labelOf(card)} has enough for ${isOne ? 'it' : 'them'}: ${balance}.`;
}

function totalOf(payments: readonly PaymentAhead[]): Cents {
  return sum(...payments.map(({ expectedCents }) => expectedCents));
}

function renewalList(payments: readonly PaymentAhead[]): string {
  const isSame = isSameDay(payments);
  const named = payments
    .slice(0, namedMax)
    .map(
      ({ merchant, expectedCents, nextAtMs }) =>
        `${merchant} ${formatCents(expectedCents)}${isSame ? '' : ` on ${dayText(nextAtMs)}`}`,
    );
  const rest = payments.slice(namedMax);
  return [...named, ...(rest.length > 0 ? [`and ${rest.length} more: ${formatCents(totalOf(rest))}`] : [])].join(', ');
}

function isSameDay([first, ...others]: readonly PaymentAhead[]): boolean {
  return first === undefined || others.every(({ nextAtMs }) => dayText(nextAtMs) === dayText(first.nextAtMs));
}

/** Something that keeps a deposit from being credited, or takes it back. */
export type DepositTrouble =
  | 'failed'
  | 'expired'
  | 'kept'
  | 'locked'
  | 'refunding'
  | 'refund_failed'
  | 'refunded'
  | 'review';

/**
 * Texts for each trouble with a deposit. `ofCredit` is added if money was credited before, and says what happens to it.
 */
const depositTroubles: Readonly<Record<DepositTrouble, NotificationWords & { readonly ofCredit?: string }>> = {
  failed: { title: 'Your deposit failed', body: 'the payment provider couldn’t complete it.' },
  expired: {
    title: 'Your deposit expired',
    body: 'the payment wasn’t confirmed before the quote expired. If it arrives, we’ll credit it.',
  },
  kept: { title: 'The review of your deposit has ended', body: 'what was credited stays in your balance.' },
  locked: {
    title: 'Your deposit is under review',
    body: 'the payment provider is reviewing it. Nothing can be spent from it meanwhile.',
  },
  refunding: {
    title: 'Your deposit is being refunded',
    body: 'the payment provider is sending it back.',
    ofCredit: ' What was credited for it can’t be spent.',
  },
  refund_failed: {
    title: 'Your deposit’s refund failed',
    body: 'the payment provider couldn’t send it back.',
    ofCredit: ' What was credited stays.',
  },
  refunded: {
    title: 'Your deposit was refunded',
    body: 'the payment provider sent it back.',
    ofCredit: ' What was credited for it was taken from your balance.',
  },
  review: { title: 'Your deposit is under review', body: 'our team is looking into it.' },
};
