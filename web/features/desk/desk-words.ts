import type { ReplyOf } from '#shared/contract/index.ts';
import { formatCents, minus, negate, type Cents } from '#shared/money.ts';
import { closedText, type UserStats } from '#web/features/admin/admin-words.ts';

/** A deposit that waits for a person. */
export type WaitingDeposit = ReplyOf<'admin.deposits'>[number];
/** An operation in review. */
export type WaitingOperation = ReplyOf<'admin.operations'>[number];
/** A deposit with the provider's record and the decisions that it allows. */
export type DepositFile = ReplyOf<'admin.deposit'>;

/** A reported payment in a list of staff. */
export type OpenCase = ReplyOf<'admin.cases'>[number];

/** A correction of a balance by two admins. */
export type Adjustment = ReplyOf<'admin.adjustments'>[number];

/** States of adjustments with their names. */
export const adjustmentStates: Readonly<Record<Adjustment['state'], string>> = {
  waiting: 'Waiting',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Expired',
};

type Reversible = Pick<Adjustment, 'state' | 'reverses' | 'reversedBy'>;
type Proposals = readonly Pick<Adjustment, 'reverses'>[];

/** The state of an adjustment in a word or two. */
export function adjustmentState({ state, reverses, reversedBy }: Reversible): string {
  if (reversedBy !== null) return 'Reversed';
  return state === 'approved' && reverses !== null ? 'Reversal' : adjustmentStates[state];
}

/** True while a proposal to undo an adjustment is among those that wait. */
export function isBeingReversed({ _id }: Pick<Adjustment, '_id'>, waiting: Proposals): boolean {
  return waiting.some(({ reverses }) => reverses === _id);
}

/** True for an adjustment that a second one can undo, by the rule of the API. */
export function mayBeReversed(
  { _id, state, reverses, reversedBy }: Reversible & Pick<Adjustment, '_id'>,
  waiting: Proposals,
): boolean {
  return state === 'approved' && reverses === null && reversedBy === null && !isBeingReversed({ _id }, waiting);
}

/**
 * Says what a credit does to a person's balance as it now is: the debt may have been paid since the credit was proposed,
 * and then it can be spent; the account may have been closed. Without the person it says what every credit does.
 */
export function creditEffect(amount: Cents, person: Pick<UserStats['user'], 'balance' | 'closed'> | undefined): string {
  const sum = formatCents(amount);
  if (person?.closed) return closedText(person.closed);
  const balance = person?.balance;
  if (balance === undefined) return `${sum} is added to the balance at once. A debt is paid first.`;
  if (balance >= 0) return `${sum} is added to the balance at once. All of it can be spent: there is no debt.`;
  const debt = negate(balance);
  const paid = formatCents(amount < debt ? amount : debt);
  const rest =
    amount > debt ? `The rest, ${formatCents(minus(amount, debt))}, can be spent.` : 'None of it can be spent.';
  return `${sum} is added to the balance at once. It pays ${paid} of a debt of ${formatCents(debt)}. ${rest}`;
}

/** Reasons of reports with their names. */
export const reportNames: Readonly<Record<OpenCase['reason'], string>> = {
  not_mine: 'Not the cardholder’s payment',
  wrong_amount: 'Wrong amount',
  not_received: 'Not received',
  canceled: 'Canceled',
  duplicate: 'Charged twice',
  other: 'Something else',
};

/** Kinds of operations with their names. */
export const operationNames: Readonly<Record<WaitingOperation['kind'], string>> = {
  card_creation: 'Card creation',
  card_load: 'Load',
  card_withdrawal: 'Withdrawal',
  card_closing: 'Card deletion',
  holder_registration: 'Cardholder registration',
};

/** The answer to a question to the card issuer about an operation in review. */
export function askedText({ verdict, state }: ReplyOf<'admin.ask-operation'>): string {
  if (verdict === 'pending') return 'Still unknown: the card issuer is at work on it.';
  if (verdict === 'unknown') return 'Still unknown: the card issuer could not say. Nothing changed.';
  return state === 'released'
    ? 'The card issuer says that it never happened. The operation is closed, and its hold is released.'
    : 'The card issuer says that it happened. The operation is closed as done.';
}

/** The greatest number that the API counts: there may be more. */
const countMost = 100;

/** `3`, or `100+` where not all were counted. */
export function waitingText(count: number): string {
  return count >= countMost ? `${countMost}+` : String(count);
}

/** Capitalizes a text, so that `the invoice has another address` can begin a sentence. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Says what was received for a deposit, in its coin: `130.00 USDT received`. */
export function receivedText(received: WaitingDeposit['received']): string {
  return received === null ? 'Nothing received' : `${received.amount} ${received.coin} received`;
}

/** Says the worth of what was received; '' while none of it may be credited, for which the API gives no worth. */
export function worthText({ creditMax }: Pick<DepositFile['decision'], 'creditMax'>): string {
  return creditMax > 0 ? ` · worth ${formatCents(creditMax)}` : '';
}
