import { multiply, oneUnit, parseDecimal, percentOf, roundToCents } from './decimal.ts';
import type { ProviderCall } from './provider-call.ts';
import { Refusal, RequestFields } from './request-fields.ts';
import { paymentWebhookFields, payoutWebhookFields } from './webhook-body.ts';

const statuses = [
  'process',
  'check',
  'paid',
  'paid_over',
  'fail',
  'wrong_amount',
  'cancel',
  'system_fail',
  'refund_process',
  'refund_fail',
  'refund_paid',
];

/** Sends one signed webhook about money that does not exist; nothing but the delivery log remembers it. */
function testWebhook(kind: 'payment' | 'wallet' | 'payout'): ProviderCall {
  return ({ parts }, body) => {
    const { market, chance, store, postman } = parts;
    const fields = new RequestFields(body);
    const url = fields.url('url_callback', 6, 150, true) ?? '';
    const currency = (fields.text('currency', { required: true }) ?? '').toUpperCase();
    const network = (fields.text('network', { required: true }) ?? '').toLowerCase();
    const status = fields.oneOf('status', statuses) ?? 'paid';
    const name = `test webhook ${store.nextNumber('testWebhook')}`;
    const uuid = fields.text('uuid') ?? chance.uuid(name);
    const orderId = fields.text('order_id', { min: 1, max: 32 }) ?? chance.uuid(`order ${name}`).slice(0, 32);
    fields.check();
    if (market.service(currency, network) === null) {
      throw new Refusal(kind === 'payout' ? 'Payout service not found' : 'Payment service not found');
    }
    const amount = parseDecimal('20');
    const commission = percentOf(amount, market.commissionPercent);
    const isFinal = !['process', 'check', 'refund_process'].includes(status);
    const shared = { uuid, orderId, amount, commission, isFinal, status, network, currency, payerCurrency: currency };
    const txid = chance.txid(name, network);
    postman.enqueue({
      kind: 'test',
      paymentUuid: uuid,
      orderId,
      status,
      url,
      fields:
        kind === 'payout'
          ? payoutWebhookFields({ ...shared, merchantAmount: amount + commission, payerAmount: amount, txid })
          : paymentWebhookFields({
              ...shared,
              type: kind,
              received: amount,
              receivedUsd: roundToCents(multiply(amount, market.usdRate(currency) ?? oneUnit)),
              merchantAmount: amount - commission,
              from: chance.address(name, network),
              walletAddressUuid: kind === 'wallet' ? chance.uuid(`wallet ${name}`) : null,
              payerAmount: amount,
              exchangeRate: oneUnit,
              additionalData: null,
              txid,
            }),
    });
    return [];
  };
}

/** The calls that send synthetic webhooks by path. */
export const testWebhookCalls: Readonly<Record<string, ProviderCall>> = {
  '/v1/test-webhook/payment': testWebhook('payment'),
  '/v1/test-webhook/wallet': testWebhook('wallet'),
  '/v1/test-webhook/payout': testWebhook('payout'),
};
