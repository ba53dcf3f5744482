import type { ReplyOf, RequestInputOf } from '#shared/contract/index.ts';
import { activityQuery, type ActivityFilter } from '#web/features/activity/activity-filter.ts';
import { descriptionOf, kindName, kinds } from '#web/features/activity/transaction-words.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';
import { moneyText } from '#web/ui/money.tsx';

/** One line of the list of all activity. */
export type HistoryRow = ReplyOf<'activity.list'>[number];

type Query = Omit<NonNullable<RequestInputOf<'activity.list'>['query']>, 'limit' | 'cursor'>;

const cardKinds = { purchase: 'Purchase', reversal: 'Reversal', refund: 'Refund', fee: 'Card fee' } as const;

/** The name of a kind of lines. */
export function historyKindName(kind: HistoryRow['kind']): string {
  return kind in cardKinds ? cardKinds[kind as keyof typeof cardKinds] : kindName(kind);
}

/** The choices of the type filter. */
export const historyKindChoices = [...(Object.keys(cardKinds) as HistoryRow['kind'][]), ...kinds].map((id) => ({
  id,
  label: historyKindName(id),
}));

/** The states that each choice of the status filter stands for. */
const statesOf: Readonly<Record<NonNullable<ActivityFilter['status']>, string | undefined>> = {
  '': undefined,
  all: undefined,
  open: 'pending,review',
  done: 'completed,reversed',
  problem: 'failed,declined',
};

/** Reads a filter as the API's query. */
export function historyQuery(filter: ActivityFilter, nowMs: number): Query {
  const { status, ...rest } = filter;
  const state = statesOf[status ?? ''];
  return { ...activityQuery(rest, nowMs), ...(state && { state }) };
}

/** The name that a line is found by: its merchant, or its kind. */
export function historyTitle(row: HistoryRow): string {
  if (row.of === 'card') return row.merchant || row.description || historyKindName(row.kind);
  return historyKindName(row.kind);
}

/** Returns the text below a line's name. */
export function historyDetail(row: HistoryRow): string {
  if (row.of === 'card') {
    const kind = row.kind === 'purchase' ? '' : historyKindName(row.kind);
    return [kind, row.category, row.card && `•••• ${row.card.last4Digits}`].filter(Boolean).join(' · ');
  }
  return descriptionOf({ description: row.description, status: row.state });
}

/** `$20.00 + $1.60 fee`: the two parts of what a line cost; undefined for one without a fee. */
export function feeSplit({ amount, fee }: HistoryRow): string | undefined {
  if (fee === 0) return undefined;
  const rest = Math.abs(amount) - fee;
  return rest === 0 ? `${moneyText(fee)} fee` : `${moneyText(rest)} + ${moneyText(fee)} fee`;
}

/** The badge of a line; undefined for a completed one, which needs none. */
export function stateBadge({
  kind,
  state,
}: Pick<HistoryRow, 'kind' | 'state'>): { readonly label: string; readonly tone: BadgeTone } | undefined {
  switch (state) {
    case 'pending':
      return { label: 'In progress', tone: 'yellow' };
    case 'review':
      return { label: 'Under review', tone: 'gray' };
    case 'failed':
      return { label: 'Failed', tone: 'red' };
    case 'declined':
      return { label: 'Declined', tone: 'red' };
    case 'reversed':
      return { label: kind === 'deposit' ? 'Refunded' : 'Reversed', tone: 'gray' };
    case 'completed':
      return undefined;
    default:
      // Of a later API.
      return { label: state, tone: 'gray' };
  }
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' });

/** Lines by the day of the person's calendar, in their order. */
export function byDay(rows: readonly HistoryRow[]): readonly { readonly day: string; readonly rows: HistoryRow[] }[] {
  const days: { readonly day: string; readonly rows: HistoryRow[] }[] = [];
  for (const row of rows) {
    const day = weekday.format(Date.parse(row.createdAt));
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}

/**
 * Returns advice about a declined purchase; undefined where its reason says all. A frozen card's page names what ends
 * its freeze.
 */
export function declineAdvice(code: HistoryRow['decline_code']): string | undefined {
  switch (code) {
    case 'insufficient_funds':
      return 'Load the card, then try again.';
    case 'limit_month':
      return 'The monthly limit resets on the 1st (UTC). Another card has its own.';
    case 'limit_transaction':
      return 'Split the payment, or use another way to pay.';
    case 'wrong_3ds':
      return 'Try again with the card’s 4-digit 3DS code.';
    case 'address_mismatch':
      return 'Enter the billing address that the card’s page shows.';
    default:
      return undefined;
  }
}
