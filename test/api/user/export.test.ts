import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/user/export.ts';
import { exportLinkMs } from '#functions/domain/data-export/request-export.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('user.export', { handler, good: async () => ({}), refusals: {} });

const staged = async (changes: object = {}) => {
  const world = moneyWorld();
  const user = await world.cardholder(0, changes);
  const call = (services = world.services) => callRoute('user.export', handler, services, { as: user });
  return { world, user, call };
};

describe('POST /user/export', () => {
  it('mails one link a day, with the token in its fragment, and records it', async () => {
    const { world, user, call } = await staged();
    const { reply } = await call();
    expect(reply).toEqual({ expiresAt: new Date(world.clock.now() + 24 * 60 * 60_000).toISOString() });
    expect(world.mails).toHaveLength(1);
    expect(world.mails[0]).toMatchObject({ to: user.email, subject: 'Your data is ready' });
    expect(world.mails[0]?.text).toMatch(/https:\/\/satchel\.example\/data-export#\d+\.\S{20,}/);
    expect(world.store.all('audit').map(({ action }) => action)).toEqual(['data-export']);

    world.clock.advance(exportLinkMs - 1);
    expect(await call()).toMatchObject({ status: 429, code: 'TooManyRequests' });
    expect(world.mails).toHaveLength(1);
    world.clock.advance(1);
    expect((await call()).status).toBe(200);
    expect(world.mails[1]?.text).not.toBe(world.mails[0]?.text);
  });

  it('sends the same link again after a mail that failed, and logs no token', async () => {
    const { world, call } = await staged();
    const failing = { send: async () => Promise.reject(new Error('down')) };
    expect(await call({ ...world.services, mailer: failing })).toMatchObject({ status: 503, code: 'Busy' });
    const first = world.clock.now();
    world.clock.advance(60_000);
    expect((await call()).reply.expiresAt).toBe(new Date(first + exportLinkMs).toISOString());
    expect(world.mails).toHaveLength(1);
    expect(world.store.all('audit')).toHaveLength(1);
    const token = /#(\S+)/.exec(world.mails[0]?.text ?? '')?.[1] ?? '';
    expect(token).not.toBe('');
    expect(JSON.stringify([world.logs, world.store.all('rateCounter')])).not.toContain(token);
  });

  it('sends a link of a whole day when a mail failed hours ago', async () => {
    const { world, call } = await staged();
    const failing = { send: async () => Promise.reject(new Error('down')) };
    await call({ ...world.services, mailer: failing });
    world.clock.advance(exportLinkMs - 60_000);
    expect((await call()).reply.expiresAt).toBe(new Date(world.clock.now() + exportLinkMs).toISOString());
    expect(world.store.all('audit')).toHaveLength(2);
    world.clock.advance(60_000);
    expect((await call()).status).toBe(429);
  });

  it('works while everything is locked: the lock guards money, not the way to one’s data', async () => {
    const { call } = await staged({ lockedAtMs: 1 });
    expect((await call()).status).toBe(200);
  });

  it('is refused to a suspended account', async () => {
    const { call } = await staged({ isSuspended: true });
    expect((await call()).code).toBe('AccountSuspended');
  });
});
