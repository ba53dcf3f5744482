import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import {
  type IssuerSimulatorOptions,
  startIssuerSimulator,
} from '#infra/local/simulators/issuer/start-issuer-simulator.ts';

/** Secrets of every simulator on the bench. */
export const keys = { accessToken: 'at_test_bench', secretKey: 'sk_test_bench', webhookSecret: 'whs_bench' };

type Json = Record<string, unknown>;

/** A reply with its body parsed. */
export type Reply = { readonly status: number; readonly body: Json & { data?: Json; message?: string } };

/** An event as the receiver got it. */
export type Received = {
  readonly signature: string | undefined;
  readonly raw: string;
  readonly event: string;
  readonly data: Json;
};

/** Encrypts with the openssl program, which shares no line with the simulator. */
export function opensslEncrypt(text: string, passphrase = keys.secretKey): string {
  return openssl(['enc', '-e', ...scheme, `pass:${passphrase}`], text);
}

/** Decrypts with the openssl program. */
export function opensslDecrypt(encoded: string, passphrase = keys.secretKey): string {
  return openssl(['enc', '-d', ...scheme, `pass:${passphrase}`], encoded);
}

const scheme = ['-aes-256-cbc', '-md', 'md5', '-a', '-A', '-salt', '-pass'];

function openssl(args: readonly string[], input: string): string {
  return execFileSync('openssl', args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
}

// One process of openssl is enough for all the cards of the tests; every ciphertext with its salt is as good as another.
const pin1234 = opensslEncrypt('1234');

async function reply(response: Response): Promise<Reply> {
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}

/** Calls a running simulator's API and doors. */
export function callsTo(url: string) {
  const send = async (base: string, method: string, path: string, body?: unknown, headers: Json = {}): Promise<Reply> =>
    reply(
      await fetch(url + base + path, {
        method,
        headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
  const api = (method: string, path: string, body?: unknown): Promise<Reply> =>
    send('/v1/issuing/sandbox', method, path, body, { token: `Bearer ${keys.accessToken}` });
  const door = (method: string, path: string, body?: unknown): Promise<Reply> => send('/sandbox', method, path, body);
  const fault = (path: string, mode: string, more: Json = {}): Promise<Reply> =>
    door('POST', '/faults', { path, mode, times: 1, ...more });
  const holder = async (email = 'amina@example.test'): Promise<string> => {
    const made = await api('POST', '/cardholder/register_cardholder_synchronously', registration(email));
    return String(made.body.data?.['cardholder_id']);
  };
  const card = async (changes: Json = {}): Promise<string> => {
    const cardholderId = await holder(`${crypto.randomUUID()}@example.test`);
    const made = await api('POST', '/cards/create_card', cardWish(cardholderId, changes));
    return String(made.body.data?.['card_id']);
  };
  const move = (
    verb: 'fund' | 'unload',
    cardId: string,
    cents: number | string,
    reference: string = crypto.randomUUID(),
  ) =>
    api('PATCH', `/cards/${verb}_card_asynchronously`, {
      card_id: cardId,
      amount: String(cents),
      transaction_reference: reference,
      currency: 'USD',
    });
  const show = async (cardId: string): Promise<ShownCard> =>
    (await door('GET', `/cards/${cardId}`)).body as unknown as ShownCard;
  const buy = async (cardId: string, amount: number, more: Json = {}): Promise<Json> => {
    const { cardNumber, cvv, expiry } = await show(cardId);
    return (await door('POST', '/purchases', { cardNumber, cvv, expiry, amount, merchant: 'Corner Coffee', ...more }))
      .body;
  };
  const advance = (seconds: number): Promise<Reply> => door('POST', '/clock', { advanceMs: seconds * 1000 });
  const wallet = async (): Promise<number> => Number((await door('GET', '/wallet')).body['amountCents']);
  return { url, send, api, door, fault, holder, card, move, show, buy, advance, wallet };
}

/** Repeats a check until it passes; patient, because the machine may be busy with other things. */
export function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 60_000, interval: 20 });
}

/** A card as the control door shows it. */
export type ShownCard = {
  readonly cardNumber: string;
  readonly cvv: string;
  readonly expiry: string;
  readonly last4: string;
  readonly state: string;
  readonly balances: { bookCents: number; availableCents: number; heldCents: number; pendingUnloadCents: number };
  readonly insufficientFundsDeclines: number;
  readonly returnedCents: number;
  readonly deletionReason: string | null;
  readonly potentialDeleteDate: string | null;
  readonly transactions: readonly { reference: string; direction: string; cents: number; kind: string }[];
};

/** A registration that the issuer accepts. */
export function registration(email: string, changes: Json = {}): Json {
  return {
    first_name: 'Amina',
    last_name: 'Bello',
    phone: '+2348030000000',
    email_address: email,
    address: {
      address: 'Palm Close',
      city: 'Ikeja',
      state: 'Lagos',
      country: 'Nigeria',
      postal_code: '100271',
      house_no: '14',
    },
    meta_data: { user_ref: 'usr_01' },
    ...changes,
  };
}

/** A card that the issuer creates: $5 on it, PIN 1234. */
export function cardWish(cardholderId: string, changes: Json = {}): Json {
  return {
    cardholder_id: cardholderId,
    card_type: 'virtual',
    card_brand: 'Mastercard',
    card_currency: 'USD',
    card_limit: '1000000',
    funding_amount: '500',
    pin: pin1234,
    transaction_reference: crypto.randomUUID(),
    meta_data: { card_ref: 'crd_01' },
    ...changes,
  };
}

/** Starts a simulator that ends with the test. Nothing in it takes longer than a few milliseconds of its own. */
export async function startBench(options: Partial<IssuerSimulatorOptions> = {}) {
  const simulator = await startIssuerSimulator({
    ...keys,
    port: 0,
    transferDelayMs: 5,
    verificationDelayMs: 5,
    creationDelayMs: 1,
    timeoutHoldMs: 40,
    ...options,
  });
  onTestFinished(() => simulator.close());
  return { ...callsTo(simulator.url), close: () => simulator.close() };
}

/** Receives events until the test ends; answers each with the next of `statuses`, then with 200. */
export async function startReceiver(statuses: number[] = []) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      const signature = request.headers['x-webhook-signature'];
      received.push({ signature: signature === undefined ? undefined : String(signature), raw, ...parseEvent(raw) });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const of = (event: string): Received[] => received.filter((one) => one.event === event);
  return { url: `http://127.0.0.1:${port}/hooks/issuer/secret-path`, received, of };
}

function parseEvent(raw: string): { event: string; data: Json } {
  try {
    return JSON.parse(raw) as { event: string; data: Json };
  } catch {
    return { event: 'garbage', data: {} };
  }
}
