import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/admin/suspend.ts';
import type { Mail } from '#functions/ports/mailer.ts';
import { auditsIn } from '#test/support/audits-in.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { deliverAudits } from '#test/support/deliver-audits.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const ofAdmin = async ({ world }: Stage) => {
  const admin = await world.cardholder(0, { role: 'admin' });
  return { as: admin, params: { id: admin.userId } };
};

endpointSuite('admin.suspend', {
  handler,
  good: async ({ world, user }) => {
    await world.openCard(user);
    return {
      params: { id: user.userId },
      body: { suspended: true, reasonForUser: 'Chargebacks.', note: 'Seen twice.' },
    };
  },
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.user } }),
    Conflict: ofAdmin,
  },
  badBodies: [
    ['suspended', { suspended: 'yes' }],
    ['suspended', { suspended: null }],
    ['reasonForUser', { reasonForUser: 'x'.repeat(501) }],
    ['reasonForUser', { reasonForUser: 'Fraud with 4111111111111111.' }],
    ['note', { note: 'a\u0007b' }],
    ['note', { note: 'Fraud with 4111-1111-1111-1111.' }],
    ['reason', { reason: 5 }],
    ['reason', { reason: 'x'.repeat(501) }],
  ],
});

describe('PATCH /admin/suspend/{id}', () => {
  const staged = async () => {
    const world = moneyWorld();
    const [user, admin] = [await world.cardholder(50_000), await world.cardholder(0, { role: 'admin' })];
    const call = (body?: object, headers: Record<string, string> = {}) =>
      callRoute('admin.suspend', handler, world.services, {
        as: admin,
        params: { id: user.userId },
        headers,
        ...(body ? { body } : {}),
      });
    return { world, user, call };
  };

  it('returns the person as they now are', async () => {
    const { user, call } = await staged();
    const { reply } = await call({ suspended: true });
    expect(reply).toMatchObject({ _id: user.userId, isSuspended: true, balance: 50_000, held: 0 });
    expect((await call({ suspended: false })).reply).toMatchObject({ isSuspended: false });
  });

  it.each([
    ['no body', undefined, {}],
    ['no body and no content type', undefined, { 'content-type': '' }],
    ['an empty object', {}, {}],
  ])('toggles the suspension with %s', async (_what, body, headers) => {
    const { call } = await staged();
    expect((await call(body, headers)).reply.isSuspended).toBe(true);
    expect((await call(body, headers)).reply.isSuspended).toBe(false);
  });

  it('keeps the earlier reason as the note, and no note when it is empty', async () => {
    const { world, call } = await staged();
    await call({ suspended: true, reason: '  Chargebacks.  ' });
    await call({ suspended: false, reason: ' ' });
    expect(auditsIn(world.store).map(({ action, reason }) => [action, reason])).toEqual([
      ['suspend', 'Chargebacks.'],
      ['activate', undefined],
    ]);
  });

  it.each([{ note: 'Chargeback ring.' }, { reason: 'Chargeback ring.' }])(
    'mails only the reason for the user, and never %j',
    async (inside) => {
      const world = moneyWorld();
      const [user, admin] = [await world.cardholder(50_000), await world.cardholder(0, { role: 'admin' })];
      const mails: Mail[] = [];
      const services = { ...world.services, mailer: { send: async (mail: Mail) => void mails.push(mail) } };
      await callRoute('admin.suspend', handler, services, {
        as: admin,
        params: { id: user.userId },
        body: { suspended: true, reasonForUser: 'Two charges were disputed.', ...inside },
      });
      await deliverAudits(services);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain('Reason: Two charges were disputed.');
      expect(JSON.stringify(mails)).not.toContain('Chargeback ring.');
    },
  );
});
