import { isCoin } from '#shared/catalogue.ts';
import { parseDecimal } from '#shared/decimal.ts';
import { minus, zero, type Cents } from '#shared/money.ts';
import type { CoinChange } from '#functions/ports/entities/books.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { signedDifference } from '../reports/signed-decimal.ts';
import { receivedCents } from './credit-target.ts';
import { meanings } from './transitions.ts';

/** The target of the books for a payment, beside its credit: the provider's commission, and both amounts in its coin. */
export type CommissionTarget = {
  readonly cents: Cents;
  readonly coins: NonNullable<Deposit['booked']>;
};

const noCoins: CommissionTarget['coins'] = { received: '0', commission: '0' };

/**
 * Returns the provider's commission on a payment by a fresh read: what was received less what the provider has for us.
 * Its value is the difference of the two in whole cents, each rounded down by the rate of the invoice, so that the books
 * never say that the provider has more than it has. A refund gives the payment back and not the commission, also where
 * nothing of it was ever credited. A record that does not name the merchant's amount, or names more than was received,
 * changes nothing.
 */
export function commissionTarget(deposit: Deposit, payment: Payment): CommissionTarget {
  const coins = deposit.booked ?? noCoins;
  const kept: CommissionTarget = { cents: deposit.commissionCents ?? zero, coins };
  const { receivedAmount, merchantAmount, payerCurrency } = payment;
  const { credit } = meanings[payment.state];
  const isReturned = credit === 'nothing';
  const unread = isReturned ? { ...kept, coins: { ...coins, received: '0' } } : kept;
  if (!isReturned && credit !== 'worth') return kept;
  const received = parseDecimal(receivedAmount);
  const merchant = parseDecimal(merchantAmount);
  if (receivedAmount === undefined || received === undefined) return unread;
  if (merchant === undefined || merchant > received) return unread;
  // A share of nothing may be what the refund left of it: that is no commission of all that came.
  if (isReturned && merchant === 0n) return unread;
  const ours = receivedCents(deposit, { ...payment, receivedAmount: merchantAmount });
  // An admin may have decided on another coin than was asked for: that is what the provider has.
  const isOther = payerCurrency !== undefined && payerCurrency !== deposit.coin && isCoin(payerCurrency);
  return {
    cents: minus(receivedCents(deposit, payment), ours),
    coins: {
      ...(isOther ? { coin: payerCurrency } : {}),
      received: isReturned ? '0' : receivedAmount,
      commission: signedDifference(receivedAmount, merchantAmount),
    },
  };
}

/** Returns the changes of coins between the books and a target: none, one, or two where the coin is another one. */
export function coinChangesOf(deposit: Deposit, { coins }: CommissionTarget): readonly CoinChange[] {
  const before = deposit.booked ?? noCoins;
  const after = { coin: coins.coin ?? deposit.coin, ...coins };
  const was = { coin: before.coin ?? deposit.coin, ...before };
  const changes =
    after.coin === was.coin
      ? [changeOf(after.coin, was, after)]
      : [changeOf(was.coin, was, noCoins), changeOf(after.coin, noCoins, after)];
  return changes.filter(({ coin, received, commission }) => isCoin(coin) && !(received === '0' && commission === '0'));
}

type Amounts = Pick<CommissionTarget['coins'], 'received' | 'commission'>;

function changeOf(coin: CoinChange['coin'], before: Amounts, after: Amounts): CoinChange {
  return {
    coin,
    received: signedDifference(after.received, before.received),
    commission: signedDifference(after.commission, before.commission),
  };
}
