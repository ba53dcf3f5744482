import { beforeAll, describe, expect, inject, it } from 'vitest';

import type { ApiClient } from '#infra/local/seed/api-client.ts';
import { until } from '#infra/local/seed/open-account.ts';
import { signedWebhookBody, type JsonValue } from '#infra/local/simulators/payments/wire-signature.ts';
import {
  expectBalances,
  openCard,
  openFundedAccount,
  readIssuedCard,
  callDoor,
  untilSettled,
  type Account,
  type HeldCard,
} from '#test/support/money-stack.ts';

const services = inject('services');
let client: ApiClient;
let card: HeldCard;

beforeAll(async () => {
  client = await openFundedAccount(services, 20_000, 'replayed');
  const cardId = await openCard(client, 'Replayed');
  card = await client.done<HeldCard>('GET', `/cards/${cardId}/public`);
});

const load = (amount: number, key: string) =>
  client.call<{ code?: string; card?: HeldCard }>(
    'PATCH',
    `/cards/${card._id}/load`,
    { amount, includesFee: false },
    { 'idempotency-key': key },
  );

describe('a repeated request', () => {
  // 64 at once are in races.test.ts.
  it('sent four times at once loads the card once, and all four get the same answer', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => load(5_000, 'again')));
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses.size).toBe(1);
    // 202 on a machine that is too busy to load the card while the request waits.
    expect([200, 202]).toContain(answers[0]?.status);
    await untilSettled(services, client);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') !== 'true')).toHaveLength(1);
    await expectBalances(services, client, { account: 12_750, cards: [5_500] });
    // The card's first deposit is a transfer too.
    expect((await readIssuedCard(services, card.last4Digits)).transfers).toHaveLength(2);
  });

  it('gets the first answer again, even long after', async () => {
    const again = await load(5_000, 'again');
    expect(again.status).toBeLessThan(300);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    await expectBalances(services, client, { account: 12_750, cards: [5_500] });
  });

  it('with another body is refused', async () => {
    expect(await load(4_000, 'again')).toMatchObject({ status: 422, body: { code: 'IdempotencyKeyReused' } });
  });

  it('opens one deposit and makes one card', async () => {
    const body = { currency: 'BTC', network: 'BTC', amountInUsd: 2_000 };
    const opened = await Promise.all(
      Array.from({ length: 8 }, () =>
        client.done<{ transaction: { _id: string } }>('POST', '/transactions', body, { 'idempotency-key': 'deposit' }),
      ),
    );
    expect(new Set(opened.map(({ transaction }) => transaction._id)).size).toBe(1);
    const made = await Promise.all(
      Array.from({ length: 8 }, () =>
        client.done<{ card: HeldCard }>(
          'POST',
          '/cards/create',
          { name: 'Once', pin: 1357 },
          { 'idempotency-key': 'card' },
        ),
      ),
    );
    expect(new Set(made.map((reply) => reply.card._id)).size).toBe(1);
    await until('the card', async () => {
      const cards = await client.done<HeldCard[]>('GET', '/cards');
      return cards.every(({ status }) => status === 'active') ? true : undefined;
    });
    await expectBalances(services, client, { account: 10_750, cards: [500, 5_500] });
  });
});

describe('a forged webhook of the payment provider', () => {
  type Invoice = { readonly order_id: string; readonly uuid: string; readonly url_callback: string };
  let invoice: Invoice;
  const body = (changes: Record<string, JsonValue> = {}): Record<string, JsonValue> => ({
    type: 'payment',
    uuid: invoice.uuid,
    order_id: invoice.order_id,
    amount: '50.00000000',
    payment_amount: '50.00000000',
    payment_amount_usd: '50.00',
    merchant_amount: '49.00000000',
    commission: '1.00000000',
    is_final: true,
    status: 'paid',
    from: null,
    wallet_address_uuid: null,
    network: 'tron',
    currency: 'USD',
    payer_currency: 'USDT',
    additional_data: null,
    txid: 'f00d',
    ...changes,
  });
  const post = (url: string, text: string) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text });

  beforeAll(async () => {
    const { transaction } = await client.done<{ transaction: { _id: string } }>('POST', '/transactions', {
      currency: 'USDT',
      network: 'TRON',
      amountInUsd: 5_000,
    });
    invoice = await callDoor<Invoice>(`${services.payments}/sandbox/invoices/${transaction._id}`, undefined, 'GET');
  });

  it('is refused without the key, without the path’s token, and when a signed body was altered', async () => {
    const signed = signedWebhookBody(body(), services.keys.payment);
    const refused = [
      post(invoice.url_callback, signedWebhookBody(body(), 'a-guessed-key')),
      post(invoice.url_callback, JSON.stringify(body())),
      post(invoice.url_callback, JSON.stringify({ ...body(), sign: [] })),
      post(invoice.url_callback, signed.replace('50.00000000', '99.00000000')),
      post(services.webhooks.payments.replace('{token}', 'x'.repeat(43)), signed),
    ];
    for (const answer of await Promise.all(refused)) {
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ code: 'InvalidSignature' });
    }
  });

  it('credits nothing even with a right signature: only the provider’s answer to our question counts', async () => {
    const answer = await post(invoice.url_callback, signedWebhookBody(body(), services.keys.payment));
    expect(answer.status).toBe(200);
    await untilQueueIsQuiet(invoice.order_id);
    const deposit = await client.done<{ status: string; amountPaid: number }>(
      'GET',
      `/transactions/${invoice.order_id}`,
    );
    expect(deposit).toMatchObject({ status: 'pending', amountPaid: 0 });
    expect(await client.done<Account>('GET', '/user')).toMatchObject({ balance: 10_750 });
  });

  it('does not prevent the credit of the real payment, once and to the cent', async () => {
    await callDoor(`${services.payments}/sandbox/invoices/${invoice.order_id}/pay`);
    await until('the credit', async () => {
      const { balance } = await client.done<Account>('GET', '/user');
      return balance === 15_750 ? true : undefined;
    });
    const late = await post(invoice.url_callback, signedWebhookBody(body({ txid: 'beef' }), services.keys.payment));
    expect(late.status).toBe(200);
    await untilQueueIsQuiet(invoice.order_id);
    await expectBalances(services, client, { account: 15_750, cards: [500, 5_500] });
  });

  /** Waits until a later event of another deposit has been handled: by then the earlier ones are handled too. */
  async function untilQueueIsQuiet(reference: string): Promise<void> {
    const { transaction } = await client.done<{ transaction: { _id: string } }>('POST', '/transactions', {
      currency: 'USDT',
      network: 'TRON',
      amountInUsd: 600,
    });
    expect(transaction._id).not.toBe(reference);
    await callDoor(`${services.payments}/sandbox/invoices/${transaction._id}/confirm_check`);
    await until('a later event', async () => {
      const { status } = await client.done<{ status: string }>('GET', `/transactions/${transaction._id}`);
      return status === 'confirm_check' ? true : undefined;
    });
  }
});

describe('a forged event of the card issuer', () => {
  const forged = (signature: string) =>
    readIssuedCard(services, card.last4Digits).then(({ cardId }) =>
      callDoor<{ n: number }>(`${services.issuer}/sandbox/webhooks`, {
        event: 'card_credit_event.successful',
        data: { card_id: cardId, amount: '999900', transaction_reference: 'forged', currency: 'USD' },
        signature,
      }),
    );

  it.each([
    ['with a wrong signature', 'wrong', 401],
    ['without a signature', 'missing', 401],
    ['with the right header and an invented body', 'valid', 200],
  ])('%s puts no money on the card', async (_how, signature, status) => {
    const { n } = await forged(signature);
    await until('the delivery', async () => {
      const { webhooks } = await callDoor<{ webhooks: { n: number; lastStatus: number | null }[] }>(
        `${services.issuer}/sandbox/webhooks`,
        undefined,
        'GET',
      );
      return webhooks.find((each) => each.n === n)?.lastStatus === status ? true : undefined;
    });
    await expectBalances(services, client, { account: 15_750, cards: [500, 5_500] });
  });

  it('at a guessed address is refused', async () => {
    const answer = await fetch(`${services.api}/webhooks/issuer/${'x'.repeat(43)}`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(401);
  });
});
