import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/user/export-read.ts';
import { closeAccount } from '#functions/domain/closing/close-account.ts';
import { withReturn } from '#functions/domain/closing/return-account.ts';
import { exportTokenOf } from '#functions/domain/data-export/export-link.ts';
import { exportLinkMs } from '#functions/domain/data-export/request-export.ts';
import { insert } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Arrange } from '#test/support/endpoint-stage.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { idAt, samples } from '#test/support/sample-entities.ts';
import { cookiesOf } from '#test/support/signed-in.ts';

const good: Arrange = async ({ world, user }) => {
  const expiresAtMs = world.clock.now() + exportLinkMs;
  return { body: { token: await exportTokenOf(world.services, { userId: user.userId, expiresAtMs }) } };
};

endpointSuite('user.export-read', {
  handler,
  good,
  refusals: { InvalidExportLink: async () => ({ body: { token: '9999999999999.abc' } }) },
});

const staged = async () => {
  const world = moneyWorld();
  const user = await world.cardholder(0);
  const expiresAtMs = world.clock.now() + exportLinkMs;
  const token = await exportTokenOf(world.services, { userId: user.userId, expiresAtMs });
  const call = (body: unknown, as = user) => callRoute('user.export-read', handler, world.services, { as, body });
  return { world, user, token, expiresAtMs, call };
};

describe('POST /user/export/read', () => {
  it('returns the data to its owner, as often as wanted, until the link expires', async () => {
    const { world, user, token, call } = await staged();
    for (let times = 0; times < 2; times += 1) {
      const { reply } = await call({ token });
      expect(reply.parts[0]).toMatchObject({ part: 'profile', items: [{ email: user.email }] });
      expect(reply.cursor).toBeNull();
    }
    world.clock.advance(exportLinkMs);
    expect((await call({ token })).code).toBe('InvalidExportLink');
  });

  it('opens nothing for another person, or with a changed or longer token', async () => {
    const { world, token, expiresAtMs, call } = await staged();
    const other = await world.cardholder(0);
    expect((await call({ token }, other)).code).toBe('InvalidExportLink');
    const [, hash = ''] = token.split('.');
    for (const changed of [`${expiresAtMs + 1}.${hash}`, `${token}.x`, `0${token}`, '.', hash, 'NaN.x'])
      expect((await call({ token: changed })).code, changed).toBe('InvalidExportLink');
  });

  it('gives all data, in replies that go on where the one before ended', async () => {
    const { world, user, token, call } = await staged();
    const { userId } = user;
    const written = Array.from({ length: 51 }, (_, index) => ({
      ...samples.notification,
      userId,
      notificationId: idAt('ntf', index),
      body: 'x'.repeat(5_000),
    }));
    await world.store.commit(written.map((value) => insert('notification', value)));
    const parts: string[] = [];
    let shown = 0;
    let cursor: string | undefined;
    do {
      const { reply } = await call({ token, ...(cursor === undefined ? {} : { cursor }) });
      for (const { part, items } of reply.parts) {
        parts.push(part);
        if (part === 'notifications') shown += items.length;
      }
      cursor = reply.cursor ?? undefined;
    } while (cursor !== undefined);
    expect(shown).toBe(51);
    expect(parts.filter((part) => part === 'notifications')).toHaveLength(2);
    expect(parts.filter((part) => part === 'profile')).toHaveLength(1);
  });

  it('accepts no cursor but one that it gave to this person', async () => {
    const { world, user, token, call } = await staged();
    expect((await call({ token, cursor: '2 abc' })).code).toBe('ValidationFailed');
    const other = await world.cardholder(0);
    const foreign = await world.services.keys.encryptCursor(`user.export-read:${other.userId}`, '2 ');
    expect((await call({ token, cursor: foreign })).code).toBe('ValidationFailed');
    const own = await world.services.keys.encryptCursor(`user.export-read:${user.userId}`, '2 ');
    expect((await call({ token, cursor: own })).reply.parts[0]?.part).toBe('sessions');
  });

  it('opens nothing with a session from before the account was closed, and opens it again after a return', async () => {
    const { world, user, token, call } = await staged();
    const cookies = await cookiesOf(world.services, user);
    await closeAccount(world.services, { userId: user.userId, waiveCents: undefined });
    const late = await callRoute('user.export-read', handler, world.services, { body: { token }, cookies });
    expect(late.status).toBe(401);
    const closed = await world.store.get('user', user);
    if (!closed) throw new Error('no person');
    await world.store.commit(await withReturn(world.services, closed, []));
    const returned = await world.store.get('user', user);
    expect((await call({ token }, returned)).status).toBe(200);
  });
});
