import { expect, it } from 'vitest';
import { handler } from '#functions/api/user/rename-passkey.ts';
import { describeSecurity } from '#functions/domain/auth/factors/describe-security.ts';
import { ownerOf } from '#functions/domain/auth/factors/change-factors.ts';
import { update } from '#functions/ports/store.ts';
import { auditsIn } from '#test/support/audits-in.ts';
import { addTestPasskey } from '#test/support/add-passkey.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('user.rename-passkey', {
  handler,
  good: async ({ world, user }) => ({
    params: { id: (await addTestPasskey(world.services, user))._id },
    body: { name: 'Work laptop' },
  }),
  badBodies: [
    ['name', { name: '  ' }],
    ['name', { name: 7 }],
    ['name', { name: 'x'.repeat(61) }],
    ['name', { name: 'a\u0007b' }],
  ],
  refusals: {
    NotFound: async ({ world, user }) => {
      await addTestPasskey(world.services, user);
      return { params: { id: unknownIds.passkey }, body: { name: 'Work laptop' } };
    },
    TooManyRequests: async ({ world, user }) => {
      const { _id: id } = await addTestPasskey(world.services, user);
      for (let times = 1; times <= 20; times += 1) {
        await callRoute('user.rename-passkey', handler, world.services, {
          as: user,
          params: { id },
          body: { name: `Laptop ${times}` },
        });
      }
      return { params: { id }, body: { name: 'Work laptop' } };
    },
  },
});

it('user.rename-passkey changes the name alone, records it once and leaves a reset that waits', async () => {
  const world = moneyWorld();
  const factorReset = { proposedBy: unknownIds.user, proposedAtMs: world.clock.now(), reason: 'Lost the phone.' };
  const user = await world.cardholder(0);
  await addTotp(world.services, user);
  const { _id: id } = await addTestPasskey(world.services, user);
  const other = await addTestPasskey(world.services, user);
  const { user: owner } = await ownerOf(world.services, user.userId);
  await world.store.commit([update('user', owner, { factorReset })]);
  const before = describeSecurity(await ownerOf(world.services, user.userId));
  const rename = () =>
    callRoute('user.rename-passkey', handler, world.services, {
      as: owner,
      params: { id },
      body: { name: ' Work laptop ' },
    });
  expect(await rename()).toMatchObject({ status: 200, reply: { _id: id, name: 'Work laptop' } });
  expect((await rename()).status).toBe(200);
  const after = describeSecurity(await ownerOf(world.services, user.userId));
  expect(after).toEqual({
    ...before,
    passkeys: before.passkeys.map((each) => (each._id === id ? { ...each, name: 'Work laptop' } : each)),
  });
  expect(after.passkeys.find(({ _id }) => _id === other._id)).toBeDefined();
  expect((await world.store.get('user', user))?.factorReset).toEqual(factorReset);
  expect(auditsIn(world.store).filter(({ after: values }) => values['change'] === 'passkey-renamed')).toEqual([
    expect.objectContaining({ actorId: user.userId, after: { change: 'passkey-renamed', name: 'Work laptop' } }),
  ]);
});

it('user.rename-passkey renames no passkey of another person', async () => {
  const world = moneyWorld();
  const [ada, eve] = [await world.cardholder(0), await world.cardholder(0)];
  const { _id: id } = await addTestPasskey(world.services, ada);
  const answer = await callRoute('user.rename-passkey', handler, world.services, {
    as: eve,
    params: { id },
    body: { name: 'Mine' },
  });
  expect([answer.status, auditsIn(world.store).filter(({ actorId }) => actorId === eve.userId)]).toEqual([404, []]);
});
