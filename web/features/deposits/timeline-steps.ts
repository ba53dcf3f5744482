import { formatCents } from '#shared/money.ts';

import { isOpen, stageOf, type Deposit, type DepositStage } from './deposit-stage.ts';

/** One mark on a deposit's line. */
export type TimelineStep = {
  readonly id: 'opened' | 'seen' | 'ended';
  readonly label: string;
  readonly state: 'done' | 'current' | 'todo' | 'problem';
  /** When it happened, as ISO 8601. */
  readonly at?: string | undefined;
};

const endLabels: Partial<Record<DepositStage, string>> = {
  expired: 'Quote expired',
  failed: 'Failed',
  review: 'Under review',
  refunding: 'Being refunded',
  'refund-failed': 'Refund failed',
  refunded: 'Refunded',
};

/**
 * The three marks: opened → payment seen → how it ended. A payment that our team reviews because it differs from its
 * invoice is not among the events: its second mark is left out.
 */
export function timelineSteps(deposit: Deposit): readonly TimelineStep[] {
  const stage = stageOf(deposit);
  const opened: TimelineStep = {
    id: 'opened',
    label: `Deposit of ${formatCents(deposit.amount)} opened`,
    state: 'done',
    at: deposit.createdAt,
  };
  if (stage === 'waiting' && deposit.canceledAt) {
    return [opened, { id: 'ended', label: 'Canceled', state: 'done', at: deposit.canceledAt }];
  }
  const steps = [opened, seenStep(deposit, stage), endStep(deposit, stage)];
  return deposit.review ? steps.filter(({ at }) => at) : steps;
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
  const end = { id: 'ended', label: endLabels[stage] ?? 'Added to your balance' } as const;
  if (isOpen(stage)) return { ...end, state: 'todo' };
  const { amountPaid, events } = deposit;
  if (stage === 'credited') {
    // Credited money that was on hold and is free again was added before: the time is that of its amount.
    const added = events[events.findLastIndex((event) => event.amountPaid !== amountPaid) + 1];
    return { ...end, label: `${formatCents(amountPaid)} added to your balance`, state: 'done', at: added?.at };
  }
  const at = events.at(-1)?.at ?? deposit.updatedAt;
  const isUnderWay = stage === 'refunding' || stage === 'review';
  return { ...end, state: stage === 'refunded' ? 'done' : isUnderWay ? 'current' : 'problem', at };
}
