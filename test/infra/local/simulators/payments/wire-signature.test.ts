import { expect, test } from 'vitest';

import { parseDecimal } from '#infra/local/simulators/payments/decimal.ts';
import {
  type PaymentEvent,
  paymentWebhookFields,
  payoutWebhookFields,
} from '#infra/local/simulators/payments/webhook-body.ts';
import {
  phpJsonEncode,
  requestSignatureMatches,
  signBytes,
  signedWebhookBody,
} from '#infra/local/simulators/payments/wire-signature.ts';

import { isSigned, PAYMENT_KEY, PAYOUT_KEY } from './simulator-harness.ts';
import { REQUEST_VECTORS, WEBHOOK_VECTORS } from './signature-vectors.ts';

const d = parseDecimal;
const TXID = 'a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90';

const W1: PaymentEvent = {
  type: 'payment',
  uuid: '5f1d2c3b-0a4e-4d8f-9b6c-7e8f9a0b1c2d',
  orderId: 'dep_01J9ZK3V7Q',
  amount: d('50'),
  received: d('50.01'),
  receivedUsd: d('50.01'),
  merchantAmount: d('49.0098'),
  commission: d('1.0002'),
  isFinal: true,
  status: 'paid',
  from: 'TSimPayer1111111111111111111111111',
  walletAddressUuid: null,
  network: 'tron',
  currency: 'USD',
  payerCurrency: 'USDT',
  payerAmount: d('50.01'),
  exchangeRate: d('0.99970009'),
  additionalData: null,
  txid: TXID,
};
const { txid: _txid, ...W1_WITHOUT_TXID } = W1;

const EVENTS: Record<string, PaymentEvent> = {
  W1,
  W2: { ...W1, receivedUsd: 0n, isFinal: false, status: 'confirm_check' },
  W3: {
    ...W1,
    received: d('60'),
    receivedUsd: d('60'),
    merchantAmount: d('58.8'),
    commission: d('1.2'),
    status: 'paid_over',
    additionalData: 'ref: a/b/c — Пример',
  },
  W4: {
    ...W1,
    orderId: 'dep_01J9ZK4BTC',
    received: d('0.0004'),
    receivedUsd: d('40'),
    merchantAmount: d('0.000392'),
    commission: d('0.000008'),
    status: 'wrong_amount',
    network: 'btc',
    payerCurrency: 'BTC',
    payerAmount: d('0.0005'),
    exchangeRate: d('100000'),
    convert: { toCurrency: 'USDT', rate: d('100000'), amount: d('39.2') },
  },
  W5: {
    ...W1_WITHOUT_TXID,
    received: 0n,
    receivedUsd: 0n,
    merchantAmount: 0n,
    commission: 0n,
    status: 'cancel',
    from: null,
  },
  W6: { ...W1_WITHOUT_TXID, from: null, transferId: '0c9b8a76-5d4e-4f3c-8b2a-1908f7e6d5c4' },
  W7: { ...W1, additionalData: 'a\u2028b' },
  W8: {
    ...W1,
    type: 'wallet',
    orderId: 'wallet_user_42',
    amount: d('12.34'),
    received: d('12.34'),
    receivedUsd: d('12.34'),
    merchantAmount: d('12.0932'),
    commission: d('0.2468'),
    walletAddressUuid: 'de15b0f6-883f-4585-b27b-73a648044a92',
    currency: 'USDT',
    payerAmount: d('12.34'),
    exchangeRate: d('1'),
  },
};

test.each(REQUEST_VECTORS)('request vector $id', ({ key, body, sign }) => {
  const secret = key === 'payment' ? PAYMENT_KEY : PAYOUT_KEY;
  expect(signBytes(body, secret)).toBe(sign);
  expect(requestSignatureMatches(Buffer.from(body), sign, secret)).toBe(true);
  expect(requestSignatureMatches(Buffer.from(`${body} `), sign, secret)).toBe(false);
  expect(requestSignatureMatches(Buffer.from(body), sign.toUpperCase(), secret)).toBe(false);
});

test('a call without parameters may sign the empty string over {}, but not over anything else', () => {
  const ofNothing = signBytes('', PAYMENT_KEY);
  expect(requestSignatureMatches(Buffer.from('{}'), ofNothing, PAYMENT_KEY)).toBe(true);
  expect(requestSignatureMatches(Buffer.from('[]'), ofNothing, PAYMENT_KEY)).toBe(false);
});

test.each(Object.entries(EVENTS))('webhook vector %s is composed byte for byte', (id, event) => {
  const body = signedWebhookBody(paymentWebhookFields(event), PAYMENT_KEY);
  expect(body).toBe(WEBHOOK_VECTORS[id]);
  expect(isSigned(body)).toBe(true);
});

test('webhook vector W9, the payout', () => {
  const body = signedWebhookBody(
    payoutWebhookFields({
      uuid: '2b852d86-0000-4000-8000-36f0b7d12151',
      orderId: 'po_1',
      amount: d('20'),
      merchantAmount: d('20.3'),
      commission: d('0.3'),
      isFinal: true,
      status: 'paid',
      txid: '0xabc',
      currency: 'USDT',
      network: 'bsc',
      payerCurrency: 'USDT',
      payerAmount: d('20'),
    }),
    PAYOUT_KEY,
  );
  expect(body).toBe(WEBHOOK_VECTORS['W9']);
  expect(isSigned(body, PAYMENT_KEY)).toBe(false);
});

test('the signatures of the negative vectors come from the wrong key and from unescaped slashes', () => {
  const fields = paymentWebhookFields(W1);
  expect(signBytes(phpJsonEncode(fields), PAYOUT_KEY)).toBe('16d4572f070ecc4deca0fe395cd92815');
  const plain = JSON.stringify(paymentWebhookFields(EVENTS['W3'] ?? W1));
  expect(signBytes(plain, PAYMENT_KEY)).toBe('df44df43656a0c12a0fc294827d1ecc8');
});
