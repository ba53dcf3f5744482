import { expect, it } from 'vitest';
import { handler } from '#functions/api/user/confirm-totp.ts';
import { startTotp } from '#functions/domain/auth/factors/start-totp.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { tokensOf } from '#functions/domain/auth/sessions/session-tokens.ts';
import { insert } from '#functions/ports/store.ts';
import { accessCookieName } from '#functions/runtime/session-cookies.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Arrange, Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { totpAt } from '#test/support/totp-at.ts';

/** A browser that was shown a secret a moment ago, and the code of now. */
async function started({ world: { services, store }, user }: Pick<Stage, 'world' | 'user'>) {
  const session = newSession(services, user);
  await store.commit([insert('session', session)]);
  const { secret } = await startTotp(services, session);
  const { accessToken } = await tokensOf(services, session);
  const browser = { userId: user.userId, cookies: { [accessCookieName]: accessToken } };
  return { browser, body: { code: totpAt(secret, services.clock.now()) } };
}

const good: Arrange = started;

endpointSuite('user.confirm-totp', {
  handler,
  good,
  refusals: {
    InvalidCode: async (stage) => {
      const { browser, body } = await started(stage);
      return { browser, body: { code: String((Number(body.code) + 1) % 1_000_000).padStart(6, '0') } };
    },
    Conflict: async () => ({ body: { code: '123456' } }),
    TooManyRequests: async (stage) => {
      for (let times = 0; times < 20; times += 1) await addTotp(stage.world.services, stage.user);
      return started(stage);
    },
  },
  badBodies: [
    ['code', { code: '12345' }],
    ['code', { code: '7KQ2M-X8R4V' }],
    ['code', { code: 123_456 }],
  ],
});

it('user.confirm-totp shows ten different recovery codes', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  const { reply } = await callRoute('user.confirm-totp', handler, world.services, {
    as: user,
    ...(await started({ world, user })),
  });
  expect(new Set(reply.recoveryCodes).size).toBe(10);
  for (const code of reply.recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
});

it('user.confirm-totp takes the code only in the session that was shown the secret', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  const { body } = await started({ world, user });
  const { code } = await callRoute('user.confirm-totp', handler, world.services, { as: user, body });
  expect(code).toBe('Conflict');
});
