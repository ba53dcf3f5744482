import type { ReplyOf, RequestInputOf } from '#shared/contract/index.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

/** A reported payment, as its cardholder reads it. */
export type Case = ReplyOf<'cases.list'>[number];
/** A reason to report a payment. */
export type Reason = RequestInputOf<'cards.report'>['body']['reason'];

/** A line of the activity list, as far as a report needs it. */
export type Reportable = Pick<ReplyOf<'activity.list'>[number], 'of' | 'kind' | 'state' | 'card' | 'reference'>;

/** Reasons with their names, in the order of the choice. */
export const reasonNames: Readonly<Record<Reason, string>> = {
  not_mine: 'I didn’t make this payment',
  wrong_amount: 'The amount is wrong',
  not_received: 'I didn’t get what I paid for',
  canceled: 'I canceled it',
  duplicate: 'I was charged twice',
  other: 'Something else',
};

/** Returns the reasons that a line can be reported for: none unless it is a card's payment. */
export function reasonsFor({ of, kind, state, card }: Reportable): readonly Reason[] {
  if (of !== 'card' || card === null || (kind !== 'purchase' && kind !== 'fee')) return [];
  // Nothing was taken, but someone may have the number.
  if (state === 'declined' || state === 'reversed') return ['not_mine'];
  return Object.keys(reasonNames) as Reason[];
}

/** Says what a report does. */
export function effectOf(reason: Reason): string {
  return reason === 'not_mine'
    ? 'We freeze the card first, so that nobody can pay with it. Then our team reads your report and answers here.'
    : 'Our team reads your report and answers here. The card stays as it is.';
}

/** The badge of a case. */
export function caseBadge(state: Case['state']): { readonly label: string; readonly tone: BadgeTone } {
  switch (state) {
    case 'waiting':
      return { label: 'With our team', tone: 'yellow' };
    case 'answered':
      return { label: 'Answered', tone: 'blue' };
    case 'closed':
      return { label: 'Closed', tone: 'gray' };
    default:
      // A state of a later API.
      return { label: state, tone: 'gray' };
  }
}

/** Says why a case is closed; undefined while it is open. */
export function closingText({ state, closedBy, closingReason }: Pick<Case, 'state' | 'closedBy' | 'closingReason'>) {
  if (state !== 'closed') return undefined;
  if (closedBy === 'refund') return 'The payment was refunded in full.';
  return closingReason ?? 'Our team closed the case.';
}

/** Finds the open case about a payment of a card. */
export function openCaseOf(
  cases: readonly Case[] | undefined,
  { card, reference }: Pick<Reportable, 'card' | 'reference'>,
): Case | undefined {
  return cases?.find((each) => each.state !== 'closed' && each.card._id === card?._id && each.reference === reference);
}
