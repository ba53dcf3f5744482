import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/admin/audit.ts';
import { setAccountLock } from '#functions/domain/cards/set-account-lock.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

endpointSuite('admin.audit', { handler, good: async () => ({}), refusals: {} });

describe('GET /admin/audit', () => {
  it('pages through the records, the filters repeated in the link', async () => {
    const world = moneyWorld();
    const [user, admin] = [await world.cardholder(0), await world.cardholder(0, { role: 'admin' })];
    for (const isLocked of [true, false, true]) {
      await setAccountLock(world.services, { userId: user.userId, isLocked });
      world.clock.advance(1_000);
    }
    const read = (query: Record<string, string>) =>
      callRoute('admin.audit', handler, world.services, { as: admin, query });
    const first = await read({ subject: user.userId, limit: '2' });
    expect(first.reply).toMatchObject([
      {
        kind: 'lock',
        actor: user.userId,
        // Joined from the account: the record holds ids alone.
        actorEmail: user.email,
        subject: user.userId,
        subjectEmail: user.email,
        before: { isLocked: false },
        after: { isLocked: true },
      },
      { kind: 'unlock', reason: null, requestId: null },
    ]);
    const link = new URL(/<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '', 'https://satchel.test');
    expect(link.searchParams.get('subject')).toBe(user.userId);
    const next = await read(Object.fromEntries(link.searchParams));
    expect(next.reply.map(({ kind }) => kind)).toEqual(['lock']);
    expect(next.headers['link']).toBeUndefined();
    const cursor = link.searchParams.get('cursor') ?? '';
    expect((await read({ cursor })).body).toMatchObject({
      code: 'ValidationFailed',
      fields: { cursor: expect.anything() },
    });
  });

  it.each([
    ['actor', 'ada'],
    ['subject', 'ada'],
    ['kind', 'everything'],
  ])('refuses an invalid %s', async (field, value) => {
    const world = moneyWorld();
    const admin = await world.cardholder(0, { role: 'admin' });
    const { body } = await callRoute('admin.audit', handler, world.services, { as: admin, query: { [field]: value } });
    expect(body).toMatchObject({ code: 'ValidationFailed', fields: { [field]: expect.anything() } });
  });
});
