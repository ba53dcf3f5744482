import { isCoin } from '#shared/catalogue.ts';
import { parseDecimal } from '#shared/decimal.ts';
import { minus, zero, type Cents } from '#shared/money.ts';
import type { CoinChange } from '#functions/ports/entities/books.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { signedDifference } from '../reports/signed-decimal.ts';
import { receivedCents } from './credit-target.ts';
import { meanings } from './transitions.ts';

/** The target of the books for a payment, beside its credit: the provider's commission, and both amounts in the coin. */
export type CommissionTarget = {
  readonly cents: Cents;
  readonly coins: NonNullable<Deposit['booked']>;
};

const noCoins = { received: '0', commission: '0' } as const;

/**
 * Returns the provider's commission on a payment by a fresh read: what was received less what the provider has for us.
 * Its value is the difference of the two in whole cents, each rounded down by the rate of the invoice, so that the books
 * never say that the provider has more than it has. A refund gives the payment back and not the commission. A record that
 * does not name the merchant's amount, or names more than was received, changes nothing.
 */
export function commissionTarget(deposit: Deposit, payment: Payment): CommissionTarget {
  const coins = deposit.booked ?? noCoins;
  const kept: CommissionTarget = { cents: deposit.commissionCents ?? zero, coins };
  const { receivedAmount, merchantAmount } = payment;
  if (meanings[payment.state].credit === 'nothing') return { ...kept, coins: { ...coins, received: '0' } };
  if (meanings[payment.state].credit !== 'worth' || receivedAmount === undefined) return kept;
  const received = parseDecimal(receivedAmount);
  const merchant = parseDecimal(merchantAmount);
  if (received === undefined || merchant === undefined || merchant > received) return kept;
  const ours = receivedCents(deposit, { ...payment, receivedAmount: merchantAmount });
  const isOtherCoin = payment.payerCurrency !== undefined && payment.payerCurrency !== deposit.coin;
  return {
    cents: minus(receivedCents(deposit, payment), ours),
    // An admin may have accepted another coin than was asked for, of which the books know no amount.
    coins: isOtherCoin
      ? coins
      : { received: receivedAmount, commission: signedDifference(receivedAmount, merchantAmount) },
  };
}

/** Returns the change in the coin between the books and a target; undefined when there is none. */
export function coinChangeOf(deposit: Deposit, { coins }: CommissionTarget): CoinChange | undefined {
  const before = deposit.booked ?? noCoins;
  const received = signedDifference(coins.received, before.received);
  const commission = signedDifference(coins.commission, before.commission);
  if ((received === '0' && commission === '0') || !isCoin(deposit.coin)) return undefined;
  return { coin: deposit.coin, received, commission };
}
