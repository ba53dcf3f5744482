import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ApiClient } from '#infra/local/seed/api-client.ts';
import type { Id } from '#shared/ids.ts';
import { lateEffectMs } from '#functions/domain/operations/operation-steps.ts';
import { eventually } from '#test/support/eventually.ts';
import { startLocalStack, type LocalStack } from '#test/support/local-stack.ts';
import {
  expectBalances,
  openCard,
  openFundedAccount,
  passTime,
  readIssuedCard,
  runJob,
  callDoor,
  untilSettled,
  type Account,
  type HeldCard,
  type IssuedCard,
} from '#test/support/money-stack.ts';

type Bought = { readonly approved: boolean; readonly reason?: string; readonly reference: string };
type Line = {
  readonly kind: string;
  readonly status: string;
  readonly amount: number;
  readonly decline_reason: string;
};

let stack: LocalStack;
let client: ApiClient;
const dataDir = mkdtempSync(path.join(tmpdir(), 'satchel-cards-'));

beforeAll(async () => {
  stack = await startLocalStack({ dataDir });
  client = await openFundedAccount(stack.services, 30_000, 'cardholder');
});
afterAll(async () => {
  await stack?.[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true, force: true });
});

const cardOf = (id: Id<'card'>): Promise<HeldCard> => client.done('GET', `/cards/${id}/public`);
const balance = async (): Promise<number> => (await client.done<Account>('GET', '/user')).balance;
const historyOf = async (id: Id<'card'>): Promise<readonly Line[]> =>
  (await client.done<{ transactions: Line[] }>('GET', `/cards/${id}/transactions`)).transactions;
const issued = async (id: Id<'card'>): Promise<IssuedCard> =>
  readIssuedCard(stack.services, (await cardOf(id)).last4Digits);

async function buy(card: IssuedCard, amount: number): Promise<Bought> {
  const { cardNumber, cvv, expiry } = card;
  const basket = { cardNumber, cvv, expiry, amount, merchant: 'Corner Coffee' };
  return callDoor(`${stack.services.issuer}/sandbox/purchases`, basket);
}

describe('a card’s life over real HTTP', () => {
  let cardId: Id<'card'>;
  let bought: Bought;

  it('shows a merchant’s one-time code to the owner for five minutes, once even when it is sent repeatedly', async () => {
    cardId = await openCard(client, 'Travel');
    const { issuer } = stack.services;
    const { cardId: issuerCardId } = await issued(cardId);
    const basket = { merchant: 'Corner Coffee', amount: 1234 };
    const { otp } = await callDoor<{ otp: string }>(`${issuer}/sandbox/cards/${issuerCardId}/otp`, basket);
    const codes = () => client.done<{ code: string }[]>('GET', `/cards/${cardId}/codes`);
    await eventually(async () => expect(await codes()).toMatchObject([{ code: otp, ...basket, currency: 'USD' }]));
    type Sent = { readonly n: number; readonly data: { readonly otp?: string } };
    const { webhooks } = await callDoor<{ webhooks: Sent[] }>(`${issuer}/sandbox/webhooks`, undefined, 'GET');
    const sent = webhooks.find(({ data }) => data.otp === otp);
    await callDoor(`${issuer}/sandbox/webhooks/${sent?.n}/redeliver`, {});
    // The time of the calls themselves passes too.
    await passTime(stack.services, 240_000);
    expect(await codes()).toHaveLength(1);
    await passTime(stack.services, 65_000);
    expect(await codes()).toEqual([]);
    expect(await runJob(stack.services, 'sweep-operations')).toBeDefined();
    await client.done('GET', '/auth/refresh');
  });

  it('withdraws down to a dollar, once in five minutes', async () => {
    bought = await buy(await issued(cardId), 150);
    await eventually(async () => expect((await cardOf(cardId)).balance).toBe(350));
    const withdraw = (amount: number) =>
      client.call<{ code: string; message: string }>('PATCH', `/cards/${cardId}/unload`, { amount });
    // On a busy machine the issuer takes longer than a request waits for it.
    const withdrawn = async (amount: number): Promise<void> => {
      expect([200, 202]).toContain((await withdraw(amount)).status);
      await untilSettled(stack.services, client);
    };
    expect(await withdraw(251)).toMatchObject({
      status: 422,
      body: { code: 'CardMinimum', message: expect.stringContaining('at most $2.50') },
    });
    await withdrawn(200);
    const again = await withdraw(50);
    expect(again).toMatchObject({ status: 422, body: { code: 'CooldownActive' } });
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(200);
    await expectBalances(stack.services, client, { account: 28_200, cards: [150] });
    expect(await client.call('DELETE', `/cards/${cardId}`)).toMatchObject({
      status: 422,
      body: { code: 'CardNotEmpty' },
    });
    await passTime(stack.services, 300_000);
    await withdrawn(50);
    await expectBalances(stack.services, client, { account: 28_250, cards: [100] });
  });

  it('sets a new 3DS code, and a purchase with the old one is declined', async () => {
    await client.done('POST', '/auth/prove', { method: 'password', password: 'Long-Walks-88' });
    await client.done('PATCH', `/cards/${cardId}/pin`, { pin: 9 });
    const { cardNumber, cvv, expiry } = await issued(cardId);
    const basket = { cardNumber, cvv, expiry, amount: 1, merchant: 'Corner Coffee' };
    const pay = (pin3ds: string) =>
      callDoor<Bought>(`${stack.services.issuer}/sandbox/purchases`, { ...basket, pin3ds });
    expect(await pay('4826')).toMatchObject({ approved: false });
    await eventually(async () =>
      expect((await historyOf(cardId))[0]).toMatchObject({
        status: 'declined',
        decline_reason: 'The 3DS code was wrong.',
      }),
    );
  });

  it('is deleted at once right after a withdrawal, and at the issuer once the issuer unloads the rest', async () => {
    const { status, body } = await client.call<{ card: HeldCard; operation?: object }>('DELETE', `/cards/${cardId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ card: { status: 'deleted', balance: 0, held: 0 } });
    expect(await balance()).toBe(28_350);
    // The issuer unloads a card once in five minutes; until then the card is frozen there.
    await eventually(async () => expect(await issued(cardId)).toMatchObject({ state: 'frozen' }));
    await passTime(stack.services, 300_000);
    await eventually(async () => {
      await runJob(stack.services, 'sweep-operations');
      expect(await issued(cardId)).toMatchObject({ state: 'deleted', returnedCents: 0 });
      await passTime(stack.services, 20_000);
    });
    expect((await cardOf(cardId)).status).toBe('deleted');
    await expectBalances(stack.services, client, { account: 28_350, cards: [] });
  });

  it('passes a refund after deletion on to the balance', async () => {
    await callDoor(`${stack.services.issuer}/sandbox/purchases/${bought.reference}/refund`);
    await eventually(async () => expect(await balance()).toBe(28_500));
    const [line] = await client.done<{ kind: string; amountPaid: number }[]>('GET', '/transactions');
    expect(line).toMatchObject({ kind: 'card_refund', amountPaid: 150 });
    await expectBalances(stack.services, client, { account: 28_500, cards: [] });
  });

  it('takes a capture after deletion from the balance', async () => {
    await callDoor(`${stack.services.issuer}/sandbox/purchases/${bought.reference}/force`);
    await eventually(async () => expect(await balance()).toBe(28_350));
    await expectBalances(stack.services, client, { account: 28_350, cards: [] });
  });
});

describe('an issuer that sends no webhook or changes a card by itself', () => {
  let cardId: Id<'card'>;
  let card: IssuedCard;

  beforeAll(async () => {
    // The first person's session of 15 minutes has expired.
    client = await openFundedAccount(stack.services, 10_000, 'second');
    cardId = await openCard(client, 'Shop');
    card = await issued(cardId);
  });

  it('finds a purchase whose webhook was lost, within minutes and by itself', async () => {
    await callDoor(`${stack.services.issuer}/sandbox/faults`, {
      path: 'sandbox/purchases',
      mode: 'no_webhook',
      times: 1,
    });
    await buy(card, 120);
    await passTime(stack.services, 180_000);
    await runJob(stack.services, 'catch-up-cards');
    await eventually(async () => expect((await cardOf(cardId)).balance).toBe(380));
  });

  it('freezes a card before it is deleted for its declines', async () => {
    const declines: Bought[] = [];
    for (let times = 0; times < 5; times += 1) declines.push(await buy(card, 400_000));
    expect(declines.map(({ reason }) => reason)).toEqual(declines.map(() => 'insufficient balance'));
    await eventually(async () => expect((await cardOf(cardId)).status).toBe('freezed'));
    await eventually(async () => expect((await issued(cardId)).state).toBe('frozen'));
    for (let times = 0; times < 15; times += 1) await buy(card, 400_000);
    expect((await issued(cardId)).state).toBe('frozen');
    await client.done('PATCH', `/cards/${cardId}/unfreeze`);
    expect((await buy(card, 80)).approved).toBe(true);
    await eventually(async () => expect((await cardOf(cardId)).balance).toBe(300));
  });

  it('shows the monthly fee, and a card that cannot pay it works again once it is loaded', async () => {
    // Several declines may have sent a freeze each. The product trusts the issuer's state of the card again when none
    // of these calls can take effect any more.
    await passTime(stack.services, lateEffectMs + 60_000);
    // The session's access token has expired by now.
    await client.done('GET', '/auth/refresh');
    await runJob(stack.services, 'catch-up-cards');
    await runJob(stack.services, 'sweep-operations');
    const charge = () => callDoor(`${stack.services.issuer}/sandbox/jobs/monthly-fee`, { cardId: card.cardId });
    await charge();
    await eventually(async () => expect((await historyOf(cardId))[0]).toMatchObject({ kind: 'fee', amount: 100 }));
    await buy(card, 160);
    await charge();
    await eventually(async () => {
      expect(await cardOf(cardId)).toMatchObject({ balance: 0, status: 'active' });
      expect((await issued(cardId)).state).toBe('blocked');
      expect(await cardOf(cardId)).toMatchObject({ statusReason: expect.stringContaining('monthly $1') });
    });
    await client.done('PATCH', `/cards/${cardId}/load`, { amount: 1_000 });
    await untilSettled(stack.services, client);
    await eventually(async () => expect((await issued(cardId)).state).toBe('active'));
    await expectBalances(stack.services, client, { account: 6_870, cards: [1_000] });
  });

  it('returns the rest of a card that the issuer deletes, and frees its place', async () => {
    await callDoor(`${stack.services.issuer}/sandbox/cards/${card.cardId}/delete`, { reason: 'Closed by the scheme' });
    await eventually(async () => expect(await balance()).toBe(7_870));
    expect(await cardOf(cardId)).toMatchObject({ status: 'deleted', balance: 0 });
    await expectBalances(stack.services, client, { account: 7_870, cards: [] });
  });

  it('returns the money of a card creation that failed after it was accepted, within a quarter of an hour', async () => {
    await callDoor(`${stack.services.issuer}/sandbox/faults`, {
      path: 'create_card',
      mode: 'creation_fails_async',
      times: 1,
    });
    const { status } = await client.call('POST', '/cards/create', { name: 'Never', pin: 1 });
    expect([202, 422]).toContain(status);
    await eventually(async () => {
      await runJob(stack.services, 'sweep-operations');
      expect(await client.done<Account>('GET', '/user')).toMatchObject({ balance: 7_870, held: 0 });
    });
  });
});
