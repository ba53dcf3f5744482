import { cents, least, maxCents, minus, sum, zero, type Cents } from '#shared/money.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { oneScaled, parseDecimal } from '#shared/decimal.ts';
import { stateName } from './deposit-status.ts';
import { holdingDecision } from './holding-decision.ts';
import { meanings } from './transitions.ts';

/** The present worth of a payment to its depositor, and the part that waits for an admin. */
export type CreditTarget = {
  /** Total to be credited to the depositor, in cents. */
  readonly targetCents: Cents;
  /**
   * Part of `targetCents` that cannot be spent while the provider reviews or refunds the payment: all of it or zero.
   */
  readonly frozenCents: Cents;
  /** Surplus beyond `targetCents`, set aside until an admin decides. */
  readonly surplusCents: Cents;
  /** The rest of what arrived: staff refused it, and the provider has it until it sends it back. */
  readonly refusedCents: Cents;
  /** Rounding remainder that stays with us, in millionths of a cent. */
  readonly roundedOffMicroCents: number;
  readonly reviewReason: string | undefined;
};

/**
 * Returns the total that a deposit should be credited, given a fresh read of its payment. The
 * handler books the difference to what was credited, so duplicates, replays, reordering and second part payments are
 * right by construction.
 */
export function creditTarget(deposit: Deposit, payment: Payment): CreditTarget {
  const target = ruledTarget(deposit, payment);
  return { ...target, refusedCents: refusedTarget(deposit, payment, target) };
}

type RuledTarget = Omit<CreditTarget, 'refusedCents'>;

/**
 * Returns the part of an arrived payment that is neither credited nor set aside. A read that names no received amount
 * changes nothing of what arrived; a refund leaves nothing, and goes below zero by what was sent back by hand before.
 */
function refusedTarget(deposit: Deposit, payment: Payment, { targetCents, surplusCents }: RuledTarget): Cents {
  const { credit } = meanings[payment.state];
  if (credit === 'nothing') return minus(zero, deposit.sentBackCents ?? zero);
  const received = credit === 'worth' ? receivedCents(deposit, payment) : zero;
  const booked = sum(deposit.creditedCents, deposit.surplusCents, deposit.refusedCents ?? zero);
  const rest = minus(received > 0 ? received : booked, sum(targetCents, surplusCents));
  return rest > 0 ? rest : zero;
}

function ruledTarget(deposit: Deposit, payment: Payment): RuledTarget {
  const { credit } = meanings[payment.state];
  const kept: RuledTarget = {
    targetCents: deposit.creditedCents,
    frozenCents: deposit.frozenCents,
    surplusCents: deposit.surplusCents,
    roundedOffMicroCents: 0,
    reviewReason: undefined,
  };
  const decision = holdingDecision(deposit, payment);
  if (decision) return { ...kept, targetCents: decision.targetCents, frozenCents: zero, surplusCents: zero };
  switch (credit) {
    case 'worth':
      return worth(deposit, payment, kept);
    case 'nothing':
      return { ...kept, targetCents: zero, frozenCents: zero, surplusCents: zero };
    case 'frozen':
      return deposit.creditedCents > 0
        ? {
            ...kept,
            frozenCents: deposit.creditedCents,
            reviewReason: payment.state === 'locked' ? 'locked by the provider after it was credited' : undefined,
          }
        : kept;
    case 'kept':
      if (payment.state === 'refund_failed') return { ...kept, frozenCents: zero, reviewReason: 'a refund failed' };
      // A status that only reports that no money arrived never takes back a credit.
      return deposit.creditedCents > 0
        ? { ...kept, reviewReason: `the provider now says “${stateName(payment.state)}”` }
        : kept;
  }
}

/**
 * Returns the received amount by the provider's record, in cents: floor(invoice × received / asked), of the smaller of
 * the two invoices where ours and the provider's differ, less what was sent back by hand. Zero where the record names no
 * amount or is not in USD.
 */
export function receivedCents(deposit: Pick<Deposit, 'amountCents' | 'sentBackCents'>, payment: Payment): Cents {
  const invoice = parseDecimal(payment.invoiceAmount);
  const asked = parseDecimal(payment.payerAmount);
  const received = parseDecimal(payment.receivedAmount);
  if (invoice === undefined || asked === undefined || received === undefined) return zero;
  if (asked === 0n || payment.invoiceCurrency !== 'USD') return zero;
  const theirs = (invoice * 100n) / oneScaled;
  const ours = BigInt(deposit.amountCents);
  const whole = ((theirs < ours ? theirs : ours) * received) / asked;
  // An amount that no account can hold is a mistake in the record, not money.
  return leftOf(deposit, whole > BigInt(maxCents) ? deposit.amountCents : cents(Number(whole)));
}

/** Returns what is left of a received amount after what was sent back by hand. */
function leftOf({ sentBackCents = zero }: Pick<Deposit, 'sentBackCents'>, received: Cents): Cents {
  return received > sentBackCents ? minus(received, sentBackCents) : zero;
}

/**
 * Returns floor(invoice × received / asked), in exact integers. Of more than twice the invoice, only the invoice is
 * credited, or the earlier credit if that is larger and did arrive.
 */
function worth(deposit: Deposit, payment: Payment, kept: RuledTarget): RuledTarget {
  const asked = parseDecimal(payment.payerAmount);
  const received = parseDecimal(payment.receivedAmount);
  if (asked === undefined || asked === 0n || received === undefined || received === 0n) {
    return { ...kept, reviewReason: 'paid, but no amount was received' };
  }
  const invoice = BigInt(deposit.amountCents);
  const exact = invoice * received;
  const whole = exact / asked;
  if (exact > 2n * invoice * asked) {
    // An amount that no account can hold is a mistake in the record, not money.
    const isMistake = whole > BigInt(maxCents);
    const came = leftOf(deposit, isMistake ? deposit.amountCents : cents(Number(whole)));
    const credited = isMistake ? deposit.creditedCents : least(deposit.creditedCents, came);
    // An earlier credit that did arrive stays: a stranger who pays a little more takes nothing from the owner.
    const targetCents = credited > deposit.amountCents ? credited : least(deposit.amountCents, came);
    return {
      ...kept,
      targetCents,
      frozenCents: zero,
      surplusCents: came > targetCents ? minus(came, targetCents) : zero,
      reviewReason: 'more than twice the invoice was paid',
    };
  }
  const rest = ((exact - whole * asked) * 1_000_000n) / asked;
  return {
    ...kept,
    targetCents: leftOf(deposit, cents(Number(whole))),
    frozenCents: zero,
    surplusCents: zero,
    roundedOffMicroCents: Number(rest),
    // We allow the payer no tolerance, so the provider should have reported it as paid less.
    reviewReason: payment.state === 'paid' && received < asked ? 'paid, but less was received than asked' : undefined,
  };
}
