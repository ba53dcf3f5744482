import { decimalDollars } from '#shared/money.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { meanings } from './transitions.ts';

/**
 * Returns the payment of a deposit as the provider last reported it, for one that the provider does not know any more
 * (after a change of merchant, for example). Undefined before the provider reported any, and while one that it locked or
 * was sending back is still asked about: its end may come.
 */
export function rememberedPayment(deposit: Deposit): Payment | undefined {
  const { depositId, paymentId, amountCents, coin, network, state, dueAtMs } = deposit;
  const { credit } = meanings[state];
  if (paymentId === undefined || credit === 'nothing') return undefined;
  if (credit === 'frozen' && dueAtMs !== undefined) return undefined;
  return {
    paymentId,
    reference: depositId,
    state,
    isFinal: true,
    invoiceAmount: decimalDollars(amountCents),
    invoiceCurrency: 'USD',
    payerAmount: deposit.payerAmount,
    payerCurrency: coin,
    network,
    receivedAmount: deposit.receivedAmount,
    rate: deposit.rate,
    address: deposit.address,
    sourceAddress: undefined,
    txid: deposit.txid,
    payUrl: deposit.paymentUrl,
    createdAtMs: deposit.createdAtMs,
    expiresAtMs: deposit.invoiceExpiresAtMs,
  };
}
