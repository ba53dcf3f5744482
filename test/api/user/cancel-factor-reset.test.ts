import { expect, it } from 'vitest';
import { handler } from '#functions/api/user/cancel-factor-reset.ts';
import { handler as read } from '#functions/api/user/read.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { tokensOf } from '#functions/domain/auth/sessions/session-tokens.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { insert, update } from '#functions/ports/store.ts';
import { accessCookieName } from '#functions/runtime/session-cookies.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/** Stores that two admins have ordered a reset for this person. */
async function approve(world: MoneyWorld, { userId }: User): Promise<void> {
  const nowMs = world.clock.now();
  const executesAtMs = nowMs + 72 * 60 * 60_000;
  const approval = { approvedBy: unknownIds.user, executesAtMs, cancelId: 'x', dueAtMs: executesAtMs };
  const factorReset = { proposedBy: unknownIds.user, proposedAtMs: nowMs, reason: 'Lost the phone.', approval };
  const user = (await world.store.get('user', { userId })) as User;
  await world.store.commit([update('user', user, { factors: ['totp'], factorReset })]);
}

endpointSuite('user.cancel-factor-reset', {
  handler,
  good: async ({ world, user }) => {
    await approve(world, user);
    return {};
  },
  refusals: { Conflict: async () => ({}) },
});

it('GET /user says when the factors are removed, until the reset is canceled', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  const shown = async () => (await callRoute('user.read', read, world.services, { as: user })).reply;
  expect(await shown()).not.toHaveProperty('factors');
  await approve(world, user);
  const at = new Date(world.clock.now() + 72 * 60 * 60_000).toISOString();
  expect(await shown()).toMatchObject({ factors: ['totp'], factorResetAt: at });
  await callRoute('user.cancel-factor-reset', handler, world.services, { as: user });
  expect(await shown()).not.toHaveProperty('factorResetAt');
});

it('DELETE /user/factor-reset needs no proof of presence, because the factors may be lost', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  await approve(world, user);
  const session = { ...newSession(world.services, user), provedAtMs: 0 };
  await world.store.commit([insert('session', session)]);
  const { accessToken } = await tokensOf(world.services, session);
  const cookies = { [accessCookieName]: accessToken };
  const answer = await callRoute('user.cancel-factor-reset', handler, world.services, { cookies });
  expect(answer.status).toBe(204);
  expect((await world.store.get('user', user))?.factorReset?.approval?.canceledAtMs).toBe(world.clock.now());
});
