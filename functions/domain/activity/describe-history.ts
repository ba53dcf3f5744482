import type * as z from 'zod/mini';
import type { HistoryRow, historyStates } from '#shared/contract/activity.ts';
import { negate, zero, type Cents } from '#shared/money.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { HistoryLine } from '#functions/ports/store.ts';
import { codeOfWords } from '#functions/domain/cards/decline-meaning.ts';
import { lineDescription } from './line-description.ts';

/** The stage of a line. */
export type HistoryState = (typeof historyStates)[number];

const accountStates: Readonly<Record<ActivityLine['status'], HistoryState>> = {
  pending: 'pending',
  processing: 'pending',
  confirm_check: 'pending',
  refund_process: 'pending',
  locked: 'review',
  paid: 'completed',
  paid_over: 'completed',
  paid_less: 'completed',
  completed: 'completed',
  failed: 'failed',
  expired: 'failed',
  refund_fail: 'failed',
  refund_paid: 'reversed',
};

const cardStates = { settled: 'completed', declined: 'declined', reversed: 'reversed' } as const;

/**
 * Returns the stage of a line. A part payment is under way until it was credited. A credited deposit is completed, also
 * when its refund, or the payment itself, failed afterwards: the money is in the balance.
 */
export function stateOf({ of, line }: HistoryLine): HistoryState {
  if (of === 'card') return cardStates[line.status];
  if (line.status === 'paid_less' && line.paidCents === 0) return 'pending';
  const state = accountStates[line.status];
  return state === 'failed' && line.paidCents > 0 ? 'completed' : state;
}

/** Describes a line of a person's history for the API; `card` is the card of the line. */
export function describeHistory(each: HistoryLine, card: Card | undefined): z.input<typeof HistoryRow> {
  const { of, line } = each;
  const { kind } = line;
  const shared = {
    of,
    kind: kind as z.input<typeof HistoryRow>['kind'],
    state: stateOf(each),
    description: of === 'account' ? lineDescription(line) : line.description,
    card: card ? { _id: card.cardId, name: card.name, last4Digits: card.last4Digits } : null,
  };
  return of === 'account' ? { ...shared, ...ofAccount(line) } : { ...shared, ...ofCard(line) };
}

function signed(direction: 'credit' | 'debit', cents: Cents): Cents {
  return direction === 'credit' ? cents : negate(cents);
}

function ofAccount(line: ActivityLine) {
  return {
    _id: line.subjectId,
    amount: signed(line.direction, line.paidCents === 0 ? (line.takenBackCents ?? line.amountCents) : line.paidCents),
    booked: signed(line.direction, line.paidCents),
    fee: line.feeCents,
    reference: line.tid,
    story: null,
    merchant: '',
    category: '',
    currency: 'USD',
    isRecurring: false,
    decline_reason: null,
    decline_code: null,
    ...(line.failure === undefined ? {} : { failure: line.failure }),
    // Lines that are pending or failed have no balance after them.
    balanceAfter: line.paidCents === 0 ? null : (line.balanceAfterCents ?? null),
    createdAt: new Date(line.createdAtMs).toISOString(),
    updatedAt: new Date(line.updatedAtMs).toISOString(),
  };
}

function ofCard(line: CardTransaction) {
  const { cardId, number, reference, declineReason } = line;
  const amount = signed(line.direction, line.amountCents);
  const at = new Date(Math.floor(line.atMs / 1000) * 1000).toISOString();
  return {
    _id: `${cardId}-${number}`,
    amount,
    booked: line.status === 'declined' ? zero : amount,
    fee: zero,
    reference,
    // The issuer names a reversal after its purchase: the purchase's reference and "_REVERSAL".
    story: `${cardId}:${reference.replace(/_REVERSAL.*$/, '')}`,
    merchant: line.merchantName,
    category: line.category,
    currency: line.currency,
    isRecurring: line.isRecurring,
    decline_reason: declineReason ?? null,
    decline_code: declineReason === undefined ? null : (line.declineCode ?? codeOfWords(declineReason)),
    balanceAfter: line.balanceAfterCents ?? null,
    createdAt: at,
    updatedAt: at,
  };
}
