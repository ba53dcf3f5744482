import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ApiClient } from '#infra/local/seed/api-client.ts';
import { until } from '#infra/local/seed/open-account.ts';
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
} from '#test/support/money-stack.ts';

/** Longer than any test: such a call hangs until the stack is killed. */
const foreverMs = 600_000;

let stack: LocalStack;
let client: ApiClient;
const dataDir = mkdtempSync(path.join(tmpdir(), 'satchel-survives-'));

beforeAll(async () => {
  stack = await startLocalStack({ dataDir });
  // The issuer's pause of five minutes between two loads of a card is not what these tests are about.
  await callDoor(`${stack.services.issuer}/sandbox/settings`, { fundLimitSeconds: 0 });
  client = await openFundedAccount(stack.services, 25_000, 'survivor');
  await openCard(client, 'Travel');
});
afterAll(async () => {
  await stack?.[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true, force: true });
});

/*
 * The whole stack dies and starts again on its data, once for a load and once for a deposit. The simulation kills at every
 * other effect of every flow (enumerate-faults.test.ts); parts-die.test.ts and soak.test.ts kill parts under traffic.
 */

/** Sets a fault of the issuer, makes the call, kills everything while the issuer does not answer, and starts again. */
async function killWhileItHangs(
  fault: { readonly path: string; readonly mode: string },
  call: () => Promise<unknown>,
  hasArrived: () => Promise<boolean>,
): Promise<void> {
  const { issuer } = stack.services;
  await callDoor(`${issuer}/sandbox/faults`, { ...fault, times: 1, delayMs: foreverMs });
  const answer = call().catch((error: unknown) => error);
  await until('the call at the issuer', async () => {
    const { faults } = await callDoor<{ faults: unknown[] }>(`${issuer}/sandbox/faults`, undefined, 'GET');
    return faults.length === 0 && (await hasArrived()) ? true : undefined;
  });
  await stack.killHard();
  expect(await answer).toBeInstanceOf(Error);
  stack = await stack.restart();
}

/** The state when everything died; on a busy machine the started stack may have ended it before this check. */
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
    await expectBalances(stack.services, client, { account: 17_750, cards: [5_500] });
    expect(await transfersOf(card)).toHaveLength(before + 1);
  });

  it('does not make a repetition with the same key a second load', async () => {
    const card = await firstCard();
    const before = (await transfersOf(card)).length;
    await load(card._id, 5_000, 'after')();
    expect(await transfersOf(card)).toHaveLength(before);
    await expectBalances(stack.services, client, { account: 17_750, cards: [5_500] });
  });
});

describe('a deposit whose webhooks are lost', () => {
  it('is credited once by the poll, at any later kill and delivery', async () => {
    const { payments } = stack.services;
    await callDoor(`${payments}/sandbox/faults`, { path: 'webhook', mode: 'no_webhook' });
    const { transaction } = await client.done<{ transaction: { _id: string } }>('POST', '/transactions', {
      currency: 'USDT',
      network: 'TRON',
      amountInUsd: 3_000,
    });
    await callDoor(`${payments}/sandbox/invoices/${transaction._id}/pay`);
    const dropped = (
      await callDoor<{ n: number; orderId: string; state: string }[]>(`${payments}/sandbox/webhooks`, undefined, 'GET')
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
    await callDoor(`${stack.services.payments}/sandbox/faults`, undefined, 'DELETE');
    for (const { n } of dropped) await callDoor(`${stack.services.payments}/sandbox/webhooks/${n}/redeliver`);
    await passTime(stack.services, 600_000);
    await runJob(stack.services, 'poll-deposits');
    await expectBalances(stack.services, client, { account: 20_750, cards: [5_500] });
  });
});
