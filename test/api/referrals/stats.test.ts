import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/referrals/stats.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { callEndpoint } from '#test/support/call-endpoint.ts';
import { referralWorld, type ReferralWorld } from '#test/support/referral-world.ts';

async function call(world: ReferralWorld, user: User) {
  const { accessToken } = await openSession(world.services, user);
  return callEndpoint(handler, world.services, { cookies: { '__Host-access': accessToken } });
}

describe('GET /referrals/stats', () => {
  it('shows the earnings', async () => {
    const world = await referralWorld();
    await world.customer();
    const answer = await call(world, world.referrer);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      totalEarnings: 600,
      totalWithdrawn: 0,
      withdrawableAmount: 0,
      remainingToNextPayout: 1_900,
      pendingRequest: null,
    });
  });

  it('shows zeros to a person who has referred nobody, and stores nothing', async () => {
    const world = await referralWorld();
    expect((await call(world, world.referrer)).body).toMatchObject({ totalEarnings: 0, remainingToNextPayout: 2_500 });
    expect(world.store.all('referralAccount')).toEqual([]);
  });

  it('is for cardholders who are signed in', async () => {
    const world = await referralWorld();
    expect(await callEndpoint(handler, world.services)).toMatchObject({ status: 401 });
    const admin = await world.cardholder(0, { role: 'admin' });
    expect(await call(world, admin)).toMatchObject({ status: 403, body: { code: 'Forbidden' } });
  });
});
