import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/admin/two-factor.ts';
import { callRoute } from '#test/support/call-route.ts';
import { deliverAudits } from '#test/support/deliver-audits.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import type { Mail } from '#functions/ports/mailer.ts';

endpointSuite('admin.two-factor', {
  handler,
  good: async ({ user }) => ({ params: { id: user.userId }, body: { enabled: true } }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.user }, body: { enabled: true } }),
    Conflict: async ({ world }) => {
      const { userId } = await world.cardholder(0, { role: 'admin', isTwoFactorEnabled: true });
      return { params: { id: userId }, body: { enabled: false } };
    },
  },
  badBodies: [
    ['enabled', { enabled: 'true' }],
    ['enabled', { enabled: 1 }],
    ['enabled', { enabled: null }],
  ],
});

describe('PATCH /admin/2fa/{id}', () => {
  const staged = async () => {
    const world = moneyWorld();
    const mails: Mail[] = [];
    const services = { ...world.services, mailer: { send: async (mail: Mail) => void mails.push(mail) } };
    const [user, admin] = [await world.cardholder(5_000), await world.cardholder(0, { role: 'admin' })];
    const call = (enabled: boolean, id: string = user.userId) =>
      callRoute('admin.two-factor', handler, services, { as: admin, params: { id }, body: { enabled } });
    return { world, services, mails, user, admin, call };
  };

  it("switches the person's own flag, and nobody else's", async () => {
    const { world, user, admin, call } = await staged();
    expect((await call(true)).reply).toMatchObject({ _id: user.userId, isTwoFactorEnabled: true, balance: 5_000 });
    const flags = world.store.all('user').map(({ userId, isTwoFactorEnabled }) => [userId, isTwoFactorEnabled]);
    expect(Object.fromEntries(flags)).toEqual({ [user.userId]: true, [admin.userId]: false });
    expect((await call(false)).reply).toMatchObject({ isTwoFactorEnabled: false });
  });

  it('records the admin in the same write and mails the person; repeating the present state does nothing', async () => {
    const { world, services, mails, user, admin, call } = await staged();
    const commits: string[][] = [];
    await call(true);
    world.store.beforeCommit = (writes) => void commits.push(writes.map(({ kind }) => kind));
    await call(true);
    expect(commits.flat()).not.toContain('user');
    await call(false);
    expect(commits).toContainEqual(['user', 'audit']);
    expect(world.store.all('audit')).toMatchObject([
      { action: 'two-factor', actorId: admin.userId, subjectId: user.userId, after: { isTwoFactorEnabled: true } },
      { before: { isTwoFactorEnabled: true }, after: { isTwoFactorEnabled: false } },
    ]);
    await deliverAudits(services);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [user.email, 'Sign-in codes are on'],
      [user.email, 'Sign-in codes are off'],
    ]);
    expect(mails[0]?.text).toContain('by our team');
  });
});
