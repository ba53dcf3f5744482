import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { routeIds, routes, type Route, type RouteId } from '#shared/contract/index.ts';
import type { EndpointHandler } from '#functions/runtime/endpoint.ts';
import { authorisationRows, type AuthorisationRow } from '#test/support/authorisation-rows.ts';
import { callRoute } from '#test/support/call-route.ts';
import { unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const functions = path.resolve(import.meta.dirname, '../../functions/api');

/** Routes of staff that change something, or whose reads are recorded. */
const recorded = routeIds.filter((id) => {
  const { access, method, changesState }: Route = routes[id];
  return access === 'admin' && (method !== 'GET' || changesState === true);
});

async function handlerOf(id: RouteId): Promise<EndpointHandler> {
  const file = pathToFileURL(path.join(functions, `${id.replace('.', '/')}.ts`)).href;
  return ((await import(/* @vite-ignore */ file)) as { handler: EndpointHandler }).handler;
}

it('there are routes of staff that are recorded', () => {
  expect(recorded).toEqual(expect.arrayContaining(['admin.suspend', 'admin.two-factor', 'admin.user']));
});

it.each(recorded)('%s writes exactly one record: who, whom, what changed, in which request', async (id) => {
  const world = moneyWorld();
  // Its proposer is no admin any more, so the next call is a proposal.
  const factorReset = { proposedBy: unknownIds.user, proposedAtMs: world.clock.now(), reason: 'Lost the phone.' };
  const [user, admin] = [
    await world.cardholder(0, { factors: ['totp'], factorReset }),
    await world.cardholder(0, { role: 'admin' }),
  ];
  const { request }: AuthorisationRow = authorisationRows[id];
  const things = { ...user, cardId: 'crd_', depositId: 'dep_', operationId: 'op_', sessionId: 'ses_' } as const;
  const { status } = await callRoute(id, await handlerOf(id), world.services, { ...request(things), as: admin });
  expect(status).toBeLessThan(300);
  const records = world.store.all('audit');
  expect(records).toEqual([
    expect.objectContaining({ actorId: admin.userId, subjectId: user.userId, requestId: 'request-1' }),
  ]);
  const [{ before, after } = { before: {}, after: {} }] = records;
  if ((routes[id] as Route).method !== 'GET') {
    expect(Object.keys(before).length).toBeGreaterThan(0);
    expect(after).not.toEqual(before);
  }
  expect(JSON.stringify(records)).not.toMatch(/argon2|passwordHash|token|secret/i);
});

it('a refused request of staff writes no record', async () => {
  const world = moneyWorld();
  const [user, support] = [
    await world.cardholder(0),
    await world.cardholder(0, { role: 'admin', staffRole: 'support' }),
  ];
  const request = { params: { id: user.userId }, body: { suspended: true }, as: support };
  const { code } = await callRoute('admin.suspend', await handlerOf('admin.suspend'), world.services, request);
  expect([code, world.store.all('audit')]).toEqual(['Forbidden', []]);
});
