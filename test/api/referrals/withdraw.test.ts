import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '#functions/api/referrals/withdraw.ts';
import { payReferrals } from '#functions/domain/referrals/pay-referrals.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import { callEndpoint } from '#test/support/call-endpoint.ts';
import { referralWorld, type ReferralWorld } from '#test/support/referral-world.ts';

let world: ReferralWorld;
let cookies: Record<string, string>;

beforeEach(async () => {
  world = await referralWorld();
  const { accessToken } = await openSession(world.services, world.referrer);
  cookies = { '__Host-access': accessToken };
});

const call = (headers: Record<string, string> = {}) => callEndpoint(handler, world.services, { cookies, headers });

async function earn(people: number): Promise<void> {
  for (let count = 0; count < people; count += 1) await world.customer();
}

describe('POST /referrals/withdraw', () => {
  it('requests a payout of all whole units, one request at a time', async () => {
    await earn(5);
    const answer = await call();
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      message: '$25.00 will be added to your balance with the next payout, usually within the hour.',
    });
    expect(await call()).toMatchObject({ status: 409, body: { code: 'Conflict' } });
  });

  it('is refused when nothing is withdrawable', async () => {
    await earn(1);
    expect(await call()).toMatchObject({
      status: 422,
      body: {
        code: 'InsufficientFunds',
        message: 'Rewards are paid out in units of $25.00. You need $19.00 more.',
      },
    });
    expect(world.store.all('claim')).toEqual([]);
  });

  it('returns the same reply to the same key, even after the payout', async () => {
    await earn(5);
    const headers = { 'idempotency-key': 'one' };
    const first = await call(headers);
    await payReferrals(world.services);
    const again = await call(headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await world.account()).withdrawnCents).toBe(2_500);
  });

  it('makes one payout request of many calls with one key at once, and returns the same reply to all', async () => {
    await earn(5);
    const answers = await Promise.all(Array.from({ length: 16 }, () => call({ 'idempotency-key': 'one' })));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  it('needs a session, and a request from this site', async () => {
    expect(await callEndpoint(handler, world.services)).toMatchObject({ status: 401 });
    expect(await call({ 'sec-fetch-site': 'cross-site' })).toMatchObject({
      status: 403,
      body: { code: 'CrossSiteRequest' },
    });
  });
});
