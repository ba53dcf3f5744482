import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
  type PaymentSimulatorOptions,
  startPaymentSimulator,
} from '#infra/local/simulators/payments/start-payment-simulator.ts';

export const PAYMENT_KEY = 'test_payment_key_0001';
export const PAYOUT_KEY = 'test_payout_key_0001';
export const MERCHANT = 'merchant-1';

/** The answer to a request. */
export interface Reply {
  status: number;
  body: Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- the wire is what is being examined
}

/** The signature rule written out once more, so that the tests do not lean on the simulator's own. */
export function sign(body: string, key: string): string {
  return createHash('md5')
    .update(Buffer.from(body).toString('base64') + key)
    .digest('hex');
}

/** A signed call of the provider's API. */
export async function call(url: string, path: string, body: unknown = {}, key = PAYMENT_KEY): Promise<Reply> {
  const raw = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', merchant: MERCHANT, sign: sign(raw, key) },
    body: raw,
  });
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}

/** A call of the control door. */
export async function door(url: string, path: string, body?: unknown, method = 'POST'): Promise<Reply> {
  const response = await fetch(`${url}/sandbox/${path}`, {
    method,
    ...(body === undefined || method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}

/** A webhook as it came in. */
export interface ReceivedWebhook {
  path: string;
  raw: string;
  body: Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- the wire is what is being examined
}

/** A receiver of webhooks on a free port. */
export interface WebhookReceiver extends AsyncDisposable {
  url: string;
  received: ReceivedWebhook[];
  /** Its answers from now on. */
  answer: { status: number; headers?: Record<string, string> };
  /** Resolves when at least `count` have come. */
  waitFor(count: number): Promise<ReceivedWebhook[]>;
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    let raw = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (raw += chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', raw, body: JSON.parse(raw) as ReceivedWebhook['body'] });
      response.writeHead(receiver.answer.status, receiver.answer.headers).end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: { status: 200 },
    async waitFor(count) {
      await eventually(() => received.length >= count, `${count} webhooks`);
      return received;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** Waits until `condition` holds; fails after four seconds. */
export async function eventually(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const endsAt = Date.now() + 4000;
  while (!(await condition())) {
    if (Date.now() > endsAt) throw new Error(`never happened: ${what}`);
    await pause(10);
  }
}

export async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/** A simulator, a receiver, and shorthands for both. */
export interface Bench extends AsyncDisposable {
  url: string;
  hooks: WebhookReceiver;
  call(path: string, body?: unknown, key?: string): Promise<Reply>;
  door(path: string, body?: unknown, method?: string): Promise<Reply>;
  /** Creates an invoice, by default over 50 USD in USDT on tron, and returns the Payment object. */
  create(overrides?: Record<string, unknown>): Promise<Reply['body']>;
  info(uuid: string): Promise<Reply['body']>;
}

let orders = 0;

export async function startBench(overrides: Partial<PaymentSimulatorOptions> = {}): Promise<Bench> {
  const hooks = await startReceiver();
  const simulator = await startPaymentSimulator({
    port: 0,
    merchantId: MERCHANT,
    paymentKey: PAYMENT_KEY,
    payoutKey: PAYOUT_KEY,
    seed: 'tests',
    autoConfirmMs: 150,
    ...overrides,
  });
  const { url } = simulator;
  return {
    url,
    hooks,
    call: (path, body, key) => call(url, path, body, key),
    door: (path, body, method) => door(url, path, body, method),
    async create(terms = {}) {
      orders += 1;
      const { body } = await call(url, '/v1/payment', {
        amount: '50',
        currency: 'USD',
        order_id: `dep_${orders}`,
        to_currency: 'USDT',
        network: 'tron',
        url_callback: hooks.url,
        ...terms,
      });
      if (body['state'] !== 0) throw new Error(JSON.stringify(body));
      return body['result'] as Reply['body'];
    },
    async info(uuid) {
      return (await call(url, '/v1/payment/info', { uuid })).body['result'] as Reply['body'];
    },
    async [Symbol.asyncDispose]() {
      await simulator.close();
      await hooks[Symbol.asyncDispose]();
    },
  };
}

/** True when the webhook body carries the right signature as its last member. */
export function isSigned(raw: string, key = PAYMENT_KEY): boolean {
  const match = /^(.*),"sign":"([0-9a-f]{32})"\}$/s.exec(raw);
  return match !== null && sign(`${match[1]}}`, key) === match[2];
}
