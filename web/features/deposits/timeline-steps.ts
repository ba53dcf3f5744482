import { formatCents } from '#shared/money.ts';

import { stageOf, type Deposit, type DepositStage } from './deposit-stage.ts';

/** One mark on a deposit's line. */
export type TimelineStep = {
  readonly id: 'opened' | 'seen' | 'ended';
  readonly label: string;
  readonly state: 'done' | 'current' | 'todo' | 'problem';
  /** When it happened, as ISO 8601. */
  readonly at?: string;
};

const endLabels: Record<DepositStage, string> = {
  waiting: 'Added to your balance',
  partial: 'Added to your balance',
  confirming: 'Added to your balance',
  credited: 'Added to your balance',
  expired: 'Quote expired',
  failed: 'Failed',
  review: 'Under review',
  refunding: 'Being refunded',
  'refund-failed': 'Refund failed',
  refunded: 'Refunded',
};

/** The three marks: opened → payment seen → how it ended. */
export function timelineSteps(deposit: Deposit): readonly TimelineStep[] {
  const stage = stageOf(deposit);
  const opened: TimelineStep = {
    id: 'opened',
    label: `Deposit of ${formatCents(deposit.amount)} opened`,
    state: 'done',
    at: deposit.createdAt,
  };
  return [opened, seenStep(deposit, stage), endStep(deposit, stage)];
}

function seenStep(deposit: Deposit, stage: DepositStage): TimelineStep {
  const seen = deposit.events.find((event) => !['pending', 'expired', 'failed'].includes(event.status));
  const at = seen ? { at: seen.at } : {};
  if (stage === 'waiting') return { id: 'seen', label: 'Waiting for your payment', state: 'current' };
  if (stage === 'partial') return { id: 'seen', label: 'Part of it arrived', state: 'current', ...at };
  if (stage === 'confirming') return { id: 'seen', label: 'Payment seen, being confirmed', state: 'current', ...at };
  if (stage === 'expired' || stage === 'failed') {
    return seen
      ? { id: 'seen', label: 'Payment seen', state: 'done', ...at }
      : { id: 'seen', label: 'No payment was seen', state: 'todo' };
  }
  return { id: 'seen', label: 'Payment seen', state: 'done', ...at };
}

function endStep(deposit: Deposit, stage: DepositStage): TimelineStep {
  const label = endLabels[stage];
  const last = deposit.events.at(-1);
  const at = last ? { at: last.at } : { at: deposit.updatedAt };
  if (stage === 'waiting' || stage === 'partial' || stage === 'confirming')
    return { id: 'ended', label, state: 'todo' };
  if (stage === 'credited') {
    return { id: 'ended', label: `${formatCents(deposit.amountPaid)} added to your balance`, state: 'done', ...at };
  }
  if (stage === 'refunded') return { id: 'ended', label, state: 'done', ...at };
  const isUnderWay = stage === 'refunding' || stage === 'review';
  return { id: 'ended', label, state: isUnderWay ? 'current' : 'problem', ...at };
}
