import { cents, zero, type Cents } from '#shared/money.ts';
import type { Deposit } from '#functions/ports/entities.ts';
import type { Payment, PaymentState } from '#functions/ports/payment-gateway.ts';
import { parseDecimal } from './decimal.ts';

/** What a payment is worth to its depositor now, and what a person has to look at. */
export type CreditTarget = {
  readonly targetCents: Cents;
  /** What flooring left with us, in millionths of a cent. */
  readonly roundedOffMicroCents: number;
  readonly reviewReason: string | undefined;
};

/**
 * What a deposit should have been credited in all, given a fresh read of its payment (spec/decisions.md section 4). The
 * handler books the difference to what was credited, so duplicates, replays, reordering and second part payments are
 * right by construction.
 */
export function creditTarget(deposit: Deposit, payment: Payment): CreditTarget {
  const kept = { targetCents: deposit.creditedCents, roundedOffMicroCents: 0, reviewReason: undefined };
  switch (payment.state) {
    case 'paid':
    case 'paid_over':
    case 'paid_less':
      return worth(deposit, payment);
    case 'refunded':
      return { targetCents: zero, roundedOffMicroCents: 0, reviewReason: undefined };
    case 'refunding':
      return kept;
    case 'refund_failed':
      return deposit.creditedCents === 0 ? { ...kept, reviewReason: 'a refund failed and nothing was credited' } : kept;
    case 'locked':
      return deposit.creditedCents > 0
        ? { ...kept, reviewReason: 'locked by the provider after it was credited' }
        : kept;
    case 'waiting':
    case 'confirming':
    case 'partly_paid':
    case 'expired':
    case 'failed':
      // What was credited is never taken back by a status that only says that nothing came.
      return deposit.creditedCents > 0 ? { ...kept, reviewReason: `the provider now says ${payment.state}` } : kept;
  }
}

/** floor(invoice × received / asked) in exact integers; more than twice the invoice is credited up to the invoice. */
function worth(deposit: Deposit, payment: Payment): CreditTarget {
  const asked = parseDecimal(payment.payerAmount);
  const received = parseDecimal(payment.receivedAmount);
  if (asked === undefined || asked === 0n || received === undefined || received === 0n) {
    return {
      targetCents: deposit.creditedCents,
      roundedOffMicroCents: 0,
      reviewReason: 'paid, but no amount was received',
    };
  }
  const invoice = BigInt(deposit.amountCents);
  const exact = invoice * received;
  const whole = exact / asked;
  if (whole > 2n * invoice) {
    return {
      targetCents: deposit.amountCents,
      roundedOffMicroCents: 0,
      reviewReason: 'more than twice the invoice was paid',
    };
  }
  const rest = ((exact - whole * asked) * 1_000_000n) / asked;
  return { targetCents: cents(Number(whole)), roundedOffMicroCents: Number(rest), reviewReason: undefined };
}

/** Reachable from any state before: `locked` and what was paid come without a webhook, or with a lost one. */
const refunds = ['refunding', 'refunded', 'refund_failed'] as const satisfies readonly PaymentState[];

/** Changes of state that are believed. Every other one leaves the money where it is and goes to a person. */
const allowed: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  waiting: ['confirming', 'partly_paid', 'paid', 'paid_over', 'paid_less', 'expired', 'failed', 'locked', ...refunds],
  confirming: ['paid', 'paid_over', 'paid_less', 'partly_paid', 'failed', 'locked', 'expired', ...refunds],
  partly_paid: ['confirming', 'paid', 'paid_over', 'paid_less', 'locked', 'failed', 'expired', ...refunds],
  paid: ['paid_over', 'locked', ...refunds],
  paid_over: ['locked', ...refunds],
  paid_less: ['paid', 'paid_over', 'locked', ...refunds],
  expired: ['confirming', 'partly_paid', 'paid', 'paid_over', 'paid_less', 'locked', ...refunds],
  failed: ['confirming', 'paid', 'paid_over', 'paid_less', ...refunds],
  locked: ['paid', 'paid_over', 'paid_less', 'failed', ...refunds],
  refunding: ['refunded', 'refund_failed'],
  refund_failed: ['refunding', 'refunded', 'paid', 'paid_over', 'paid_less'],
  refunded: [],
};

/** True when a payment may go from one state to another (providers/payment.md section 4.4). */
export function isAllowed(from: PaymentState, to: PaymentState): boolean {
  return from === to || allowed[from].includes(to);
}
