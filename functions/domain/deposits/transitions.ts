import type { TransactionStatus } from '#shared/transaction-statuses.ts';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';

/** Effect of a payment's state on the money. */
export type CreditRule =
  /** Credits the received part: floor(invoice × received / asked). */
  | 'worth'
  /** Changes nothing: a credit stays, and nothing is added. */
  | 'kept'
  /** As `kept`, but none of it can be spent until the provider reports the end. */
  | 'frozen'
  /** Takes all of the credit back. */
  | 'nothing';

/** Meaning of a payment's state for its deposit. */
export type Meaning = {
  /** Status in the API and the timeline. */
  readonly status: TransactionStatus;
  readonly credit: CreditRule;
};

/** The provider's states, each with its status in the timeline and its effect on the money. README.md explains them. */
export const meanings: Readonly<Record<PaymentState, Meaning>> = {
  waiting: { status: 'pending', credit: 'kept' },
  confirming: { status: 'confirm_check', credit: 'kept' },
  // A part was received and the rest may follow: nothing is credited until the state is final.
  partly_paid: { status: 'paid_less', credit: 'kept' },
  paid: { status: 'paid', credit: 'worth' },
  paid_over: { status: 'paid_over', credit: 'worth' },
  paid_less: { status: 'paid_less', credit: 'worth' },
  expired: { status: 'expired', credit: 'kept' },
  failed: { status: 'failed', credit: 'kept' },
  locked: { status: 'locked', credit: 'frozen' },
  refunding: { status: 'refund_process', credit: 'frozen' },
  refund_failed: { status: 'refund_fail', credit: 'kept' },
  refunded: { status: 'refund_paid', credit: 'nothing' },
};

/**
 * Any earlier state may change to these: `locked` and the paid states may come without a webhook, or with a lost one.
 */
const refunds = ['refunding', 'refunded', 'refund_failed'] as const satisfies readonly PaymentState[];
const payings = ['paid', 'paid_over', 'paid_less'] as const satisfies readonly PaymentState[];

/**
 * Believed changes of state: those that the provider documents, and those that skip a state whose webhook did not
 * arrive. Every other change leaves the deposit as it is and waits for an admin.
 */
export const transitions: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  waiting: ['confirming', 'partly_paid', ...payings, 'expired', 'failed', 'locked', ...refunds],
  confirming: ['partly_paid', ...payings, 'expired', 'failed', 'locked', ...refunds],
  partly_paid: ['confirming', ...payings, 'expired', 'failed', 'locked', ...refunds],
  paid: ['paid_over', 'locked', ...refunds],
  paid_over: ['locked', ...refunds],
  paid_less: ['paid', 'paid_over', 'locked', ...refunds],
  expired: ['confirming', 'partly_paid', ...payings, 'locked', ...refunds],
  failed: ['confirming', ...payings, ...refunds],
  locked: [...payings, 'failed', ...refunds],
  // Paid again after a refund that failed and was given up, if no webhook reported the failure.
  refunding: ['refunded', 'refund_failed', ...payings],
  refund_failed: ['refunding', 'refunded', ...payings],
  refunded: [],
};

/** True when a payment may go from one state to another, or stay where it is. */
export function isAllowed(from: PaymentState, to: PaymentState): boolean {
  return from === to || transitions[from].includes(to);
}
