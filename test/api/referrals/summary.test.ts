import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/referrals/summary.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { callEndpoint } from '#test/support/call-endpoint.ts';
import { referralWorld, type ReferralWorld } from '#test/support/referral-world.ts';

async function call(world: ReferralWorld, user: User, query: Record<string, string> = {}) {
  const { accessToken } = await openSession(world.services, user);
  return callEndpoint(handler, world.services, { cookies: { '__Host-access': accessToken }, query });
}

const rowsOf = (answer: Awaited<ReturnType<typeof call>>) =>
  answer.body['referrals'] as readonly Readonly<Record<string, unknown>>[];

describe('GET /referrals', () => {
  it('lists rewards newest first, addresses masked, each with its stage and why', async () => {
    const world = await referralWorld();
    const user = await world.referred({ email: 'ada@example.com' });
    const waiting = await call(world, world.referrer);
    expect(waiting.body).toEqual({
      firstCardCreationReward: { earned: false, amount: 0 },
      referrals: [
        {
          _id: expect.stringMatching(/^rwd_/),
          createdAt: expect.any(String),
          refferedUseremail: 'ad…@example.com',
          event: 'signup',
          referrerUserReward: 100,
          stage: 'pending',
          reason: 'It counts once their credited deposits reach $20.00.',
        },
      ],
    });
    await world.deposit(user);
    await world.openCard(user);
    const answer = await call(world, world.referrer);
    expect(rowsOf(answer)).toMatchObject([
      { event: 'card_created', referrerUserReward: 500, stage: 'matured', reason: 'They created their first card.' },
      {
        event: 'signup',
        referrerUserReward: 100,
        stage: 'matured',
        reason: 'Their credited deposits reached $20.00.',
      },
    ]);
    expect(JSON.stringify(answer.body)).not.toContain('ada@');
    expect(JSON.stringify(answer.body)).not.toContain(user.userId);
  });

  it('shows a referred person their own bonus, before and after it is earned', async () => {
    const world = await referralWorld();
    const user = await world.referred();
    await world.deposit(user);
    const before = await call(world, user);
    expect(before.body).toEqual({ firstCardCreationReward: { earned: false, amount: 500 }, referrals: [] });
    await world.openCard(user);
    const after = await call(world, user);
    expect(after.body).toMatchObject({ firstCardCreationReward: { earned: true, amount: 500 } });
  });

  it('pages, with a cursor that works for nobody else', async () => {
    const world = await referralWorld();
    for (let count = 0; count < 5; count += 1) await world.referred({ email: `p${count}x@example.com` });
    const seen: unknown[] = [];
    let query: Record<string, string> = { limit: '2' };
    for (let page = 0; page < 3; page += 1) {
      const answer = await call(world, world.referrer, query);
      seen.push(...rowsOf(answer).map((row) => row['refferedUseremail']));
      const link = /^"<\/api\/referrals\?(.*)>; rel=\\"next\\""$/.exec(
        JSON.stringify(answer.headers['link'] ?? ''),
      )?.[1];
      expect(link === undefined).toBe(page === 2);
      query = Object.fromEntries(new URLSearchParams(link ?? ''));
      if (page === 0) {
        const stranger = await world.cardholder(0);
        expect(await call(world, stranger, query)).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
      }
    }
    expect(seen).toEqual([
      'p4…@example.com',
      'p3…@example.com',
      'p2…@example.com',
      'p1…@example.com',
      'p0…@example.com',
    ]);
  });

  it('refuses invalid limits, and callers without a session', async () => {
    const world = await referralWorld();
    for (const limit of ['0', '1001', 'x', '1.5']) {
      expect(await call(world, world.referrer, { limit })).toMatchObject({ status: 400 });
    }
    expect(await callEndpoint(handler, world.services)).toMatchObject({ status: 401 });
  });
});
