import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { routeIds, routes, type Route, type RouteId } from '#shared/contract/index.ts';
import type { EndpointHandler } from '#functions/runtime/endpoint.ts';
import { auditsIn } from '#test/support/audits-in.ts';
import { authorisationRows, type AuthorisationRow } from '#test/support/authorisation-rows.ts';
import { callRoute, type RouteRequest } from '#test/support/call-route.ts';
import { unknownIds } from '#test/support/endpoint-suite.ts';
import { insert } from '#functions/ports/store.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { heldReferral } from '#test/support/held-referral.ts';
import { openTicket } from '#test/support/open-ticket.ts';
import { sampleProposal } from '#test/support/sample-proposal.ts';
import { proposeAdjustment } from '#functions/domain/adjustments/propose-adjustment.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { operationInReview } from '#test/support/operation-in-review.ts';
import { idAt, samples } from '#test/support/sample-entities.ts';

const functions = path.resolve(import.meta.dirname, '../../functions/api');

/** Routes of staff that change something, or whose reads are recorded. */
const recorded = routeIds.filter((id) => {
  const { access, method, changesState }: Route = routes[id];
  return access === 'admin' && (method !== 'GET' || changesState === true);
});

/** Recorded routes that concern no single person. */
const ofPlatform: readonly RouteId[] = [
  'admin.redrive',
  'admin.change-settings',
  'admin.propose-treasury',
  'admin.decide-treasury',
];

async function handlerOf(id: RouteId): Promise<EndpointHandler> {
  const file = pathToFileURL(path.join(functions, `${id.replace('.', '/')}.ts`)).href;
  return ((await import(/* @vite-ignore */ file)) as { handler: EndpointHandler }).handler;
}

async function proposed(world: MoneyWorld, user: User): Promise<string> {
  const { userId: actorId } = await world.cardholder(0, { role: 'admin' });
  return (await proposeAdjustment(world.services, { ...sampleProposal(user), actorId })).adjustmentId;
}

it('routes of staff are recorded, some reads included', () => {
  expect(recorded).toEqual(expect.arrayContaining(['admin.suspend', 'admin.two-factor', 'admin.user']));
});

it.each(recorded)('%s writes exactly one record: who, whom, what changed, in which request', async (id) => {
  const world = moneyWorld();
  // The proposer of this reset is no admin any more, so the next call is a new proposal.
  const factorReset = { proposedBy: unknownIds.user, proposedAtMs: world.clock.now(), reason: 'Lost the phone.' };
  const [user, admin] = [
    await world.cardholder(100_000, { factors: ['totp'], factorReset }),
    await world.cardholder(0, { role: 'admin' }),
  ];
  const { request }: AuthorisationRow = authorisationRows[id];
  const { depositId } = await openDeposit(world, user);
  if (id === 'admin.decide-deposit') world.payments.become(depositId, { state: 'paid', receivedAmount: '1000000.00' });
  const { operationId } = await operationInReview(world, user);
  const caseId = idAt('cas', 1);
  await world.store.commit([insert('case', { ...samples.case, caseId, userId: user.userId })]);
  const things = { ...user, cardId: 'crd_', depositId, operationId, sessionId: 'ses_', caseId } as const;
  const ticket = { id: await openTicket(world.services, user.userId) };
  const adjustment = { id: await proposed(world, user) };
  const moveId = `trs_${unknownIds.user.slice(4)}` as const;
  const { userId: proposedBy } = await world.cardholder(0, { role: 'admin' });
  await world.store.commit([insert('treasuryMove', { ...samples.treasuryMove, moveId, proposedBy })]);
  const webhook = { ...samples.event, about: depositId, expiresAtMs: world.clock.now() + 86_400_000 };
  await world.store.commit([insert('event', webhook)]);
  const params: Partial<Record<RouteId, { readonly id: string }>> = {
    'admin.take-break': ticket,
    'admin.close-break': ticket,
    'admin.decide-referral': { id: await heldReferral(world, user) },
    'admin.approve-adjustment': adjustment,
    'admin.reject-adjustment': adjustment,
    'admin.decide-treasury': { id: moveId },
    'admin.webhook': { id: webhook.eventId },
    'admin.replay-webhook': { id: webhook.eventId },
  };
  const earlier = auditsIn(world.store).length;
  const asked = { ...request(things), ...(params[id] && { params: params[id] }), as: admin } as RouteRequest;
  const { status } = await callRoute(id, await handlerOf(id), world.services, asked);
  expect(status).toBeLessThan(300);
  const records = auditsIn(world.store).slice(earlier);
  const subjectId = ofPlatform.includes(id) ? 'platform' : user.userId;
  expect(records).toEqual([expect.objectContaining({ actorId: admin.userId, subjectId, requestId: 'request-1' })]);
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
  expect([code, auditsIn(world.store)]).toEqual(['Forbidden', []]);
});
