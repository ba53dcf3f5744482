import { beforeAll, describe, expect, inject, it } from 'vitest';

import type { ApiClient } from '#infra/local/seed/api-client.ts';
import { depositAndPay, openAccount } from '#infra/local/seed/open-account.ts';
import { localStore } from '#bin/operator/local-store.ts';
import { insert } from '#functions/ports/store.ts';
import type { Id } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import { atOnce } from '#test/support/at-once.ts';
import { expectSoundBooks, runJob } from '#test/support/money-stack.ts';

/* A referrer's earnings, requested many times at once and paid by many runs of the job at once, over real HTTP. */

const services = inject('services');
const { store } = localStore(inject('servicesFile'));

type Report = { readonly payouts: number; readonly failed: number };
type Line = { readonly kind: string; readonly amount: number };

let client: ApiClient;
let referrerId: Id<'user'>;

async function person(name: string): Promise<{ readonly client: ApiClient; readonly userId: Id<'user'> }> {
  const email = `${name}.${Date.now()}@example.com`;
  const opened = await openAccount(services, { email, password: 'Long-Walks-88', firstname: 'Mara', lastname: 'Lind' });
  const { _id } = await opened.done<{ _id: Id<'user'> }>('GET', '/user');
  return { client: opened, userId: _id };
}

/** Has the referrer earn an amount by a deposit that was really credited, so that the books stay consistent. */
async function earn(amountCents: number): Promise<void> {
  const friend = await person('friend');
  const depositId = await depositAndPay(services, friend.client, 1_000);
  const nowMs = Date.now();
  const reward = {
    refereeId: friend.userId,
    event: 'signup',
    rewardId: `rwd_${depositId.slice(4)}`,
    referrerId,
    maskedEmail: 'fr…@example.com',
    amountCents: cents(amountCents),
    stage: 'pending',
    reason: 'The reward is being credited.',
    cause: depositId,
    isRevoked: false,
    dueAtMs: nowMs,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  } as const;
  await store.commit([insert('reward', reward)]);
  await runJob(services, 'pay-referrals');
}

const withdraw = (key: string) => client.call('POST', '/referrals/withdraw', undefined, { 'idempotency-key': key });
const stats = () => client.done('GET', '/referrals/stats');
const payouts = async (): Promise<Line[]> =>
  (await client.done<Line[]>('GET', '/transactions')).filter(({ kind }) => kind === 'referral_payout');

/** Starts the job eight times at once and returns the number of payouts that all of them made. */
async function payEightTimes(): Promise<number> {
  const runs = await Promise.all(Array.from({ length: 8 }, () => runJob<Report>(services, 'pay-referrals')));
  expect(runs.map(({ failed }) => failed)).toEqual(runs.map(() => 0));
  return runs.reduce((total, run) => total + run.payouts, 0);
}

beforeAll(async () => {
  ({ client, userId: referrerId } = await person('referrer'));
});

describe('64 requests for a payout at once', () => {
  it('with one Idempotency-Key have one effect and 64 equal answers; eight runs of the job pay it once', async () => {
    await earn(2_600);
    const answers = await atOnce(64, () => withdraw('one-key'));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') !== 'true').length).toBeLessThanOrEqual(
      1,
    );
    expect(await stats()).toMatchObject({ pendingRequest: { amount: 2_500 }, withdrawableAmount: 0 });
    expect(await payEightTimes()).toBeLessThanOrEqual(1);
    expect(await payouts()).toMatchObject([{ amount: 2_500 }]);
    expect(await client.done('GET', '/user')).toMatchObject({ balance: 2_500 });
  });

  it('with different keys make one pending payout', async () => {
    await earn(5_000);
    const answers = await atOnce(64, (index) => withdraw(`key-${index}`));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(63);
    expect(new Set(refused.map(({ status, body }) => `${status} ${(body as { code: string }).code}`))).toEqual(
      new Set(['409 Conflict']),
    );
    expect(await stats()).toMatchObject({ pendingRequest: { amount: 5_000 }, withdrawableAmount: 0 });
    await payEightTimes();
    expect(await payouts()).toHaveLength(2);
    expect(await client.done('GET', '/user')).toMatchObject({ balance: 7_500 });
    expect(await stats()).toMatchObject({ totalEarnings: 7_600, totalWithdrawn: 7_500, pendingRequest: null });
    await expectSoundBooks(services);
  });
});
