import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createCryptomusGateway } from '#functions/adapters/payments/cryptomus/create-cryptomus-gateway.ts';
import { signBody } from '#functions/adapters/payments/cryptomus/signature.ts';
import type { PaymentGateway } from '#functions/ports/payment-gateway.ts';
import { cents } from '#shared/money.ts';
import { manualClock, type ManualClock } from '#test/support/manual-clock.ts';
import {
  halfAnAnswer,
  json,
  redirect,
  reset,
  silence,
  startScriptedServer,
  status,
  text,
  type Move,
  type ScriptedServer,
} from '#test/support/scripted-server.ts';
import { invoice, service } from './samples.ts';
import { paymentKey, webhooks } from './vectors.ts';

let server: ScriptedServer;
let clock: ManualClock;
let gateway: PaymentGateway;

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());
beforeEach(() => {
  clock = manualClock();
  gateway = createGateway(server.url);
});

function createGateway(baseUrl: string, totalMs = 5000, profile: 'heleket' | 'cryptomus' = 'heleket'): PaymentGateway {
  return createCryptomusGateway({
    profile,
    baseUrl,
    merchantId: 'merchant-1',
    paymentKey,
    payOrigins: ['https://pay.example'],
    clock,
    timeouts: { connectMs: 1000, totalMs },
  });
}

const command = {
  depositId: 'dep_01J9ZK3V7Q',
  amountCents: cents(5000),
  coin: 'USDT',
  network: 'TRON',
  callbackUrl: 'https://satchel.example/api/webhooks/payments/токен',
  returnUrl: 'https://satchel.example/balance',
  successUrl: 'https://satchel.example/balance?paid',
} as const;

function ok(result: unknown): Move {
  return json({ state: 0, result });
}

function refused(message: string, code = 422): Move {
  return json({ state: 1, message }, code);
}

describe('requesting a payment', () => {
  it('sends one signed body that fixes coin, network and lifetime', async () => {
    server.play(ok(invoice()));
    expect(await gateway.requestPayment(command)).toMatchObject({
      outcome: 'success',
      value: { reference: 'dep_01J9ZK3V7Q', state: 'waiting' },
    });
    const [request] = server.seen;
    expect(request).toMatchObject({ method: 'POST', target: '/v1/payment', headers: { merchant: 'merchant-1' } });
    expect(request?.headers['sign']).toBe(signBody(request?.body ?? '', paymentKey));
    expect(JSON.parse(request?.body ?? '')).toEqual({
      amount: '50.00',
      currency: 'USD',
      order_id: 'dep_01J9ZK3V7Q',
      to_currency: 'USDT',
      network: 'tron',
      url_callback: command.callbackUrl,
      url_return: command.returnUrl,
      url_success: command.successUrl,
      is_payment_multiple: true,
      lifetime: 3600,
    });
  });

  it('returns an invoice that is already final, and leaves the decision to the domain', async () => {
    server.play(ok(invoice({ status: 'cancel', is_final: true })));
    expect(await gateway.requestPayment(command)).toMatchObject({ outcome: 'success', value: { state: 'expired' } });
  });

  it.each([
    ['order_id', 'dep_other'],
    ['amount', '49.00'],
    ['currency', 'EUR'],
    ['payer_currency', 'BTC'],
    ['network', 'eth'],
    ['url', 'https://evil.example/pay/1'],
  ])('is a fault when the answer has another %s', async (field, value) => {
    server.play(ok(invoice({ [field]: value })));
    expect(await gateway.requestPayment(command)).toMatchObject({ outcome: 'fault' });
  });

  it.each([
    ['Minimum amount 0.5 USDT', 'amount_too_small'],
    ['Maximum amount 10000000 USDT', 'amount_too_large'],
    ['Not found service to_currency', 'coin_unavailable'],
    ['The service was not found', 'coin_unavailable'],
    ['The currency was not found', 'coin_unavailable'],
    ['The network was not found', 'coin_unavailable'],
    ['Error convert to_currency', 'coin_unavailable'],
  ])('is declined once for "%s"', async (message, reason) => {
    server.play(refused(message));
    expect(await gateway.requestPayment(command)).toMatchObject({ outcome: 'declined', reason });
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    ['a wrong signature', refused('Invalid Sign.', 401)],
    ['a forbidden merchant', refused('You are forbidden')],
    ['a status 403', status(403)],
    ['a schema complaint', json({ state: 1, errors: { url_callback: ['validation.url'] } }, 422)],
    ['an unknown complaint', refused('Something new')],
  ])('is a fault for %s, and is not tried again', async (_title, move) => {
    server.play(move);
    expect(await gateway.requestPayment(command)).toMatchObject({ outcome: 'fault' });
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    ['a gateway error', refused('Gateway error')],
    ['a missing terminal', refused('The terminal was not found')],
    ['its own error as a refusal', refused('Server error')],
    ['a server error', json({ message: 'Server error, #1', code: 500, error: null }, 500)],
    ['an error page', status(502)],
    ['a 200 that is no JSON', text('<html>')],
    ['a 200 without result', json({ hello: 1 })],
    ['half an answer', halfAnAnswer],
    ['a reset', reset],
    ['a redirect', redirect('https://elsewhere.example/')],
    ['a time-out of its own', refused('slow', 408)],
    ['a conflict', refused('busy', 409)],
    ['a request that came too early', refused('too early', 425)],
  ])('survives %s by sending the same body again', async (_title, move) => {
    server.play(move, move, ok(invoice()));
    expect(await gateway.requestPayment(command)).toMatchObject({ outcome: 'success' });
    expect(new Set(server.seen.map(({ body }) => body)).size).toBe(1);
  });

  it('is unknown after three attempts without an answer', async () => {
    server.play(status(502));
    expect(await gateway.requestPayment(command)).toMatchObject({ outcome: 'unknown' });
    expect(server.seen).toHaveLength(3);
  });

  it('is unknown, and not tried again, when a good answer is not understood', async () => {
    server.play(ok(invoice({ status: 'brand_new' })));
    const answer = await gateway.requestPayment(command);
    expect(answer).toEqual({ outcome: 'unknown', detail: 'payment: the answer does not fit at "status"' });
    expect(server.seen).toHaveLength(1);
  });

  it('is unknown when the time is up, and stays within its time', async () => {
    server.play(silence);
    const startMs = performance.now();
    expect(await createGateway(server.url, 300).requestPayment(command)).toMatchObject({ outcome: 'unknown' });
    expect(performance.now() - startMs).toBeLessThan(2500);
    expect(server.seen).toHaveLength(1);
  });

  it('is not processed when the connection is refused', async () => {
    const closed = await startScriptedServer();
    await closed.close();
    expect(await createGateway(closed.url).requestPayment(command)).toMatchObject({ outcome: 'not_processed' });
  });

  it('is not processed when the rate limit is hit, with the delay that Retry-After names', async () => {
    server.play(text('{}', 429, { 'retry-after': '40' }));
    expect(await gateway.requestPayment(command)).toMatchObject({ outcome: 'not_processed', retryAfterMs: 40_000 });
  });

  it('is not retried when the rate limit is hit, with a delay of 30 s where none is named', async () => {
    server.play(text('{}', 429));
    expect(await gateway.requestPayment(command)).toMatchObject({ outcome: 'not_processed', retryAfterMs: 30_000 });
    expect(server.seen).toHaveLength(1);
  });

  it('is retried over a connection of its own, because all kept-alive connections may be dead', async () => {
    const ports: (number | undefined)[] = [];
    const seenFrom =
      (move: Move): Move =>
      (response, request) => {
        ports.push(response.socket?.remotePort);
        move(response, request);
      };
    server.play(seenFrom(ok(invoice())), seenFrom(status(502)), seenFrom(status(502)), seenFrom(ok(invoice())));
    await gateway.requestPayment(command);
    await gateway.requestPayment(command);
    const [warm, first, second, third] = ports;
    expect(first).toBe(warm);
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it('is tried again when the connection was refused', async () => {
    const closed = await startScriptedServer();
    await closed.close();
    const startMs = clock.now();
    expect(await createGateway(closed.url).requestPayment(command)).toMatchObject({ outcome: 'not_processed' });
    // Two pauses: one of 100 to 300 ms, and one of 200 to 600 ms.
    expect(clock.now() - startMs).toBeGreaterThanOrEqual(300);
  });

  it('is unknown when an earlier attempt may have been processed', async () => {
    server.play(status(502), text('{}', 429));
    expect(await gateway.requestPayment(command)).toMatchObject({ outcome: 'unknown' });
  });

  it.each([
    ['Minimum amount 0.5 USDT', '0.5 USDT'],
    ['Maximum amount 10000000 usdt', '10000000 USDT'],
    ['Minimum amount <b>1</b> USDT', undefined],
    ['The service was not found', undefined],
  ])('names the limit in "%s": %s', async (message, limit) => {
    server.play(refused(message));
    const answer = await gateway.requestPayment(command);
    expect(answer).toMatchObject({ outcome: 'declined' });
    expect(answer.outcome === 'declined' && answer.limit).toBe(limit);
  });

  it('reads the invoice when a refusal follows an attempt without an answer', async () => {
    server.play(reset, refused('Minimum amount 60 USDT'), ok(invoice()));
    expect(await gateway.requestPayment(command)).toMatchObject({ outcome: 'success' });
    expect(server.seen.at(-1)).toMatchObject({ target: '/v1/payment/info', body: '{"order_id":"dep_01J9ZK3V7Q"}' });
  });

  it('is declined when a refusal follows an attempt without an answer and the read finds no invoice', async () => {
    server.play(reset, refused('Minimum amount 60 USDT'), refused('Payment not found'));
    expect(await gateway.requestPayment(command)).toMatchObject({ outcome: 'declined', reason: 'amount_too_small' });
  });

  it.each([
    ['an order_id complaint', json({ state: 1, errors: { order_id: ['validation.unique'] } }, 422)],
    ['a message', refused('The order_id already exists')],
  ])('reads the invoice when %s says that our reference is taken', async (_title, move) => {
    server.play(move, ok(invoice({ amount: '50.00000000' })));
    expect(await gateway.requestPayment(command)).toMatchObject({ outcome: 'success' });
    server.play(move, ok(invoice({ amount: '70.00' })));
    expect(await gateway.requestPayment(command)).toMatchObject({ outcome: 'fault' });
    server.play(move, refused('Payment not found'));
    expect(await gateway.requestPayment(command)).toMatchObject({ outcome: 'fault' });
    server.play(move, status(500));
    expect(await gateway.requestPayment(command)).toMatchObject({ outcome: 'unknown' });
  });

  it('shows neither key nor signature in any detail', async () => {
    for (const move of [refused('Invalid Sign.', 401), refused('Something new'), status(502), silence, redirect('/')]) {
      server.play(move);
      const text = JSON.stringify(await createGateway(server.url, 500).requestPayment(command));
      expect(text).not.toContain(paymentKey);
      expect(text).not.toContain(server.seen[0]?.headers['sign']);
      expect(text).not.toContain(command.callbackUrl);
    }
  });
});

describe('reading a payment', () => {
  it('asks by our reference', async () => {
    server.play(ok(invoice({ status: 'paid', is_final: true, payment_amount: '50.01' })));
    expect(await gateway.readPayment('dep_01J9ZK3V7Q')).toMatchObject({
      outcome: 'success',
      value: { state: 'paid', receivedAmount: '50.01' },
    });
    expect(server.seen[0]).toMatchObject({ target: '/v1/payment/info', body: '{"order_id":"dep_01J9ZK3V7Q"}' });
  });

  it('returns the payment in the answer even when its reference is another one', async () => {
    server.play(ok(invoice({ status: 'paid', is_final: true, order_id: 'dep_other', uuid: 'another-payment' })));
    expect(await gateway.readPayment('dep_01J9ZK3V7Q')).toMatchObject({
      outcome: 'success',
      value: { reference: 'dep_other', paymentId: 'another-payment', state: 'paid' },
    });
  });

  it('leaves a request unknown when its reference is taken and the read returns another payment', async () => {
    server.play(refused('The order_id already exists'), ok(invoice({ order_id: 'dep_other' })));
    expect(await gateway.requestPayment(command)).toMatchObject({ outcome: 'unknown' });
  });

  it.each([
    ['Payment not found', 422],
    ['Payment was not found', 422],
    ['Not found payment', 422],
    ['Not found', 404],
  ])('is undefined for "%s" with %i', async (message, code) => {
    server.play(refused(message, code));
    expect(await gateway.readPayment('dep_x')).toEqual({ outcome: 'success', value: undefined });
  });

  it('is unknown, never undefined, for a 404 that the provider did not write', async () => {
    server.play(status(404));
    expect(await gateway.readPayment('dep_x')).toMatchObject({ outcome: 'unknown' });
  });

  it.each(['The service was not found', 'Minimum amount 0.5 USDT', 'You are forbidden', 'Something new'])(
    'is declined or a fault, never undefined, for a refusal about something else: "%s"',
    async (message) => {
      server.play(refused(message));
      expect((await gateway.readPayment('dep_x')).outcome).toMatch(/^(declined|fault)$/);
    },
  );

  it('has no pay URL when that leads elsewhere, but is read: it may be paid', async () => {
    server.play(ok(invoice({ url: 'https://evil.example/', status: 'paid', payment_amount: '50.01' })));
    const read = await gateway.readPayment('dep_01J9ZK3V7Q');
    expect(read).toMatchObject({ outcome: 'success', value: { state: 'paid', payUrl: undefined } });
  });
});

describe('asking for a webhook again', () => {
  it.each([
    ['with a page', status(404)],
    ['with an empty message', json({ message: '', code: 404, error: null }, 404)],
  ])('uses the older path after a 404 %s instead of words', async (_title, move) => {
    const own = createGateway(server.url, 5000, 'cryptomus');
    server.play((response, request) => (request.target.startsWith('/v2') ? move : ok([]))(response, request));
    expect(await own.requestWebhook('dep_x')).toEqual({ outcome: 'success', value: 'asked' });
    expect(new Set(server.seen.map(({ target }) => target))).toEqual(
      new Set(['/v2/payment/resend', '/v1/payment/resend']),
    );
  });

  it('uses the newer path, and the older one where the newer is not offered', async () => {
    const own = createGateway(server.url, 5000, 'cryptomus');
    server.play(refused('Not found', 404), ok([]));
    expect(await own.requestWebhook('dep_x')).toEqual({ outcome: 'success', value: 'asked' });
    expect(server.seen.map(({ target, body }) => [target, body])).toEqual([
      ['/v2/payment/resend', '{"order_id":"dep_x"}'],
      ['/v1/payment/resend', '{"order_id":"dep_x"}'],
    ]);
  });

  it.each([
    ['Notification not found', { outcome: 'success', value: 'not_offered' }],
    ['Payment not found', { outcome: 'success', value: 'not_offered' }],
    ['Too much resend', { outcome: 'success', value: 'too_often' }],
    ['You are forbidden', { outcome: 'fault' }],
  ])('understands "%s"', async (message, wanted) => {
    server.play(refused(message));
    expect(await gateway.requestWebhook('dep_x')).toMatchObject(wanted);
  });
});

describe('services and rates', () => {
  it('services are asked for with a signed {} and kept for five minutes of the clock', async () => {
    server.play(ok([service()]));
    const answer = await gateway.listServices();
    expect(answer).toMatchObject({ outcome: 'success', value: [{ coin: 'USDT', network: 'TRON' }] });
    expect(server.seen[0]).toMatchObject({ target: '/v1/payment/services', body: '{}' });
    clock.advance(5 * 60_000 - 1);
    expect(await gateway.listServices()).toBe(answer);
    expect(server.seen).toHaveLength(1);
    clock.advance(1);
    await gateway.listServices();
    expect(server.seen).toHaveLength(2);
  });

  it('a failure is not kept, and no stale price is returned after five minutes', async () => {
    server.play(ok([service()]));
    await gateway.listServices();
    clock.advance(5 * 60_000);
    server.play(status(500));
    expect(await gateway.listServices()).toMatchObject({ outcome: 'unknown' });
    server.play(ok([]));
    expect(await gateway.listServices()).toEqual({ outcome: 'success', value: [] });
  });

  it.each([
    ['that is unknown', status(500), 'unknown'],
    ['for a wrong key', status(401), 'fault'],
    ['for a mistake of ours', refused('Something new'), 'fault'],
    ['that is a refusal', refused('The service was not found'), 'declined'],
    ['for frequency', text('{}', 429), 'not_processed'],
  ])('a failure %s is not kept', async (_title, move, outcome) => {
    server.play(move);
    expect(await gateway.listServices()).toMatchObject({ outcome });
    server.play(ok([]));
    expect(await gateway.listServices()).toEqual({ outcome: 'success', value: [] });
  });

  it('a rate is a GET without a body, kept for fifteen seconds per coin', async () => {
    server.play(ok([{ from: 'ETH', to: 'USD', course: '3100.12' }]), ok([]));
    expect(await gateway.readRate('ETH')).toEqual({ outcome: 'success', value: '3100.12' });
    expect(server.seen[0]).toMatchObject({ method: 'GET', target: '/v1/exchange-rate/ETH/list', body: '' });
    expect(server.seen[0]?.headers['content-type']).toBeUndefined();
    expect(await gateway.readRate('BTC')).toEqual({ outcome: 'success', value: undefined });
    expect(await gateway.readRate('ETH')).toEqual({ outcome: 'success', value: '3100.12' });
    expect(server.seen).toHaveLength(2);
    clock.advance(15_000);
    await gateway.readRate('ETH');
    expect(server.seen).toHaveLength(3);
  });

  it.each([
    ['The currency was not found', 422],
    ['Not found', 404],
  ])('a rate is undefined for "%s"', async (message, code) => {
    server.play(refused(message, code));
    expect(await gateway.readRate('XMR')).toEqual({ outcome: 'success', value: undefined });
  });
});

it('webhooks give a hint when they are authentic payments', () => {
  expect(gateway.verifyWebhook(Buffer.from(webhooks.W1))).toMatchObject({ claimedStatus: 'paid' });
  expect(gateway.verifyWebhook(Buffer.from(webhooks.W8))).toBe('other');
  expect(gateway.verifyWebhook(Buffer.from(webhooks.W9))).toBeUndefined();
  expect(gateway.verifyWebhook(Buffer.from('{}'))).toBeUndefined();
  expect(gateway.readStoredWebhook(Buffer.from(webhooks.W1))).toEqual(gateway.verifyWebhook(Buffer.from(webhooks.W1)));
  for (const body of ['', 'null', '[]', '{}', webhooks.W8]) {
    expect(gateway.readStoredWebhook(Buffer.from(body))).toBeUndefined();
  }
});
