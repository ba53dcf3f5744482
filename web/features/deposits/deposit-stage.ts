import type { ReplyOf } from '#shared/contract/index.ts';
import type { Id } from '#shared/ids.ts';

/** A deposit with its timeline. */
export type Deposit = ReplyOf<'transactions.read'>;

/** A deposit's id. */
export type DepositId = Id<'deposit'>;

/** True for the id of a deposit: only those have a timeline. */
export function isDepositId(id: string): id is DepositId {
  return id.startsWith('dep_');
}

/** Where a deposit stands, as a person would say it. */
export type DepositStage =
  | 'waiting'
  | 'partial'
  | 'confirming'
  | 'credited'
  | 'expired'
  | 'failed'
  | 'review'
  | 'refunding'
  | 'refund-failed'
  | 'refunded';

/** The facts that a stage is read from. */
export type StageFacts = Pick<Deposit, 'status' | 'amountPaid' | 'remainingAmount'>;

type ReadStage = (deposit: StageFacts) => DepositStage;

const stageByStatus: Readonly<Record<string, ReadStage>> = {
  pending: (deposit) => (isPartly(deposit) ? 'partial' : 'waiting'),
  processing: (deposit) => (isPartly(deposit) ? 'partial' : 'confirming'),
  confirm_check: (deposit) => (isPartly(deposit) ? 'partial' : 'confirming'),
  paid_less: (deposit) => (isPartly(deposit) ? 'partial' : booked(deposit)),
  paid: booked,
  paid_over: booked,
  completed: booked,
  expired: (deposit) => (deposit.amountPaid > 0 ? 'credited' : 'expired'),
  failed: (deposit) => (deposit.amountPaid > 0 ? 'credited' : 'failed'),
  locked: () => 'review',
  refund_process: () => 'refunding',
  refund_fail: () => 'refund-failed',
  refund_paid: () => 'refunded',
} satisfies Record<Deposit['status'], ReadStage>;

/** Reads the stage from the wire's status; of one of a later API, from the amount. A received payment that is not booked yet is still being confirmed. */
export function stageOf(deposit: StageFacts): DepositStage {
  return (stageByStatus[deposit.status] ?? booked)(deposit);
}

function booked(deposit: StageFacts): DepositStage {
  return deposit.amountPaid > 0 ? 'credited' : 'confirming';
}

function isPartly(deposit: StageFacts): boolean {
  return deposit.remainingAmount !== null;
}

/** Stages that may go on without the owner: a quote that ended may still be paid, a review ends some day. */
const slow: readonly DepositStage[] = ['confirming', 'refunding', 'expired', 'review'];

/** Milliseconds until the deposit is worth asking for again; 0 when nothing more is expected. */
export function pollEvery(stage: DepositStage | undefined): number {
  if (stage === undefined || stage === 'waiting' || stage === 'partial') return 2000;
  return slow.includes(stage) ? 10_000 : 0;
}

/** True for a stage in which the person or the network still has something to do. */
export function isOpen(stage: DepositStage): boolean {
  return stage === 'waiting' || stage === 'partial' || stage === 'confirming';
}

/** True when the quote had ended before the payment came. */
export function isLate(deposit: Pick<Deposit, 'events'>): boolean {
  const expiredAt = deposit.events.findIndex((event) => event.status === 'expired');
  return expiredAt !== -1 && deposit.events.slice(expiredAt + 1).some((event) => event.amountPaid > 0);
}

/** True while the deposit's page shows how to pay it: not while our team reviews a payment, nor after its decision. */
export function canBePaid(deposit: Deposit, now: number): boolean {
  if (deposit.canceledAt !== null || deposit.review !== null || deposit.paymentUrl === null) return false;
  const stage = stageOf(deposit);
  const hasEnded = deposit.expiresAt !== null && Date.parse(deposit.expiresAt) <= now;
  return stage === 'partial' || (stage === 'waiting' && !hasEnded);
}
