import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { localStore } from '#bin/operator/local-store.ts';
import { accessCookieName } from '#functions/runtime/session-cookies.ts';
import { createRandom } from '#functions/runtime/random.ts';
import { searchTermWrites } from '#functions/domain/admin/search-terms.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { newWallet } from '#functions/domain/auth/sign-up/new-wallet.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { silentLog } from '#functions/ports/log.ts';
import { insert, remove, type Write } from '#functions/ports/store.ts';
import { commonErrors, routeIds, routes, type Route, type RouteId } from '#shared/contract/index.ts';
import { errorStatus, type ErrorCode } from '#shared/errors.ts';
import { zero } from '#shared/money.ts';
import { authorisationRows, type AuthorisationRow, type Things } from '#test/support/authorisation-rows.ts';
import { callers, refusalFor, type Caller, type CallerNeeds } from '#test/support/authorisation-callers.ts';
import { samples } from '#test/support/sample-entities.ts';

/*
 * The authorization matrix over HTTP, with the deployed functions, grants and cookies. Here each route refuses for each
 * of its reasons, each caller is refused somewhere, and of the allowed requests only reads are sent. All callers at all
 * routes, and that a refusal leaves no trace, are tested in process by test/runtime/authorisation.test.ts.
 */

const { site, control } = inject('services');
const { store, keys } = localStore(inject('servicesFile'));

type Stand = { readonly caller: Caller; readonly token: string | undefined; readonly things: Things };
const stands: Stand[] = [];
const things: { readonly inserted: Write[] }[] = [];

beforeAll(async () => {
  // The product's clock may have been moved by other tests.
  const { offsetMs } = (await (await fetch(`${control}/clock`)).json()) as { offsetMs: number };
  const clock = { now: () => Date.now() + offsetMs, sleep: async () => undefined };
  const random = createRandom(clock);
  const needs: CallerNeeds = {
    store,
    keys,
    clock,
    random,
    mailer: { send: async () => undefined },
    log: silentLog,
    settings: { siteUrl: site },
  };
  const person = (role: User['role']): User => {
    const userId = random.id('user');
    const email = `${userId.toLowerCase()}@example.com`;
    const factors = role === 'admin' ? (['totp'] as const) : undefined;
    return { ...samples.user, userId, email, role, factors, referredBy: undefined, createdAtMs: clock.now() };
  };
  for (const caller of callers) {
    const people = { owner: person('user'), other: person('user'), admin: person('admin') };
    const { userId } = people.owner;
    const own = {
      userId,
      cardId: random.id('card'),
      operationId: random.id('operation'),
      depositId: random.id('deposit'),
      sessionId: random.id('session'),
      caseId: random.id('case'),
    };
    const accounts = Object.values(people).flatMap((user) => [
      insert('user', user),
      ...searchTermWrites(undefined, user),
      insert('wallet', newWallet(user.userId, clock.now())),
    ]);
    const belongings = [
      // Belongings without a due time, so that no job works on them.
      insert('card', { ...samples.card, ...own, balanceCents: zero, dueAtMs: undefined, catchUpAtMs: undefined }),
      insert('operation', { ...samples.operation, ...own, state: 'settled', dueAtMs: undefined }),
      insert('deposit', { ...samples.deposit, ...own, dueAtMs: undefined }),
      insert('case', { ...samples.case, ...own }),
      insert('session', { ...newSession(needs, people.owner), ...own }),
    ];
    await store.commit([...accounts, ...belongings]);
    things.push({ inserted: belongings });
    stands.push({ caller, token: await caller.token(needs, people), things: own });
  }
});

/** Keeps the people: the statistics count them, and a counted person without an account is a break in other tests. */
afterAll(async () => {
  for (const { inserted } of things) {
    await store.commit(
      inserted.map((write) => remove(write.kind as 'card', ('value' in write ? write.value : write.key) as never)),
    );
  }
});

async function knock(
  id: RouteId,
  { token, things: own }: Stand,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const { method, path }: Route = routes[id];
  const { params = {}, query = {}, body, text } = authorisationRows[id].request(own);
  const filled = path.replace(/\{(\w+)\}/, (_all, name: string) => params[name] ?? '');
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const search = new URLSearchParams(query).toString();
  const response = await fetch(`${site}/api${filled}${search && `?${search}`}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { cookie: `${accessCookieName}=${token}` }),
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const guarded = routeIds.filter((id) => (routes[id] as Route).access !== 'public');
const knocked = new Set<Caller>();

describe.each(guarded)('%s', (id) => {
  const route: Route = routes[id];
  const { whose, answers }: AuthorisationRow = authorisationRows[id];
  const isTried = route.method === 'GET' && !route.changesState && whose !== 'owner' && answers === undefined;

  it('lets in exactly the callers that may use it', async () => {
    const byOutcome = Map.groupBy(stands, ({ caller }) => refusalFor(route, whose, caller));
    // Sent one after another, so that one execution environment serves them all, not a cold one for each.
    for (const [refusal, alike] of byOutcome) {
      if (refusal === undefined && !isTried) continue;
      // Each route takes the next of the callers with this outcome.
      const stand = alike[guarded.indexOf(id) % alike.length];
      if (stand === undefined) continue;
      knocked.add(stand.caller);
      const answer = await knock(id, stand);
      if (refusal === undefined) expect(answer, stand.caller.name).toMatchObject({ status: route.status });
      else expectRefused(answer, refusal, stand.caller.name);
    }
  });
});

it('every kind of caller was tried at some route', () => {
  expect(callers.filter((caller) => !knocked.has(caller)).map(({ name }) => name)).toEqual([]);
});

it('a refused request has changed nothing', async () => {
  for (const { inserted } of things) {
    for (const write of inserted) {
      if (write.write !== 'insert' || write.kind === 'user') continue;
      expect(await store.get(write.kind, write.value as never)).toEqual(write.value);
    }
  }
});

function expectRefused({ status, body }: Awaited<ReturnType<typeof knock>>, code: ErrorCode, who: string): void {
  expect([...commonErrors, 'NotFound']).toContain(code);
  expect({ status, code: body['code'] }, who).toEqual({ status: errorStatus[code], code });
  expect(Object.keys(body).toSorted(), who).toEqual(['code', 'message', 'requestId']);
}
