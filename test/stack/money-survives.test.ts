import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ApiClient } from '#bin/seed/api-client.ts';
import { until } from '#bin/seed/open-account.ts';
import { eventually } from '#test/support/eventually.ts';
import { startLocalStack, type LocalStack } from '#test/support/local-stack.ts';
import {
  expectFigures,
  openFundedAccount,
  passTime,
  readIssuedCard,
  runJob,
  tell,
  untilSettled,
  type Account,
  type HeldCard,
} from '#test/support/money-stack.ts';

/** Longer than any test: a call that hangs so long hangs until the stack is killed. */
const foreverMs = 600_000;

let stack: LocalStack;
let client: ApiClient;
const dataDir = mkdtempSync(path.join(tmpdir(), 'satchel-survives-'));

beforeAll(async () => {
  stack = await startLocalStack({ dataDir });
  // The issuer's pause of five minutes between two loads of a card is not what these tests are about.
  await tell(`${stack.services.issuer}/sandbox/settings`, { fundLimitSeconds: 0 });
  client = await openFundedAccount(stack.services, 25_000, 'survivor');
});
afterAll(async () => {
  await stack?.[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Sets a fault of the issuer, makes the call, kills everything while the issuer does not answer, and starts again. */
async function killWhileItHangs(
  fault: { readonly path: string; readonly mode: string },
  call: () => Promise<unknown>,
  hasArrived: () => Promise<boolean>,
): Promise<void> {
  const { issuer } = stack.services;
  await tell(`${issuer}/sandbox/faults`, { ...fault, times: 1, delayMs: foreverMs });
  const answer = call().catch((error: unknown) => error);
  await until('the call at the issuer', async () => {
    const { faults } = await tell<{ faults: unknown[] }>(`${issuer}/sandbox/faults`, undefined, 'GET');
    return faults.length === 0 && (await hasArrived()) ? true : undefined;
  });
  await stack.killHard();
  expect(await answer).toBeInstanceOf(Error);
  stack = await stack.restart();
}

/** What stood there when everything died; on a busy machine the started stack may have ended it before we look. */
const orSwept = (cents: number, thenCents = 0): unknown => expect.toBeOneOf([cents, thenCents]);

const load = (cardId: string, amount: number, key: string) => () =>
  client.done('PATCH', `/cards/${cardId}/load`, { amount, includesFee: false }, { 'idempotency-key': key });

const cards = () => client.done<HeldCard[]>('GET', '/cards');

async function firstCard(): Promise<HeldCard> {
  const [card] = await cards();
  if (!card) throw new Error('there is no card');
  return card;
}

async function transfersOf(card: HeldCard): Promise<readonly string[]> {
  return (await readIssuedCard(stack.services, card.last4Digits)).transfers.map(({ status }) => status);
}

describe('kill −9 of the whole stack', () => {
  it('after the issuer made a card, before anybody heard of it: one card, $20 once', async () => {
    const issued = async () =>
      (await tell<{ cards: unknown[] }>(`${stack.services.issuer}/sandbox/cards`, undefined, 'GET')).cards.length;
    await killWhileItHangs(
      { path: 'create_card', mode: 'timeout_after' },
      () => client.done('POST', '/cards/create', { name: 'Travel', pin: 4826 }),
      async () => (await issued()) === 1,
    );
    expect(await client.done<Account>('GET', '/user')).toMatchObject({ balance: 23_000, held: orSwept(2_000) });
    await untilSettled(stack.services, client);
    expect(await issued()).toBe(1);
    await expectFigures(stack.services, client, { account: 23_000, cards: [500] });
  });

  it('after the issuer loaded the card: the load is settled exactly once', async () => {
    const card = await firstCard();
    const before = (await transfersOf(card)).length;
    await killWhileItHangs(
      { path: 'fund_card', mode: 'timeout_after' },
      load(card._id, 5_000, 'after'),
      async () => (await transfersOf(card)).length > before,
    );
    expect(await client.done<Account>('GET', '/user')).toMatchObject({ balance: 17_750, held: orSwept(5_250) });
    await untilSettled(stack.services, client);
    await expectFigures(stack.services, client, { account: 17_750, cards: [5_500] });
    expect(await transfersOf(card)).toHaveLength(before + 1);
  });

  it('before the issuer did anything: the load is asked for again, and settled exactly once', async () => {
    const card = await firstCard();
    const before = (await transfersOf(card)).length;
    await killWhileItHangs({ path: 'fund_card', mode: 'timeout_before' }, load(card._id, 2_000, 'before'), () =>
      Promise.resolve(true),
    );
    expect(await client.done<Account>('GET', '/user')).toMatchObject({ balance: 15_590, held: orSwept(2_160) });
    await untilSettled(stack.services, client);
    await expectFigures(stack.services, client, { account: 15_590, cards: [7_500] });
    expect(await transfersOf(card)).toHaveLength(before + 1);
  });

  it('does not make a repetition with the same key a second load', async () => {
    const card = await firstCard();
    const before = (await transfersOf(card)).length;
    await Promise.all([load(card._id, 5_000, 'after')(), load(card._id, 2_000, 'before')()]);
    expect(await transfersOf(card)).toHaveLength(before);
    await expectFigures(stack.services, client, { account: 15_590, cards: [7_500] });
  });
});

describe('a deposit whose webhooks are lost', () => {
  it('is credited once by the poll, whatever is killed and delivered afterwards', async () => {
    const { payments } = stack.services;
    await tell(`${payments}/sandbox/faults`, { path: 'webhook', mode: 'no_webhook' });
    const { transaction } = await client.done<{ transaction: { _id: string } }>('POST', '/transactions', {
      currency: 'USDT',
      network: 'TRON',
      amountInUsd: 3_000,
    });
    await tell(`${payments}/sandbox/invoices/${transaction._id}/pay`);
    const dropped = (
      await tell<{ n: number; orderId: string; state: string }[]>(`${payments}/sandbox/webhooks`, undefined, 'GET')
    ).filter(({ orderId }) => orderId === transaction._id);
    expect(new Set(dropped.map(({ state }) => state))).toEqual(new Set(['dropped']));
    const credited = async (): Promise<number> =>
      (await client.done<{ amountPaid: number }>('GET', `/transactions/${transaction._id}`)).amountPaid;

    await eventually(async () => {
      await passTime(stack.services, 30_000);
      await runJob(stack.services, 'poll-deposits');
      expect(await credited()).toBe(3_000);
    });
    await stack.killHard();
    stack = await stack.restart();
    await tell(`${stack.services.payments}/sandbox/faults`, undefined, 'DELETE');
    for (const { n } of dropped) await tell(`${stack.services.payments}/sandbox/webhooks/${n}/redeliver`);
    await passTime(stack.services, 600_000);
    await runJob(stack.services, 'poll-deposits');
    await expectFigures(stack.services, client, { account: 18_590, cards: [7_500] });
  });
});

describe('kill −9 while money leaves a card', () => {
  it('after the issuer took it off: it is credited exactly once', async () => {
    // So much time has passed that the session needs its refresh.
    await client.done('GET', '/auth/refresh');
    const card = await firstCard();
    const before = (await transfersOf(card)).length;
    await killWhileItHangs(
      { path: 'unload_card', mode: 'timeout_after' },
      () => client.done('PATCH', `/cards/${card._id}/unload`, { amount: 7_400 }),
      async () => (await transfersOf(card)).length > before,
    );
    expect(await client.done<Account>('GET', '/user')).toMatchObject({ balance: orSwept(18_590, 25_990), held: 0 });
    expect(await firstCard()).toMatchObject({ balance: 100, held: orSwept(7_400) });
    await untilSettled(stack.services, client);
    await expectFigures(stack.services, client, { account: 25_990, cards: [100] });
    expect(await transfersOf(card)).toHaveLength(before + 1);
  });

  it('after the issuer deleted the card: its rest is in the balance, and its place is free', async () => {
    const card = await firstCard();
    await killWhileItHangs(
      { path: 'delete_card', mode: 'timeout_after' },
      () => client.done('DELETE', `/cards/${card._id}`),
      async () => (await readIssuedCard(stack.services, card.last4Digits)).state === 'deleted',
    );
    await untilSettled(stack.services, client);
    await expectFigures(stack.services, client, { account: 26_090, cards: [] });
  });
});
