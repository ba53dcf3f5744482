import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/admin/user.ts';
import { closingLimits } from '#shared/closing-limits.ts';
import { cents } from '#shared/money.ts';
import { handler as load } from '#functions/api/cards/load.ts';
import { handler as list } from '#functions/api/user/all.ts';
import { describeCardNow } from '#functions/domain/cards/describe-card.ts';
import { closeAccount } from '#functions/domain/closing/close-account.ts';
import { eraseAccount } from '#functions/domain/closing/erase-account.ts';
import { withReturn } from '#functions/domain/closing/return-account.ts';
import { countChanges } from '#functions/domain/statistics/count-changes.ts';
import { readUserStatistics } from '#functions/domain/statistics/read-user-statistics.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { update } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { referralWorld, type ReferralWorld } from '#test/support/referral-world.ts';
import { countRoundTrips } from '#test/support/round-trips.ts';
import { changesIn } from '#test/support/table-changes.ts';

endpointSuite('admin.user', {
  handler,
  good: async ({ user }) => ({ params: { id: user.userId } }),
  refusals: { NotFound: async () => ({ params: { id: unknownIds.user } }) },
});

async function seen(world: ReferralWorld, user: User) {
  await countChanges(world.services, changesIn(world.store));
  const admin = await world.cardholder(0, { role: 'admin' });
  return (await callRoute('admin.user', handler, world.services, { as: admin, params: { id: user.userId } })).reply;
}

describe('GET /admin/stats/user/{id}', () => {
  it('records the reads of one person by one admin once in ten minutes, even simultaneous ones', async () => {
    const world = await referralWorld();
    const [user, other] = [await world.cardholder(0), await world.cardholder(0)];
    const [admin, second] = [
      await world.cardholder(0, { role: 'admin' }),
      await world.cardholder(0, { role: 'admin' }),
    ];
    const read = (as: User, whom: User) =>
      callRoute('admin.user', handler, world.services, { as, params: { id: whom.userId } });
    const records = () => world.store.all('audit').map(({ actorId, subjectId }) => [actorId, subjectId]);
    const answers = await Promise.all([read(admin, user), read(admin, user), read(admin, user)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(records()).toEqual([[admin.userId, user.userId]]);
    await read(second, user);
    await read(admin, other);
    expect(records()).toHaveLength(3);
    world.clock.advance(10 * 60_000 - 1);
    await read(admin, user);
    expect(records()).toHaveLength(3);
    world.clock.advance(1);
    await read(admin, user);
    expect(records()).toHaveLength(4);
  });

  it('returns the person as /user does, with only zeros at first', async () => {
    const world = await referralWorld();
    const user = await world.cardholder(1_234);
    const reply = await seen(world, user);
    expect(reply.user).toMatchObject({ _id: user.userId, email: user.email, balance: 1_234, held: 0 });
    expect(reply).toMatchObject({
      cards: { cardsCreated: 0, activeCards: 0, totalCardBalance: 0 },
      transactions: { earnedFromCardCreation: 0, earnedFromFundingFees: 0, totalRevenue: 0 },
      referrals: { totalReferrals: 0, totalReferralEarning: 0, totalReferralWithdrawn: 0 },
    });
  });

  it('counts a card as active for as long as its owner sees it so', async () => {
    const world = await referralWorld();
    const user = await world.cardholder(10_000);
    const card = await world.openCard(user);
    const unfrozenUntilMs = world.clock.now() + 60_000;
    await world.store.commit([update('card', await world.card(card), { unfrozenUntilMs })]);
    expect((await seen(world, user)).cards.activeCards).toBe(1);
    // The job that freezes it at the issuer has not run yet.
    world.clock.advance(60_000);
    const owners = await describeCardNow(world.services, world.card(card));
    expect(owners.status).toBe('freezed');
    expect((await seen(world, user)).cards.activeCards).toBe(0);
  });

  it('shows when an account was closed, until when it can return and what money waits, as the list of users does', async () => {
    const world = await referralWorld();
    const user = await world.cardholder(1_234);
    expect((await seen(world, user)).user.closed).toBeUndefined();
    const { closedAtMs } = await closeAccount(world.services, { userId: user.userId, waiveCents: cents(1_234) });
    const at = new Date(closedAtMs).toISOString();
    const returnUntil = new Date(closedAtMs + closingLimits.returnMs).toISOString();
    const closed = { at, returnUntil, unclaimed: 1_234 };
    expect((await seen(world, user)).user).toMatchObject({ balance: 0, closed });
    const as = await world.cardholder(0, { role: 'admin' });
    const listed = await callRoute('user.all', list, world.services, { as });
    expect(listed.reply.find(({ _id }) => _id === user.userId)).toMatchObject({ closed });

    world.clock.advance(closingLimits.returnMs);
    await eraseAccount(world.services, user.userId);
    expect((await seen(world, user)).user.closed).toEqual({ at, unclaimed: 1_234 });
  });

  it('says nothing of a closing that its owner undid', async () => {
    const world = await referralWorld();
    const user = await world.cardholder(1_234);
    await closeAccount(world.services, { userId: user.userId, waiveCents: cents(1_234) });
    const left = await world.store.get('user', user);
    if (!left) throw new Error('gone');
    await world.store.commit(await withReturn(world.services, left, []));
    const reply = await seen(world, user);
    expect([reply.user.closed, reply.user.balance]).toEqual([undefined, 1_234]);
  });

  it('counts the cards that were ever made, and those that can be used', async () => {
    const world = await referralWorld();
    const user = await world.cardholder(100_000);
    const [one, two, three] = [await world.openCard(user), await world.openCard(user), await world.openCard(user)];
    await world.store.commit([
      update('card', one, { frozenReasons: ['owner'] }),
      update('card', two, { lifecycle: 'failed' }),
      update('card', three, { lifecycle: 'deleted' }),
    ]);
    expect((await seen(world, user)).cards).toMatchObject({ cardsCreated: 2, activeCards: 0 });
  });

  it('shows our income from this person alone: the fee of each card and of each load', async () => {
    const world = await referralWorld();
    const user = await world.cardholder(100_000);
    await world.openCard(await world.cardholder(10_000));
    await world.openCard(user);
    const { cardId } = await world.openCard(user);
    await callRoute('cards.load', load, world.services, { as: user, params: { id: cardId }, body: { amount: 10_000 } });
    const { transactions, cards } = await seen(world, user);
    expect(transactions).toEqual({ earnedFromCardCreation: 3_000, earnedFromFundingFees: 400, totalRevenue: 3_400 });
    expect(cards).toEqual({ cardsCreated: 2, activeCards: 2, totalCardBalance: 11_000 });
  });

  it('shows the people that the person brought, the rewards for them, and the share that was paid out', async () => {
    const world = await referralWorld();
    await world.customer();
    await world.customer();
    await world.referred();
    const before = await world.account();
    await world.setAccount({ withdrawnCents: before.balanceCents });
    expect((await seen(world, world.referrer)).referrals).toEqual({
      totalReferrals: 3,
      totalReferralEarning: 2 * before.balanceCents,
      totalReferralWithdrawn: before.balanceCents,
    });
  });

  it('reads the table once', async () => {
    const world = await referralWorld();
    for (let each = 0; each < 20; each += 1) await world.referred();
    const { store, roundTrips } = countRoundTrips(world.store);
    await readUserStatistics({ store, clock: world.clock }, world.referrer.userId);
    expect(roundTrips()).toBe(1);
  });
});
