import { expect, it } from 'vitest';
import { handler } from '#functions/api/admin/cases.ts';
import { handler as answer } from '#functions/api/admin/answer-case.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { reported } from '#test/support/report-world.ts';

endpointSuite('admin.cases', { handler, good: async () => ({}), refusals: {} });

it('GET /admin/cases lists waiting cases, the oldest first, then answered ones, and those of one person', async () => {
  const world = moneyWorld();
  const as = await world.cardholder(0, { role: 'admin', staffRole: 'support' });
  const [first, second] = [await world.cardholder(10_000), await world.cardholder(10_000)];
  const [older, newer] = [(await reported(world, first)).opened, (await reported(world, second)).opened];
  const list = async (query: Record<string, string> = {}) =>
    (await callRoute('admin.cases', handler, world.services, { as, query })).reply.map(({ _id }) => _id);
  expect(await list()).toEqual([older.caseId, newer.caseId]);
  const page = await callRoute('admin.cases', handler, world.services, { as, query: { limit: '1' } });
  expect(page.reply).toMatchObject([{ _id: older.caseId, user: first.userId, userEmail: first.email }]);
  const link = String(page.headers['link']);
  const next = new URLSearchParams(link.slice(link.indexOf('?') + 1, link.indexOf('>')));
  expect(await list(Object.fromEntries(next))).toEqual([newer.caseId]);
  const request = { as, params: { id: older.caseId }, body: { text: 'We asked.' } };
  await callRoute('admin.answer-case', answer, world.services, request);
  expect([await list(), await list({ state: 'answered' })]).toEqual([[newer.caseId], [older.caseId]]);
  expect(await list({ user: first.userId })).toEqual([older.caseId]);
});
