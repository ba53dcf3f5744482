import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ApiClient } from '#infra/local/seed/api-client.ts';
import { mailIdOf, mailsTo, until } from '#infra/local/seed/open-account.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
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
import { readBankBalance } from '#test/support/read-bank-balance.ts';
import { openStaffClient } from '#test/support/staff-client.ts';

type Move = ReplyOf<'admin.propose-treasury'>;

const loadCents = 500;
const loadCostCents = 615;
/** Different amounts: a second deposit of the same amount would return the first while it can still be paid. */
const depositsCents = [1_000, 1_100] as const;
const purchaseCents = 321;

let stack: LocalStack;
let client: ApiClient;
let card: HeldCard;
const expected = { account: 0, card: 0 };
const dataDir = mkdtempSync(path.join(tmpdir(), 'satchel-dies-'));

beforeAll(async () => {
  stack = await startLocalStack({ dataDir });
  await callDoor(`${stack.services.issuer}/sandbox/settings`, { fundLimitSeconds: 0, readLimitSeconds: 0 });
  client = await openFundedAccount(stack.services, 100_000, 'traffic');
  const cardId = await openCard(client, 'Traffic');
  card = await client.done<HeldCard>('GET', `/cards/${cardId}/public`);
  Object.assign(expected, { account: 98_000, card: 500 });
});
afterAll(async () => {
  await stack?.[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Repeats a call with one key until it is answered, as the site does when a person presses again. */
async function insist<T>(caller: ApiClient, method: string, path: string, body: unknown, key: string): Promise<T> {
  return until(`${method} ${path}`, async () => {
    const answer = await caller.call<T>(method, path, body, { 'idempotency-key': key }).catch(() => undefined);
    if (answer !== undefined && answer.status >= 400 && answer.status < 500 && answer.status !== 409) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer !== undefined && answer.status < 300 ? answer.body : undefined;
  });
}

async function deposit(key: string, amountInUsd: number): Promise<void> {
  const body = { currency: 'USDT', network: 'TRON', amountInUsd };
  const { transaction } = await insist<{ transaction: { _id: string } }>(client, 'POST', '/transactions', body, key);
  // An invoice is paid once: when the answer is lost, the invoice shows whether it was paid.
  await until('the payment', async () => {
    const invoice = `${stack.services.payments}/sandbox/invoices/${transaction._id}`;
    const { status } = await callDoor<{ status: string }>(invoice, undefined, 'GET').catch(() => ({ status: '' }));
    if (status === 'check') await callDoor(`${invoice}/pay`).catch(() => undefined);
    return status === 'paid' ? true : undefined;
  });
}

async function buy(): Promise<void> {
  const { cardNumber, expiry, cvv } = await eventually(() => readIssuedCard(stack.services, card.last4Digits));
  const purchase = { cardNumber, expiry, cvv, amount: purchaseCents, merchant: 'Corner Coffee' };
  const { approved } = await callDoor<{ approved: boolean }>(`${stack.services.issuer}/sandbox/purchases`, purchase);
  expect(approved).toBe(true);
}

const parts = ['gateway', 'dynamodb', 'issuer', 'payments', 'sqs', 'mail'] as const;

it.each(parts)('kill −9 of %s under traffic loses no cent and books none twice', async (part) => {
  const pay = (at: number) =>
    insist(client, 'PATCH', `/cards/${card._id}/load`, { amount: loadCents, includesFee: false }, `${part}-load-${at}`);
  // Buys before the issuer may be killed, because the shop is part of the issuer.
  await buy();
  const [first, second] = depositsCents;
  const traffic = Promise.all([
    pay(1),
    pay(2),
    deposit(`${part}-deposit-1`, first),
    pay(3),
    deposit(`${part}-deposit-2`, second),
  ]);
  await stack.killPart(part);
  await traffic;
  await eventually(async () => {
    const health = await fetch(`${stack.services.control}/health`);
    expect(health.status).toBe(200);
  });
  expected.account += first + second - 3 * loadCostCents;
  expected.card += 3 * loadCents - purchaseCents;
  await untilSettled(stack.services, client);
  await eventually(async () => {
    // A load whose answer was lost is asked about for a quarter of an hour, longer than an access cookie lasts.
    await passTime(stack.services, 30_000);
    await client.done('GET', '/auth/refresh');
    await runJob(stack.services, 'poll-deposits');
    await expectBalances(stack.services, client, { account: expected.account, cards: [expected.card] });
  });
});

it.each(['gateway', 'dynamodb', 'issuer'] as const)(
  'kill −9 of %s leaves neither a lock nor the end of a timed unfreeze undone',
  async (part) => {
    const untilIssued = (state: string) =>
      eventually(async () => {
        await runJob(stack.services, 'sweep-operations');
        expect(await readIssuedCard(stack.services, card.last4Digits)).toMatchObject({ state });
      });
    const locking = insist(client, 'POST', '/user/lock', undefined, `${part}-lock`);
    await stack.killPart(part);
    await locking;
    await untilIssued('frozen');
    await until('the proof', async () => {
      const proof = { method: 'password', password: 'Long-Walks-88' };
      const answer = await client.call('POST', '/auth/prove', proof).catch(() => undefined);
      return answer?.status === 204 ? true : undefined;
    });
    await insist(client, 'POST', '/user/unlock', undefined, `${part}-unlock`);
    await untilIssued('active');
    await insist(client, 'PATCH', `/cards/${card._id}/freeze`, undefined, `${part}-freeze`);
    await untilIssued('frozen');
    await insist(client, 'PATCH', `/cards/${card._id}/unfreeze`, { forMinutes: 10 }, `${part}-unfreeze`);
    await untilIssued('active');
    await passTime(stack.services, 600_000);
    const sweeping = runJob(stack.services, 'sweep-operations').catch(() => undefined);
    await stack.killPart(part);
    await sweeping;
    await untilIssued('frozen');
    await insist(client, 'GET', '/auth/refresh', undefined, `${part}-refresh`);
    await insist(client, 'PATCH', `/cards/${card._id}/unfreeze`, {}, `${part}-end`);
    await untilIssued('active');
  },
);

it('every purchase and deposit has one notification, and one mail or two with the same id', async () => {
  type ListedNotification = { readonly _id: string; readonly kind: string; readonly title: string };
  const { email } = await client.done<{ email: string }>('GET', '/user');
  const notifications = () => client.done<ListedNotification[]>('GET', '/notifications');
  const titles = async (kind: string) =>
    (await notifications()).filter((each) => each.kind === kind).map(({ title }) => title);
  await eventually(async () => {
    expect(await titles('purchase')).toEqual(parts.map(() => '$3.21 at Corner Coffee'));
    expect((await titles('deposit_credited')).toSorted()).toEqual(
      ['$1,000.00', ...parts.flatMap(() => ['$10.00', '$11.00'])]
        .map((sum) => `${sum} added to your balance`)
        .toSorted(),
    );
  });
  // Gathered mails are sent after two minutes; mails whose process died, later.
  await passTime(stack.services, 120_000);
  await client.done('GET', '/auth/refresh');
  await runJob(stack.services, 'sweep-operations');
  await passTime(stack.services, 300_000);
  await runJob(stack.services, 'sweep-operations');
  const mails = await mailsTo(stack.services, email);
  const ids = mails.map(mailIdOf).filter((id) => id !== undefined);
  const times = new Map(ids.map((id) => [id, ids.filter((each) => each === id).length]));
  expect(Math.max(...times.values())).toBeLessThanOrEqual(2);
  const credited = mails.filter(({ subject }) => subject?.includes('added to your balance'));
  expect(new Set(credited.map(mailIdOf)).size).toBe(1 + 2 * parts.length);
  const known = new Set((await notifications()).map(({ _id }) => _id));
  expect([...times.keys()].filter((id) => !known.has(id))).toEqual([]);
});

it('every load is one transfer at the issuer', async () => {
  const { transfers } = await readIssuedCard(stack.services, card.last4Digits);
  // The card's first deposit is a transfer too.
  expect(transfers).toHaveLength(1 + 3 * parts.length);
  expect(new Set(transfers.map(({ reference }) => reference)).size).toBe(transfers.length);
});

describe('a top-up that two of the staff decide on', () => {
  let staff: readonly [ApiClient, ApiClient];

  beforeAll(async () => {
    const servicesFile = path.join(dataDir, 'services.json');
    staff = [
      await openStaffClient(stack.services, servicesFile, { name: 'first' }),
      await openStaffClient(stack.services, servicesFile, { name: 'second', role: 'finance' }),
    ];
  });

  it.each(['gateway', 'dynamodb'] as const)(
    'is posted once after kill −9 of %s between its approval and its posting',
    async (part) => {
      const [first, second] = staff;
      const words = { reference: `WIRE-${part}`, reason: 'Top-up of the week.' };
      const body = { kind: 'top_up', direction: 'out', amount: 20_000, fee: 100, ...words };
      const { _id } = await insist<Move>(first, 'POST', '/admin/treasury', body, `${part}-top-up`);
      // A connection to the part that was killed may be taken once more.
      const bank = () => eventually(() => readBankBalance(stack.services, staff));
      const before = await bank();
      const decision = { outcome: 'approve', reason: 'On the statement.' };
      const approving = insist(second, 'POST', `/admin/treasury/${_id}/decide`, decision, `${part}-approve`);
      await stack.killPart(part);
      expect(await approving).toMatchObject({ _id, state: 'approved' });
      expect(await bank()).toBe(before - 20_100);
    },
  );
});

/*
 * The whole stack is killed and starts again on its data, once during a load and once during a deposit. The simulation
 * kills at every effect of every flow (enumerate-faults.test.ts).
 */
describe('kill −9 of the whole stack', () => {
  /** Longer than any test, in milliseconds: the call hangs until the stack is killed. */
  const foreverMs = 600_000;
  const landsCents = 5_000;
  const costCents = 5_250;
  const paidCents = 3_000;

  const load = () => {
    const body = { amount: landsCents, includesFee: false };
    return client.done('PATCH', `/cards/${card._id}/load`, body, { 'idempotency-key': 'whole' });
  };
  const transfers = async (): Promise<readonly string[]> =>
    (await readIssuedCard(stack.services, card.last4Digits)).transfers.map(({ status }) => status);

  beforeAll(async () => {
    await client.done('GET', '/auth/refresh');
  });

  it('after the issuer loaded the card: the load is settled exactly once', async () => {
    const before = (await transfers()).length;
    const faults = `${stack.services.issuer}/sandbox/faults`;
    await callDoor(faults, { path: 'fund_card', mode: 'timeout_after', times: 1, delayMs: foreverMs });
    const answer = load().catch((error: unknown) => error);
    await until('the call at the issuer', async () => {
      const { faults: left } = await callDoor<{ faults: unknown[] }>(faults, undefined, 'GET');
      return left.length === 0 && (await transfers()).length > before ? true : undefined;
    });
    await stack.killHard();
    expect(await answer).toBeInstanceOf(Error);
    stack = await stack.restart();
    expected.account -= costCents;
    expected.card += landsCents;
    // On a busy machine the restarted stack may have settled the load before this read.
    const held: unknown = expect.toBeOneOf([costCents, 0]);
    expect(await client.done<Account>('GET', '/user')).toMatchObject({ balance: expected.account, held });
    await untilSettled(stack.services, client);
    await expectBalances(stack.services, client, { account: expected.account, cards: [expected.card] });
    expect(await transfers()).toHaveLength(before + 1);
  });

  it('a repetition of the load with the same key is no second load', async () => {
    const before = (await transfers()).length;
    await load();
    expect(await transfers()).toHaveLength(before);
    await expectBalances(stack.services, client, { account: expected.account, cards: [expected.card] });
  });

  it('a deposit whose webhooks were lost is credited once by the poll, also after a kill and late webhooks', async () => {
    await client.done('GET', '/auth/refresh');
    const { payments } = stack.services;
    await callDoor(`${payments}/sandbox/faults`, { path: 'webhook', mode: 'no_webhook' });
    const { transaction } = await client.done<{ transaction: { _id: string } }>('POST', '/transactions', {
      currency: 'USDT',
      network: 'TRON',
      amountInUsd: paidCents,
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
      expect(await credited()).toBe(paidCents);
    });
    await stack.killHard();
    stack = await stack.restart();
    await callDoor(`${payments}/sandbox/faults`, undefined, 'DELETE');
    for (const { n } of dropped) await callDoor(`${payments}/sandbox/webhooks/${n}/redeliver`);
    await passTime(stack.services, 600_000);
    await client.done('GET', '/auth/refresh');
    await runJob(stack.services, 'poll-deposits');
    expected.account += paidCents;
    await expectBalances(stack.services, client, { account: expected.account, cards: [expected.card] });
  });
});
