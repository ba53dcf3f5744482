import { expect, it } from 'vitest';
import { handler as read } from '#functions/api/user/read.ts';
import { handler } from '#functions/api/user/update-password.ts';
import { update } from '#functions/ports/store.ts';
import { authWorld, goodPassword } from '#test/support/auth-world.ts';
import { callEndpoint, keptCookies } from '#test/support/call-endpoint.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { cookiesOf } from '#test/support/signed-in.ts';

const body = { currentPassword: goodPassword, newPassword: 'Long-Walks-88' };
const wrong = { body: { ...body, currentPassword: 'Wrong-guess-1' } };

/** Gives everybody on the stage a password. */
async function withPasswords({ world }: Stage): Promise<void> {
  const passwordHash = await world.services.keys.hashPassword(goodPassword);
  for (const user of world.store.all('user')) {
    if (user.passwordHash === '') await world.store.commit([update('user', user, { passwordHash })]);
  }
}

endpointSuite('user.update-password', {
  handler,
  good: async (stage) => {
    await withPasswords(stage);
    return { body };
  },
  refusals: {
    InvalidCredentials: async (stage) => {
      await withPasswords(stage);
      return wrong;
    },
  },
  badBodies: [
    ['newPassword', { newPassword: 'weak' }],
    ['newPassword', { newPassword: 'Password-1' }],
    ['newPassword', { newPassword: goodPassword }],
    ['currentPassword', { currentPassword: '' }],
  ],
});

it('user.update-password hands this browser the cookies of a new session', async () => {
  const world = authWorld();
  const user = await world.joined();
  const { setCookies, status } = await callRoute('user.update-password', handler, world.services, { as: user, body });
  expect(status).toBe(200);
  const cookies = keptCookies(setCookies);
  expect(Object.keys(cookies)).toEqual(['__Host-access', '__Secure-refresh']);
  await expect(callEndpoint(read, world.services, { cookies })).resolves.toMatchObject({ status: 200 });
});

it('user.update-password ends the session with the fifth wrong password: no sixth is checked', async () => {
  const world = authWorld();
  const cookies = await cookiesOf(world.services, await world.joined());
  for (let round = 0; round < 5; round++) {
    expect(await callEndpoint(handler, world.services, { ...wrong, cookies })).toMatchObject({ status: 401 });
  }
  world.clock.advance(2_000);
  const answer = await callEndpoint(handler, world.services, { body, cookies });
  expect(answer).toMatchObject({ status: 401, body: { code: 'InvalidAccessToken' } });
});
