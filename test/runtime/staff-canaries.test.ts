import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { holdsCardNumber } from '#shared/card-number.ts';
import { routeIds, routes, type Route, type RouteId } from '#shared/contract/index.ts';
import { fileTabs } from '#shared/contract/person-file.ts';
import type { Id } from '#shared/ids.ts';
import { insert, update } from '#functions/ports/store.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { DeadLetters } from '#functions/ports/dead-letters.ts';
import type { EndpointHandler } from '#functions/runtime/endpoint.ts';
import { authorisationRows, type AuthorisationRow } from '#test/support/authorisation-rows.ts';
import { noDeadLetters } from '#test/support/auth-world.ts';
import { callRoute, type RouteRequest } from '#test/support/call-route.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { openTicket } from '#test/support/open-ticket.ts';
import { operationInReview } from '#test/support/operation-in-review.ts';
import { samples } from '#test/support/sample-entities.ts';
import { cookiesOf } from '#test/support/signed-in.ts';

/** Every route of staff: a new route is tested as soon as it is in the contract. */
const ofStaff = routeIds.filter((id) => (routes[id] as Route).access === 'admin');

const pan = '4556737586899855';
/** A word that is planted as every secret; no route may show it. */
const canary = 'canary-7391';
/** The id of a stored webhook whose body is full of secrets, as if they had not been removed on receipt. */
const plantedWebhook = 'issuer-7391';
const searches = [{ search: '4444' }, { search: pan }, { search: canary }];

async function handlerOf(id: RouteId): Promise<EndpointHandler> {
  const file = path.resolve(import.meta.dirname, '../../functions/api', `${id.replace('.', '/')}.ts`);
  return ((await import(/* @vite-ignore */ pathToFileURL(file).href)) as { handler: EndpointHandler }).handler;
}

/** A message that its worker failed on, with all that an issuer may have put into it. */
const letters: DeadLetters = {
  ...noDeadLetters,
  peek: async () => ({
    count: 1,
    sample: [{ body: JSON.stringify({ eventId: `a ${canary}`, card_number: pan, cvv: canary }), sentAtMs: 0 }],
  }),
};

/** Plants the canary in every place that holds a person's secrets or leads to them. */
async function plant(
  { store, clock, services }: MoneyWorld,
  user: User,
  { cardId, depositId }: { readonly cardId: Id<'card'>; readonly depositId: Id<'deposit'> },
): Promise<void> {
  const { userId } = user;
  const own = { userId, expiresAtMs: clock.now() + 86_400_000 };
  const present = await store.get('user', { userId });
  if (!present) throw new Error('nobody');
  const bodyBase64 = Buffer.from(
    JSON.stringify({
      card_number: pan,
      data: { cvv: canary, description: `paid by ${pan}` },
      sign: canary,
      otp: canary,
    }),
  ).toString('base64');
  await store.commit([
    update('user', present, {
      passwordHash: canary,
      emailHash: canary,
      emailChanges: [
        {
          codeHash: canary,
          email: 'old@example.com',
          emailHash: canary,
          isTwoFactorEnabled: false,
          atMs: 0,
          untilMs: 1,
        },
      ],
      factorReset: {
        proposedBy: userId,
        proposedAtMs: clock.now(),
        reason: 'Lost the phone.',
        approval: { approvedBy: userId, executesAtMs: own.expiresAtMs, cancelId: canary, dueAtMs: own.expiresAtMs },
      },
    }),
    insert('factors', {
      ...samples.factors,
      userId,
      all: [
        { kind: 'totp', encryptedSecret: canary, usedSteps: [], addedAtMs: 0 },
        { kind: 'recovery', codeHashes: [canary], addedAtMs: 0 },
      ],
    }),
    insert('passwordReset', { ...samples.passwordReset, ...own, codeHash: canary }),
    insert('challenge', { ...samples.challenge, ...own, codeHash: canary, challengeId: canary }),
    insert('emailVerification', { ...samples.emailVerification, ...own, codeHash: canary }),
    insert('cardCodes', { ...samples.cardCodes, cardId, encrypted: canary, expiresAtMs: own.expiresAtMs }),
    insert('cardCodesKey', { ...samples.cardCodesKey, cardId, dataKey: canary, expiresAtMs: own.expiresAtMs }),
    insert('claim', {
      ...samples.claim,
      ...own,
      keyHash: canary,
      response: { status: 200, body: `"${pan} ${canary}"` },
    }),
    insert('event', {
      ...samples.event,
      eventId: plantedWebhook,
      about: depositId,
      bodyBase64,
      expiresAtMs: own.expiresAtMs,
    }),
    insert('case', { ...samples.case, userId }),
    insert('dailyReport', samples.dailyReport),
  ]);
  await cookiesOf(services, user);
}

describe('no secret is in a reply to staff', () => {
  let world: MoneyWorld;
  let admin: User;
  let requests: (id: RouteId) => RouteRequest[];
  let secrets: readonly string[];
  beforeAll(async () => {
    world = moneyWorld();
    const user = await world.cardholder(500_000);
    admin = await world.cardholder(0, { role: 'admin' });
    const { cardId } = await world.openCard(user);
    const { depositId } = await openDeposit(world, user);
    const { operationId } = await operationInReview(world, user);
    await openTicket(world.services, user.userId);
    await plant(world, user, { cardId, depositId });
    const things = { ...user, cardId, depositId, operationId, sessionId: 'ses_', caseId: samples.case.caseId } as const;
    requests = (id) => {
      const { request }: AuthorisationRow = authorisationRows[id];
      const asked = request(things);
      if (id === 'admin.webhook') return [{ params: { id: plantedWebhook } }];
      if (id === 'admin.daily-report') return [{ ...asked, query: { day: samples.dailyReport.day } }];
      if (id === 'admin.user-file') return fileTabs.map((tab) => ({ ...asked, query: { user: user.userId, tab } }));
      const isSearched = ['user.all', 'transactions.all'].includes(id);
      return [asked, ...(isSearched ? searches.map((query) => ({ ...asked, query })) : [])];
    };
    secrets = [canary, pan, '5555550000004444', Buffer.from(pan).toString('base64').slice(0, 16)];
  });

  it('although the store is full of them', () => {
    const kinds = Object.keys(samples) as (keyof typeof samples)[];
    const everything = JSON.stringify(kinds.map((kind) => world.store.all(kind)));
    expect([everything.includes(canary), everything.includes(pan)]).toEqual([true, true]);
    expect(ofStaff.length).toBeGreaterThan(30);
  });

  it.each(ofStaff)('%s', async (id) => {
    const services = { ...world.services, deadLetters: { 'payment-events': letters, 'issuer-events': letters } };
    const cookies = await cookiesOf(services, admin);
    for (const request of requests(id)) {
      const { status, body, headers } = await callRoute(id, await handlerOf(id), services, {
        ...request,
        as: admin,
        browser: { userId: admin.userId, cookies },
      });
      const isRead = (routes[id] as Route).method === 'GET';
      expect(status).toBeLessThan(isRead ? 300 : 500);
      const text = JSON.stringify([body, headers]);
      // The link to the next page repeats the search term.
      const found = [...secrets, ...Object.values(cookies)].filter((secret) => text.includes(secret));
      expect(found).toEqual([]);
      const words = JSON.stringify(body).replaceAll(/"[a-z]{2,4}_[0-9A-Z]{26}"/g, '');
      expect(holdsCardNumber(words.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ''))).toBe(false);
    }
  });
});
