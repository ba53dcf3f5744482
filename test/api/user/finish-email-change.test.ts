import { expect, it } from 'vitest';
import { finishEmailChange } from '#functions/domain/auth/addresses/finish-email-change.ts';
import { startEmailChange } from '#functions/domain/auth/addresses/start-email-change.ts';
import { handler } from '#functions/api/user/finish-email-change.ts';
import { handler as read } from '#functions/api/user/read.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { insert } from '#functions/ports/store.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { authWorld, digitsIn, refusalOf } from '#test/support/auth-world.ts';
import { callEndpoint, keptCookies } from '#test/support/call-endpoint.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';

/** Asks for a new address for everybody on the stage, with the same digits. Returns the digits. */
async function started({ world }: Stage): Promise<string> {
  const { services, store } = world;
  const random = { ...services.random, below: (bound: number) => Math.min(123_456, bound - 1) };
  for (const user of store.all('user')) {
    const emailHash = await services.keys.emailHash(user.email);
    if (await store.get('emailOwner', { emailHash })) continue;
    await store.commit([insert('emailOwner', { emailHash, userId: user.userId })]);
    await startEmailChange({ ...services, random }, { user, newEmail: `new-${user.email}` });
  }
  return '123456';
}

const guess = ({ services }: Stage['world'], user: User, code: string): Promise<unknown> =>
  refusalOf(finishEmailChange(services, { user, session: newSession(services, user), code }));

endpointSuite('user.finish-email-change', {
  handler,
  good: async (stage) => ({ body: { otp: await started(stage) } }),
  refusals: {
    InvalidCode: async (stage) => {
      await started(stage);
      return { body: { otp: '654321' } };
    },
    TooManyRequests: async (stage) => {
      const otp = await started(stage);
      for (let round = 0; round < 5; round++) await guess(stage.world, stage.user, '654321');
      return { body: { otp } };
    },
  },
  badBodies: [
    ['otp', { otp: '12345' }],
    ['otp', { otp: 123_456 }],
    ['otp', { otp: 'abcdef' }],
  ],
});

it('user.finish-email-change hands this browser the cookies of a new session', async () => {
  const world = authWorld();
  const user = await world.joined();
  await startEmailChange(world.services, { user, newEmail: 'new@example.com' });
  const body = { otp: digitsIn(world.mails.at(-1)) };
  const { setCookies } = await callRoute('user.finish-email-change', handler, world.services, { as: user, body });
  const cookies = keptCookies(setCookies);
  expect(Object.keys(cookies)).toEqual(['__Host-access', '__Secure-refresh', '__Secure-device']);
  const me = await callEndpoint(read, world.services, { cookies });
  expect(me).toMatchObject({ status: 200, body: { email: 'new@example.com' } });
});
