import { expect, it, vi } from 'vitest';
import { handler as audit } from '#functions/api/admin/audit.ts';
import { handler } from '#functions/api/admin/note.ts';
import { handler as securityLog } from '#functions/api/user/security-log.ts';
import { update } from '#functions/ports/store.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const body = { text: 'Called about a frozen card.' };

endpointSuite('admin.note', {
  handler,
  good: async ({ user }) => ({ params: { id: user.userId }, body }),
  refusals: { NotFound: async () => ({ params: { id: unknownIds.user }, body }) },
  badBodies: [
    ['text', { text: ' ' }],
    ['text', { text: 'x'.repeat(2_001) }],
    ['text', { text: 'Called\u202e about it.' }],
    ['text', { text: 'It is 4111 1111 1111 1111.' }],
  ],
});

it('a note about a person who is erased in that moment is not kept', async () => {
  const world = moneyWorld();
  const [user, support] = [
    await world.cardholder(0),
    await world.cardholder(0, { role: 'admin', staffRole: 'support' }),
  ];
  const { store } = world.services;
  const commit = store.commit.bind(store);
  vi.spyOn(store, 'commit').mockImplementation(async (writes) => {
    const now = await store.get('user', user);
    const isNote = writes.some(({ kind }) => kind === 'auditWords');
    if (isNote && now?.erasedAtMs === undefined && now) await commit([update('user', now, { erasedAtMs: 1 })]);
    return commit(writes);
  });
  const request = { as: support, params: { id: user.userId }, body };
  expect((await callRoute('admin.note', handler, world.services, request)).code).toBe('NotFound');
  expect(world.store.all('auditWords')).toEqual([]);
});

it('notes are shown to staff in the order in which they were written, and never to the person', async () => {
  const world = moneyWorld();
  const [user, support] = [
    await world.cardholder(0),
    await world.cardholder(0, { role: 'admin', staffRole: 'support' }),
  ];
  for (const text of ['First.', 'Second.']) {
    const request = { as: support, params: { id: user.userId }, body: { text } };
    expect((await callRoute('admin.note', handler, world.services, request)).status).toBe(204);
    world.clock.advance(1_000);
  }
  const query = { subject: user.userId, kind: 'note' };
  const { reply } = await callRoute('admin.audit', audit, world.services, { as: support, query });
  expect(reply.map(({ actor, after }) => [actor, after['note']])).toEqual([
    [support.userId, 'Second.'],
    [support.userId, 'First.'],
  ]);
  const own = await callRoute('user.security-log', securityLog, world.services, { as: user });
  expect(own.reply).toEqual([]);
});
