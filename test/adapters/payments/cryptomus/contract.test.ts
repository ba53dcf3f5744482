import { createCryptomusGateway } from '#functions/adapters/payments/cryptomus/create-cryptomus-gateway.ts';
import type { PaymentGateway } from '#functions/ports/payment-gateway.ts';
import { systemClock } from '#functions/runtime/system-clock.ts';
import { startPaymentSimulator } from '#infra/local/simulators/payments/start-payment-simulator.ts';
import {
  describePaymentGateway,
  type CallFault,
  type PaymentAct,
  type PaymentWorld,
} from '#test/ports/payment-gateway.contract.ts';
import { startWebhookReceiver } from '#test/support/webhook-receiver.ts';

const merchantId = 'merchant-of-tests';
const paymentKey = 'test_payment_key_of_contract';

const paths = { request: '=/v1/payment', read: '=/v1/payment/info', services: '=/v1/payment/services' } as const;
const faults = {
  silence: { mode: 'timeout_before' },
  silence_after: { mode: 'timeout_after' },
  error: { mode: 'status', status: 502 },
  error_after: { mode: 'status_after', status: 500 },
  reset: { mode: 'reset' },
  reset_after: { mode: 'reset_after' },
  garbage: { mode: 'garbage', status: 200 },
} as const satisfies Record<CallFault, object>;
const acts = {
  pay: ['pay', {}],
  underpay: ['underpay', {}],
  underpay_finally: ['underpay', { final: true }],
  overpay: ['overpay', {}],
  confirm_check: ['confirm_check', {}],
  expire: ['expire', {}],
  fail: ['fail', {}],
  lock: ['lock', {}],
  refund: ['refund', {}],
} as const satisfies Record<PaymentAct, readonly [string, object]>;

async function startWorld(profile: 'cryptomus' | 'heleket'): Promise<PaymentWorld> {
  const receiver = await startWebhookReceiver();
  const simulator = await startPaymentSimulator({
    port: 0,
    merchantId,
    paymentKey,
    payoutKey: 'test_payout_key_of_contract',
    profile,
  });
  const gatewayAt = (baseUrl: string, key: string): PaymentGateway =>
    createCryptomusGateway({
      profile,
      baseUrl,
      merchantId,
      paymentKey: key,
      payOrigins: [new URL(simulator.url).origin],
      clock: systemClock,
      timeouts: { connectMs: 500, totalMs: 1500 },
    });

  async function door(method: string, path: string, body: object = {}): Promise<void> {
    const answer = await fetch(`${simulator.url}/sandbox/${path}`, { method, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }

  return {
    gateway: gatewayAt(simulator.url, paymentKey),
    stranger: gatewayAt(simulator.url, 'test_payment_key_of_somebody_else'),
    unreachable: gatewayAt('http://127.0.0.1:1', paymentKey),
    callbackUrl: receiver.url,
    act: (paymentId, act) => door('POST', `invoices/${paymentId}/${acts[act][0]}`, acts[act][1]),
    break: (call, fault, times) => door('POST', 'faults', { path: paths[call], times, ...faults[fault] }),
    forgeWebhooks: () => door('POST', 'faults', { path: 'webhook', mode: 'altered_amount', times: 1 }),
    heal: () => door('DELETE', 'faults'),
    webhook: async (paymentId) =>
      (await receiver.next(({ body }) => body.toString().includes(`"uuid":"${paymentId}"`))).body,
    async close() {
      await simulator.close();
      await receiver.close();
    },
  };
}

describePaymentGateway('Cryptomus', () => startWorld('cryptomus'));
describePaymentGateway('Heleket', () => startWorld('heleket'));
