import { decimalDollars } from '#shared/money.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Payment } from '#functions/ports/payment-gateway.ts';
import { meanings } from './transitions.ts';

/**
 * Returns the payment of a deposit as the provider last reported it, for one that the provider does not know any more
 * (after a change of merchant, for example). Undefined before the provider reported any, and where its last report was of
 * one that it locked or sends back: nobody decides against that.
 */
export function rememberedPayment(deposit: Deposit): Payment | undefined {
  const { depositId, paymentId, amountCents, coin, network, state } = deposit;
  const { credit } = meanings[state];
  if (paymentId === undefined || credit === 'frozen' || credit === 'nothing') return undefined;
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
