import type { ReplyOf } from '#shared/contract/index.ts';
import { formatCents } from '#shared/money.ts';

import { stageOf, type DepositStage } from './deposit-stage.ts';

/** A row of the account's activity list. */
export type ActivityLine = ReplyOf<'transactions.list'>[number];

type Row = Pick<ActivityLine, '_id' | 'kind' | 'status' | 'description' | 'amountPaid'>;

const words: Record<DepositStage, (row: Row) => string> = {
  waiting: () => 'waiting for the payment',
  partial: () => 'part of the payment arrived, the rest is still due',
  confirming: () => 'payment seen',
  credited: (row) => `${formatCents(row.amountPaid)} is in your balance`,
  expired: () => 'the quote expired, and nothing was taken',
  failed: () => 'the payment failed',
  review: () => 'the payment is under review',
  refunding: () => 'the money is on its way back to you',
  'refund-failed': () => 'the refund failed, contact support',
  refunded: () => 'the money was sent back to you',
};

/** Reads the stage from a row of the list, which does not say what is still to be sent. */
export function listedStage(row: Pick<Row, 'status' | 'amountPaid'>): DepositStage {
  if (row.status === 'paid_less' && row.amountPaid === 0) return 'partial';
  return stageOf({ ...row, remainingAmount: null });
}

/** Says which deposits have moved on from one reading of the list to the next; '' when none has. */
export function depositNews(before: readonly Row[], after: readonly Row[]): string {
  const earlier = new Map(before.map((row) => [row._id, row]));
  return after
    .filter((row) => row.kind === 'deposit')
    .flatMap((row) => {
      const known = earlier.get(row._id);
      const stage = listedStage(row);
      return known === undefined || listedStage(known) === stage ? [] : `${row.description}: ${words[stage](row)}.`;
    })
    .join(' ');
}
