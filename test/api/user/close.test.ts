import { expect, it } from 'vitest';
import { handler } from '#functions/api/user/close.ts';
import { handler as readHandler } from '#functions/api/user/read.ts';
import { closeAccount } from '#functions/domain/closing/close-account.ts';
import { withReturn } from '#functions/domain/closing/return-account.ts';
import { cents } from '#shared/money.ts';
import { update } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Arrange, Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { cookiesOf } from '#test/support/signed-in.ts';

/** Changes the person's wallet directly: the books are not the subject here. */
const having =
  (changes: object, body: object = {}): Arrange =>
  async ({ world, user }: Stage) => {
    await world.store.commit([update('wallet', await world.wallet(user), changes)]);
    return { body };
  };

endpointSuite('user.close', {
  handler,
  good: having({ availableCents: cents(340) }, { waiveCents: 340 }),
  refusals: {
    BalanceLeft: having({ availableCents: cents(340) }),
    CardsLeft: having({ availableCents: cents(0), cardCount: 1 }),
    AccountInDebt: having({ availableCents: cents(0), debtCents: cents(5) }),
    MoneyUnderWay: having({ availableCents: cents(0), heldCents: cents(5) }),
  },
});

it('user.close signs the browser out and says until when a sign-in undoes it', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  const { reply, setCookies } = await callRoute('user.close', handler, world.services, { as: user, body: {} });
  const closedAtMs = world.clock.now();
  expect(reply).toEqual({
    closedAt: new Date(closedAtMs).toISOString(),
    returnUntil: new Date(closedAtMs + 30 * 24 * 60 * 60_000).toISOString(),
  });
  expect(setCookies.map((cookie) => /^[^;]+/.exec(cookie)?.[0])).toEqual(['__Host-access=', '__Secure-refresh=']);
});

it('user.close answers the same to a repeat of each session that it ended, and no other call does', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(340);
  const cookies = await cookiesOf(world.services, user);
  const close = () => callRoute('user.close', handler, world.services, { cookies, body: { waiveCents: 340 } });
  const first = await close();
  const closedAt = await world.store.get('closing', user);
  world.clock.advance(60_000);
  expect((await close()).reply).toEqual(first.reply);
  expect(await world.store.get('closing', user)).toEqual(closedAt);
  expect(await world.wallet(user)).toMatchObject({ availableCents: 0, unclaimedCents: 340 });
  expect(world.store.all('audit')).toHaveLength(1);
  const read = await callRoute('user.read', readHandler, world.services, { cookies });
  expect(read.status).toBe(401);
});

it('user.close accepts no session that ended before the closing, and none after a return or an erasure', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  const cookies = await cookiesOf(world.services, user);
  const close = () => callRoute('user.close', handler, world.services, { cookies, body: {} });
  const present = async () => {
    const found = await world.store.get('user', user);
    if (!found) throw new Error('no person');
    return found;
  };
  await world.store.commit([update('user', await present(), { sessionGeneration: 2 })]);
  const late = await cookiesOf(world.services, await present());
  await closeAccount(world.services, { userId: user.userId, waiveCents: undefined });
  expect((await close()).status).toBe(401);
  const repeat = () => callRoute('user.close', handler, world.services, { cookies: late, body: {} });
  expect((await repeat()).status).toBe(200);
  await world.store.commit([update('user', await present(), { erasedAtMs: 1 })]);
  expect((await repeat()).status).toBe(401);
  await world.store.commit([update('user', await present(), { erasedAtMs: undefined })]);
  await world.store.commit(await withReturn(world.services, await present(), []));
  expect((await repeat()).status).toBe(401);
});
