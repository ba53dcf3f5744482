import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { routeIds, routes, type Route, type RouteId } from '#shared/contract/index.ts';
import { keyOf } from '#functions/adapters/dynamo/table.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import type { EntityKind } from '#functions/ports/entities.ts';
import { insert } from '#functions/ports/store.ts';
import type { EndpointHandler } from '#functions/runtime/endpoint.ts';
import { accessCookieName } from '#functions/runtime/session-cookies.ts';
import { authorisationRows, type AuthorisationRow } from '#test/support/authorisation-rows.ts';
import { callers, refusalFor, type Caller } from '#test/support/authorisation-callers.ts';
import { goodPassword } from '#test/support/auth-world.ts';
import { callRoute } from '#test/support/call-route.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { samples } from '#test/support/sample-entities.ts';
import { snapshotOf } from '#test/support/world-snapshot.ts';

const kinds = Object.keys(keyOf) as EntityKind[];
const functions = path.resolve(import.meta.dirname, '../../functions/api');

async function handlerOf(id: RouteId): Promise<EndpointHandler> {
  const file = pathToFileURL(path.join(functions, `${id.replace('.', '/')}.ts`)).href;
  return ((await import(/* @vite-ignore */ file)) as { handler: EndpointHandler }).handler;
}

const passwordHash = testKeys().hashPassword(goodPassword);

/** Makes a world with an admin and two people, each of whom has one of everything. */
async function staged() {
  const world = moneyWorld();
  const equip = async () => {
    const user = await world.cardholder(100_000, { passwordHash: await passwordHash });
    const { cardId } = await world.openCard(user);
    const operationId = world.store.all('operation').find((each) => each.cardId === cardId)?.operationId;
    if (operationId === undefined) throw new Error('a card comes of an operation');
    const { depositId } = await openDeposit(world, user);
    const session = newSession(world.services, user);
    const caseId = world.services.random.id('case');
    const reported = { ...samples.case, caseId, userId: user.userId, cardId };
    await world.store.commit([insert('session', session), insert('case', reported)]);
    const { sessionId } = session;
    return { user, things: { userId: user.userId, cardId, operationId, depositId, sessionId, caseId } };
  };
  const [owner, other] = [await equip(), await equip()];
  const admin = await world.cardholder(100_000, { role: 'admin', passwordHash: await passwordHash });
  // All of this is minutes old, so that no cooldown or rate limit applies.
  world.clock.advance(10 * 60_000);
  return { world, things: owner.things, people: { owner: owner.user, other: other.user, admin } };
}

/** Everything that is stored, sessions and counters too. */
const everything = (world: MoneyWorld): unknown => [
  snapshotOf(world),
  world.store.kept('session'),
  world.store.kept('rateCounter'),
];

/** All that is stored of or about a person, as text. */
const thingsOf = ({ store }: MoneyWorld, userId: string): string[] =>
  kinds
    .flatMap((kind) => store.kept(kind).map((value) => `${kind} ${JSON.stringify(value)}`))
    .filter((text) => text.includes(userId));

/**
 * True when a request acts on its caller's own data and the caller is not the owner: the owner's data must stay hidden.
 */
function isOthers({ whose }: AuthorisationRow, { isOwner }: Caller): boolean {
  return whose === 'caller' && isOwner !== true;
}

async function knock(id: RouteId, caller: Caller) {
  const { world, things, people } = await staged();
  const row: AuthorisationRow = authorisationRows[id];
  const token = await caller.token(world.services, people);
  const cookies = token === undefined ? {} : { [accessCookieName]: token };
  const request = { ...row.request(things), cookies };
  const owners = isOthers(row, caller) ? thingsOf(world, people.owner.userId) : undefined;
  const before = { all: everything(world), owners, most: snapshotOf(world) };
  const answer = await callRoute(id, await handlerOf(id), world.services, request);
  return { world, people, row, before, answer };
}

describe.each(routeIds)('%s', (id) => {
  const route: Route = routes[id];
  const { whose, answers }: AuthorisationRow = authorisationRows[id];

  it.each(callers.map((caller) => [caller.name, refusalFor(route, whose, caller) ?? 'let through', caller] as const))(
    '%s: %s',
    async (_name, expected, caller) => {
      const { world, people, before, answer } = await knock(id, caller);
      if (expected === 'let through') {
        if (answers === undefined) expect(answer.code).toBeUndefined();
        else expect(answer.code).toBe(answers);
        if (isOthers(authorisationRows[id], caller)) {
          expect(thingsOf(world, people.owner.userId)).toEqual(before.owners);
          expect(JSON.stringify(answer.body)).not.toContain(people.owner.userId);
          expect(JSON.stringify(answer.body)).not.toContain(people.owner.email);
        }
        return;
      }
      expect(answer).toMatchObject({ code: expected, setCookies: [] });
      if (expected === 'NotFound') expect(snapshotOf(world)).toEqual(before.most);
      else expect(everything(world)).toEqual(before.all);
    },
  );
});

it('the matrix covers every kind of owner and every reason to refuse', () => {
  const lines = routeIds.map((id) => authorisationRows[id].whose);
  expect(new Set(lines)).toEqual(new Set(['anybody', 'caller', 'owner', 'platform']));
  const refusals = routeIds.flatMap((id) =>
    callers.map((caller) => refusalFor(routes[id], authorisationRows[id].whose, caller)),
  );
  expect(new Set(refusals)).toEqual(
    new Set([
      undefined,
      'InvalidAccessToken',
      'AccountSuspended',
      'AccountLocked',
      'Forbidden',
      'FactorRequired',
      'NotFound',
    ]),
  );
});
