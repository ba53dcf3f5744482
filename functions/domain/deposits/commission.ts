import { isCoin } from '#shared/catalogue.ts';
import { parseDecimal } from '#shared/decimal.ts';
import { minus, zero, type Cents } from '#shared/money.ts';
import type { CoinChange } from '#functions/ports/entities/books.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { signedDifference } from '../reports/signed-decimal.ts';
import { receivedCents } from './credit-target.ts';
import { meanings } from './transitions.ts';

/**
 * Amounts to be booked for a payment beside its credit: the provider's commission in cents, and the received amount and
 * the commission in the coin.
 */
export type CommissionTarget = {
  readonly cents: Cents;
  readonly coins: NonNullable<Deposit['booked']>;
};

const noCoins: CommissionTarget['coins'] = { received: '0', commission: '0' };

/**
 * Returns the provider's commission on a payment by a fresh read: the received amount less the merchant's amount, which
 * is the part that the provider holds for us. Its value is the difference of both in whole cents, each rounded down at
 * the invoice's rate, so that the books never claim more than the provider has. A refund returns the payment without
 * the commission, even if nothing was ever credited. A record without the merchant's amount, or with a larger one than
 * was received, changes nothing.
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
  // After a refund, a merchant's amount of zero may be what the refund left: it does not make all of the payment
  // commission.
  if (isReturned && merchant === 0n) return unread;
  // The commission was charged on all that came, also on what was sent back by hand.
  const { amountCents } = deposit;
  const ours = receivedCents({ amountCents }, { ...payment, receivedAmount: merchantAmount });
  // An admin may have accepted a payment in another coin than the deposit's: the provider then holds that coin.
  const isOther = payerCurrency !== undefined && payerCurrency !== deposit.coin && isCoin(payerCurrency);
  return {
    cents: minus(receivedCents({ amountCents }, payment), ours),
    coins: {
      ...(isOther ? { coin: payerCurrency } : {}),
      received: isReturned ? '0' : receivedAmount,
      commission: signedDifference(receivedAmount, merchantAmount),
    },
  };
}

/** Returns the changes of coin amounts from the books to a target: none, one, or two when the coin itself changes. */
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
