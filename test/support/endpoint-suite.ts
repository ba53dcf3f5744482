import { beforeEach, describe, expect, it } from 'vitest';
import { routes, type Route, type RouteId } from '#shared/contract/index.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { update } from '#functions/ports/store.ts';
import type { EndpointHandler } from '#functions/runtime/endpoint.ts';
import { accessCookieName } from '#functions/runtime/session-cookies.ts';
import { proofMethodsOf } from '#functions/domain/auth/sessions/assert-fresh.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import { refreshSession } from '#functions/domain/auth/sessions/refresh-session.ts';
import { callRoute, type RouteAnswer, type RouteRequest } from './call-route.ts';
import type { Arrange, Stage } from './endpoint-stage.ts';
import { moneySuite } from './money-suite.ts';
import { moneyWorld } from './money-world.ts';
import { snapshotOf } from './world-snapshot.ts';

type ListedError<R extends RouteId> = (typeof routes)[R]['errors'][number];

/** The requests and facts of a route that the suite needs. */
export type EndpointCase<R extends RouteId> = {
  readonly handler: EndpointHandler;
  /** A request that succeeds. */
  readonly good: Arrange;
  /** A request for every error that the route lists. A missing one does not compile. */
  readonly refusals: { readonly [code in ListedError<R>]: Arrange };
  /** Fields of the body that hold an amount in cents. */
  readonly amounts?: readonly string[];
  /**
   * Further refused bodies, each with the field that the refusal names. Every field has wrong values in
   * test/shared/contract/wrong-values.test.ts already.
   */
  readonly badBodies?: readonly (readonly [field: string, changes: Readonly<Record<string, unknown>>])[];
  /** A change of the good body that makes it a different request. Money routes need one. */
  readonly otherBody?: Readonly<Record<string, unknown>>;
  /** A different request, where changing the body does not make one. */
  readonly otherRequest?: Arrange;
  /** The refusal of a second good request, on money routes that do not act twice. */
  readonly again?: ListedError<R>;
  /** Further codes, beside Provider…, that the provider decides here. The request to the provider stays stored. */
  readonly decidedByProvider?: readonly ListedError<R>[];
  /** True when an equal request returns what the first one made. */
  readonly isFoundAgain?: boolean;
};

/** Ids that nobody has. */
export const unknownIds = {
  card: `crd_7${'Z'.repeat(25)}` as Id<'card'>,
  deposit: `dep_7${'Z'.repeat(25)}` as Id<'deposit'>,
  operation: `op_7${'Z'.repeat(25)}` as Id<'operation'>,
  user: `usr_7${'Z'.repeat(25)}` as Id<'user'>,
  session: `ses_7${'Z'.repeat(25)}` as Id<'session'>,
  case: `cas_7${'Z'.repeat(25)}` as Id<'case'>,
  passkey: `pky_7${'Z'.repeat(25)}` as Id<'passkey'>,
  ticket: `tkt_7${'Z'.repeat(25)}` as Id<'ticket'>,
  adjustment: `adj_7${'Z'.repeat(25)}` as Id<'adjustment'>,
  treasury: `trs_7${'Z'.repeat(25)}` as Id<'treasury'>,
};

const notAmounts = [1.5, -1, 0, -0.5, 1e308, 2 ** 53, 1e12, '5000', '', null, true, [5000], {}];
const otherSites = [
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
  { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
];

/** Checks the common behavior of all non-public routes, and every error that this route lists. */
export function endpointSuite<R extends RouteId>(id: R, given: EndpointCase<R>): void {
  const route: Route = routes[id];
  const { handler, good } = given;
  let stage: Stage;
  let caller: User;
  const isProviders = (code: string): boolean =>
    code.startsWith('Provider') || (given.decidedByProvider ?? []).some((each) => each === code);
  const call = (request: RouteRequest): Promise<RouteAnswer<R>> =>
    callRoute(id, handler, stage.world.services, request);
  const goodRequest = async (): Promise<RouteRequest> => ({ as: caller, ...(await good(stage)) });
  /** Sends a request that must be refused and change nothing. */
  const expectRefused = async (request: RouteRequest, refusal: unknown): Promise<RouteAnswer<R>> => {
    const before = snapshotOf(stage.world);
    const answer = await call(request);
    expect(answer).toMatchObject(refusal as object);
    expect(snapshotOf(stage.world)).toEqual(before);
    return answer;
  };

  beforeEach(async () => {
    const world = moneyWorld();
    const user = await world.cardholder(100_000);
    stage = { world, user };
    caller = route.access === 'admin' ? await world.cardholder(0, { role: 'admin' }) : user;
  });

  describe(`${id}, as every endpoint,`, () => {
    it('answers what the contract says', async () => {
      expect([route.status, 202]).toContain((await call(await goodRequest())).status);
    });

    it('requires a signed-in person', async () => {
      const { services } = stage.world;
      const tokens = await openSession(services, caller);
      const stranger = await services.keys.accessToken({
        userId: caller.userId,
        sessionId: 'ses_00000000000000000000000000',
        nowMs: services.clock.now(),
        expiresAtMs: services.clock.now() + 60_000,
      });
      const { as: _nobody, browser: _none, ...request } = await goodRequest();
      const unauthenticated = { status: 401, code: 'InvalidAccessToken' };
      await expectRefused(request, unauthenticated);
      for (const token of ['', 'x', `${tokens.accessToken}x`, tokens.refreshToken, stranger]) {
        await expectRefused({ ...request, cookies: { [accessCookieName]: token } }, unauthenticated);
      }
      stage.world.clock.advance(16 * 60_000);
      await expectRefused({ ...request, cookies: { [accessCookieName]: tokens.accessToken } }, unauthenticated);
    });

    it('refuses a person who was suspended since the sign-in', async () => {
      const request = await goodRequest();
      const { store } = stage.world;
      const user = await store.get('user', { userId: caller.userId });
      if (user === undefined) throw new Error('nobody is there');
      await store.commit([update('user', user, { isSuspended: true })]);
      await expectRefused(request, { status: 403, code: 'AccountSuspended' });
    });

    it('refuses a person whose account is locked until a password reset', async () => {
      const request = await goodRequest();
      const { store } = stage.world;
      const user = await store.get('user', { userId: caller.userId });
      if (user === undefined) throw new Error('nobody is there');
      await store.commit([update('user', user, { isLockedUntilReset: true })]);
      await expectRefused(request, { status: 403, code: 'AccountLocked' });
    });

    if (route.fresh !== undefined) {
      it('needs a fresh session, which a refresh does not make', async () => {
        const { services, clock } = stage.world;
        const { as: _caller, ...request } = await goodRequest();
        const body = route.fresh === true ? request.body : { ...Object(request.body), ...route.fresh?.body };
        const { refreshToken } = await openSession(services, caller);
        clock.advance(10 * 60_000);
        const { accessToken } = await refreshSession(services, refreshToken);
        const stale = { ...request, body, cookies: { [accessCookieName]: accessToken } };
        const answer = await expectRefused(stale, { status: 403, code: 'ProofRequired' });
        const now = (await stage.world.store.get('user', caller)) ?? caller;
        expect(answer.body).toMatchObject({ methods: proofMethodsOf(now) });
      });
    }

    it(route.access === 'session' ? 'is for both roles' : `is for the role ${route.access} only`, async () => {
      const other = await stage.world.cardholder(100_000, { role: route.access === 'admin' ? 'user' : 'admin' });
      const theirs = route.access === 'session' ? { ...stage, user: other } : stage;
      const request = { ...(await good(theirs)), as: other };
      if (route.access === 'session') expect((await call(request)).status).toBe(route.status);
      else await expectRefused(request, { status: 403, code: 'Forbidden' });
    });

    it.each(Object.entries<Arrange>(given.refusals))('answers %s when it should', async (code, arrange) => {
      const request = { as: caller, ...(await arrange(stage)) };
      // A refusal or a missing answer of a provider is stored; every other refusal leaves no trace.
      if (isProviders(code)) expect(await call(request)).toMatchObject({ code });
      else await expectRefused(request, { code });
    });
  });

  if (route.money) {
    it.each(Object.entries<Arrange>(given.refusals))(
      `${id} answers %s to a repetition with the key, or stores nothing`,
      async (code, arrange) => {
        const arranged = await arrange(stage);
        const headers = { ...arranged.headers, 'idempotency-key': 'refused' };
        const request = { as: caller, ...arranged, headers };
        const first = await call(request);
        expect(first.code).toBe(code);
        const claims = stage.world.store.all('claim');
        if (first.status !== 422) {
          expect(claims.filter(({ response, subjectId }) => response ?? subjectId === undefined)).toEqual([]);
          return;
        }
        expect(claims).toMatchObject([{ response: { status: -1 } }]);
        const done = snapshotOf(stage.world);
        // After this time the reason may be gone: with a new key the same request would be done.
        stage.world.clock.advance(6 * 60_000);
        const again = await call(request);
        expect({ ...again.body, requestId: '' }).toEqual({ ...first.body, requestId: '' });
        expect(again).toMatchObject({ status: 422, headers: { 'idempotency-replayed': 'true' } });
        expect(snapshotOf(stage.world)).toEqual(done);
      },
    );
  }

  if (route.path.includes('{id}')) {
    const notFound = { status: 404, code: 'NotFound' };
    const ofNobody = (request: RouteRequest): RouteRequest => {
      const kind = /^\w+_/.exec(request.params?.['id'] ?? '')?.[0];
      const nobodys = Object.values(unknownIds).find((each) => each.startsWith(kind ?? '-'));
      return { ...request, params: { ...request.params, id: nobodys ?? '' } };
    };
    if (route.access === 'admin') {
      it(`${id} finds nothing under an id that nobody has`, async () => {
        await expectRefused(ofNobody(await goodRequest()), notFound);
      });
    } else {
      it(`${id} answers another person's object like one that does not exist`, async () => {
        const request = await goodRequest();
        const stranger = await stage.world.cardholder(100_000);
        const refused = await expectRefused({ ...request, as: stranger }, notFound);
        expect(await call(ofNobody(request))).toEqual(refused);
      });
    }

    it.each([
      '',
      'x',
      '../cards',
      `crd_${'0'.repeat(25)}`,
      `crd_8${'0'.repeat(25)}`,
      'dep_00000000000000000000000000#',
    ])(`${id} finds nothing under %j, which is no valid id`, async (text) => {
      await expectRefused({ ...(await goodRequest()), params: { id: text } }, notFound);
    });
  }

  if (route.method !== 'GET' || route.changesState) {
    it.each(otherSites)(`${id} refuses a request from another site: %j`, async (headers) => {
      await expectRefused({ ...(await goodRequest()), headers }, { status: 403, code: 'CrossSiteRequest' });
    });
  }

  if (route.body !== undefined) {
    const takesNothing = route.body.safeParse({}).success;
    describe(`${id} reads its body strictly:`, () => {
      const invalid = { status: 400, code: 'ValidationFailed' };
      const expectNamed = async (field: string, changes: object): Promise<void> => {
        const request = await goodRequest();
        const { body } = await expectRefused(
          { ...request, body: { ...(request.body as object), ...changes } },
          invalid,
        );
        expect(Object.keys(body['fields'] ?? {})).toEqual([field]);
      };

      it('an unknown field is named', () => expectNamed('surprise', { surprise: 1 }));

      it.skipIf(takesNothing)('a missing field is named', async () => {
        const { body } = await expectRefused({ ...(await goodRequest()), body: {} }, invalid);
        expect(Object.keys(body['fields'] ?? {})).not.toEqual([]);
      });

      it.each(['{"amount": 5', '[]', 'null', '"x"', '5', '\u0000'])('%j is refused as a body', async (text) => {
        await expectRefused({ ...(await goodRequest()), text }, invalid);
      });

      it('only JSON is read, and no more than 64 KB of it', async () => {
        const request = await goodRequest();
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', '']) {
          const headers = { 'content-type': type };
          await expectRefused({ ...request, headers }, { status: 415, code: 'UnsupportedMediaType' });
        }
        const text = JSON.stringify({ padding: 'x'.repeat(64 * 1024) });
        await expectRefused({ ...request, text }, { status: 413, code: 'PayloadTooLarge' });
      });

      for (const field of given.amounts ?? []) {
        it.each(notAmounts)(`${field} may not be %j`, (value) => expectNamed(field, { [field]: value }));
      }
      for (const [field, changes] of given.badBodies ?? []) {
        it(`${field} may not be ${JSON.stringify(changes)}`, () => expectNamed(field, changes));
      }
    });
  }

  if (route.money) {
    const { otherBody = {}, otherRequest, again, isFoundAgain } = given;
    moneySuite(id, { handler, good, otherBody, otherRequest, again, isFoundAgain });
  }
}
