import { AppError } from '#shared/errors.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '#shared/contract/index.ts';
import { handler as cardList } from '#functions/api/cards/list.ts';
import { handler as cardRead } from '#functions/api/cards/read.ts';
import { handler as transactions } from '#functions/api/cards/transactions.ts';
import { handler as dashboard } from '#functions/api/admin/dashboard.ts';
import { handler as people } from '#functions/api/user/all.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import { revokeSession } from '#functions/domain/auth/sessions/revoke-session.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { StoreUnavailable, update, WriteConflict, type Store } from '#functions/ports/store.ts';
import { answer } from '#functions/runtime/answer.ts';
import { accessCookieName } from '#functions/runtime/session-cookies.ts';
import { endpoint, readEndpoint, type EndpointHandler } from '#functions/runtime/endpoint.ts';
import type { Id } from '#shared/ids.ts';
import { callEndpoint, type TestAnswer, type TestRequest } from '#test/support/call-endpoint.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

let world: MoneyWorld;
let user: User;
let admin: User;
let card: Card;
let accessToken: string;
let sessionId: Id<'session'>;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(100_000);
  admin = await world.cardholder(0, { role: 'admin' });
  card = await world.openCard(user);
});

async function signIn(who: User): Promise<void> {
  ({ accessToken } = await openSession(world.services, who));
  sessionId = world.store.all('session').findLast(({ userId }) => userId === who.userId)?.sessionId ?? sessionId;
}

/** Routes that read early, each with the store's method that it calls first: a test replaces that method. */
const early: readonly (readonly [name: string, handler: EndpointHandler, first: keyof Store, who: () => User])[] = [
  ['cards.transactions', transactions, 'get', () => user],
  ['cards.list', cardList, 'listCards', () => user],
  ['user.all', people, 'listUsers', () => admin],
  ['admin.dashboard', dashboard, 'listAllActivity', () => admin],
];

/** Calls a handler with `does` in place of the store's method `first`. */
function ask(handler: EndpointHandler, first: keyof Store, does: () => unknown, more: TestRequest = {}) {
  const asked = vi.fn(does);
  const services: Services = { ...world.services, store: { ...world.services.store, [first]: asked } };
  const request = { params: { id: card.cardId }, cookies: { [accessCookieName]: accessToken }, ...more };
  return { asked, answer: callEndpoint(handler, services, request) };
}

const refusals: readonly (readonly [why: string, code: string, bring: () => Promise<unknown>])[] = [
  ['a session that was ended', 'InvalidAccessToken', () => revokeSession(world.services, sessionId)],
  [
    'a person who was suspended',
    'AccountSuspended',
    async () => {
      const { userId } = world.store.all('session').find((each) => each.sessionId === sessionId) ?? user;
      const now = await world.services.store.get('user', { userId });
      if (now) await world.services.store.commit([update('user', now, { isSuspended: true })]);
    },
  ],
];

describe.each(early)('%s begins to read while the session is looked up', (_name, handler, first, who) => {
  beforeEach(() => signIn(who()));

  const never = (): Promise<never> => new Promise(() => undefined);
  const failing = (): Promise<never> => Promise.reject(new StoreUnavailable('no'));
  const throwing = (): never => {
    throw new Error('secret detail');
  };

  describe.each(refusals)('%s', (_why, code, bring) => {
    beforeEach(bring);

    it.each([
      ['never answers', never],
      ['fails', failing],
      ['breaks', throwing],
    ])('is refused at once though the read %s', async (_how, does) => {
      const { asked, answer } = ask(handler, first, does);
      const { status, body, setCookies } = await answer;
      expect(body).toEqual({ code, message: expect.any(String), requestId: 'request-1' });
      expect(status).toBe(code === 'AccountSuspended' ? 403 : 401);
      expect(setCookies).toEqual([]);
      expect(JSON.stringify(body)).not.toContain('secret');
      // The read had begun; otherwise this test shows nothing.
      expect(asked).toHaveBeenCalledOnce();
    });

    it('gets the same refusal for every request', async () => {
      const found = ask(handler, first, never).answer;
      const unknown = callEndpoint(handler, world.services, {
        params: { id: `crd_7${'Z'.repeat(25)}` },
        query: { page_no: '0', limit: '0', surprise: '1' },
        cookies: { [accessCookieName]: accessToken },
      });
      expect(await unknown).toEqual(await found);
    });
  });

  it('does not begin for a foreign token', async () => {
    const { asked, answer } = ask(handler, first, never, { cookies: { [accessCookieName]: `${accessToken}x` } });
    expect((await answer).body).toMatchObject({ code: 'InvalidAccessToken' });
    expect(asked).not.toHaveBeenCalled();
  });

  it('reports a failure to an entitled caller', async () => {
    expect((await ask(handler, first, failing).answer).body).toMatchObject({ code: 'Busy' });
    expect((await ask(handler, first, throwing).answer).body).toMatchObject({ code: 'Internal' });
  });
});

it.each(early.slice(2))('%s is refused to a user although the read never returns', async (_name, handler, first) => {
  await signIn(user);
  const answer: TestAnswer = await ask(handler, first, () => new Promise(() => undefined)).answer;
  expect(answer).toMatchObject({ status: 403, body: { code: 'Forbidden' } });
});

describe('an entity that comes with the session', () => {
  const read = (id: string, cookies: Readonly<Record<string, string>>) =>
    callEndpoint(cardRead, world.services, { params: { id }, cookies });

  it('is found for its owner only, and read once', async () => {
    await signIn(user);
    const [three, one] = [vi.spyOn(world.store, 'getThree'), vi.spyOn(world.store, 'get')];
    expect((await read(card.cardId, { [accessCookieName]: accessToken })).body).toMatchObject({ _id: card.cardId });
    expect([three.mock.calls.length, one.mock.calls.length]).toEqual([1, 0]);
    await signIn(admin);
    expect((await read(card.cardId, { [accessCookieName]: accessToken })).status).toBe(403);
    await signIn(await world.cardholder(0));
    expect((await read(card.cardId, { [accessCookieName]: accessToken })).status).toBe(404);
  });

  it('reveals nothing to a caller without access, whatever was requested', async () => {
    await signIn(user);
    await revokeSession(world.services, sessionId);
    for (const id of [card.cardId, `crd_7${'Z'.repeat(25)}`, 'x']) {
      const refused = await read(id, { [accessCookieName]: accessToken });
      expect(refused.body).toMatchObject({ code: 'InvalidAccessToken' });
    }
  });
});

it('only a GET for a signed-in person that changes nothing can read early', () => {
  const steps = { find: async () => undefined, answer: async () => [] as never };
  expect(() => readEndpoint(routes, 'auth.logout', steps)).toThrow('does not read');
  expect(() => readEndpoint(routes, 'cards.load', steps)).toThrow('does not read');
  expect(() => readEndpoint(routes, 'transactions.exchange-rate', steps)).not.toThrow();
});

describe('the address of a caller', () => {
  const addressOf = async (headers: Readonly<Record<string, string>>): Promise<string | undefined> => {
    let seen: string | undefined;
    const handler = endpoint(routes, 'auth.logout', async ({ clientAddress }) => {
      seen = clientAddress;
      return { message: 'done' };
    });
    const { status } = await callEndpoint(handler, world.services, { headers, clientAddress: '130.176.0.1' });
    expect(status).toBeLessThan(300);
    return seen;
  };

  it.each([
    ['what CloudFront saw', '203.0.113.9, 130.176.0.1'],
    ['what CloudFront saw, whatever the caller claims', '127.0.0.1, 203.0.113.9, 130.176.0.1'],
    ['what CloudFront saw, however much the caller claims', '127.0.0.1,8.8.8.8,  9.9.9.9 ,203.0.113.9,130.176.0.1'],
  ])('is %s', async (_what, chain) => {
    expect(await addressOf({ 'x-forwarded-for': chain })).toBe('203.0.113.9');
  });

  it("is the gateway's peer when CloudFront is not in front of it", async () => {
    expect(await addressOf({})).toBe('130.176.0.1');
    expect(await addressOf({ 'x-forwarded-for': '203.0.113.9' })).toBe('130.176.0.1');
  });

  it('is taken from no header that a caller may set freely', async () => {
    const claimed = Object.fromEntries(
      ['x-real-ip', 'x-client-ip', 'true-client-ip', 'cloudfront-viewer-address', 'forwarded'].map((name) => [
        name,
        '127.0.0.1',
      ]),
    );
    expect(await addressOf({ ...claimed, 'x-forwarded-for': '203.0.113.9, 130.176.0.1' })).toBe('203.0.113.9');
    expect(await addressOf(claimed)).toBe('130.176.0.1');
  });
});

describe('on every route', () => {
  const logs: { level: string; message: string; fields: unknown }[] = [];
  const noted = (level: string) => (message: string, fields?: unknown) => void logs.push({ level, message, fields });
  const logging = () => ({
    ...world.services,
    log: { info: noted('info'), warn: noted('warn'), error: noted('error') },
  });
  beforeEach(() => {
    logs.length = 0;
  });

  const elsewhere = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };

  it.each(['auth.logout', 'auth.refresh'] as const)(
    '%s, which changes something, is refused to another site',
    async (id) => {
      const done = vi.fn(async () => ({ message: 'done' }));
      const handler = endpoint(routes, id, done);
      expect((await callEndpoint(handler, logging(), { headers: elsewhere })).body).toMatchObject({
        code: 'CrossSiteRequest',
      });
      expect(done).not.toHaveBeenCalled();
      expect((await callEndpoint(handler, logging())).status).toBe(200);
    },
  );

  it('a read that changes nothing is answered to another site too', async () => {
    await signIn(admin);
    const cookies = { [accessCookieName]: accessToken };
    expect((await callEndpoint(dashboard, world.services, { cookies, headers: elsewhere })).status).toBe(200);
  });

  it.each([
    ['a user’s', 'cards.list', () => admin],
    ['an admin’s', 'admin.dashboard', () => user],
  ] as const)('a route for %s is refused to the other role', async (_whose, id, who) => {
    await signIn(who());
    const done = vi.fn(() => Promise.reject(new Error('it was called')));
    const cookies = { [accessCookieName]: accessToken };
    const { status, body } = await callEndpoint(endpoint(routes, id, done), world.services, { cookies });
    expect([status, body['code']]).toEqual([403, 'Forbidden']);
    expect(done).not.toHaveBeenCalled();
  });

  const failing = (error: Error) =>
    callEndpoint(
      endpoint(routes, 'auth.logout', () => Promise.reject(error)),
      logging(),
    );

  it('an unexpected error is logged, and its text is not in the reply', async () => {
    const { status, body } = await failing(new Error('the pepper is pepper-1'));
    expect([status, body['code'], body['requestId']]).toEqual([500, 'Internal', 'request-1']);
    expect(JSON.stringify(body)).not.toContain('pepper');
    expect(logs).toContainEqual({
      level: 'error',
      message: 'request failed',
      fields: expect.objectContaining({
        route: 'auth.logout',
        requestId: 'request-1',
        detail: 'the pepper is pepper-1',
        // `bin/read-stack.ts` turns it into places in the source.
        stack: expect.stringContaining('endpoint.test.ts'),
      }),
    });
  });

  it.each([
    ['a store that is away', new StoreUnavailable('away')],
    ['a race that does not end', new WriteConflict([{ kind: 'wallet', reason: 'stale' }])],
  ])('%s is reported as busy, with when to try again', async (_what, error) => {
    const { status, body, headers } = await failing(error);
    expect([status, body['code'], headers['retry-after']]).toEqual([503, 'Busy', '1']);
  });

  it('a request writes one log line with its route, user and duration', async () => {
    await signIn(user);
    const handler = endpoint(routes, 'user.read', () => Promise.reject(new StoreUnavailable('away')));
    await callEndpoint(handler, logging(), { cookies: { [accessCookieName]: accessToken } });
    expect(logs.filter(({ level }) => level === 'info')).toEqual([
      {
        level: 'info',
        message: 'request',
        fields: { route: 'user.read', requestId: 'request-1', userId: user.userId, durationMs: 0 },
      },
    ]);
  });

  it.each([
    ['TemporarilyUnavailable', { concern: 'paused' }],
    ['ProviderUnavailable', {}],
  ] as const)('the log line of a refusal with %s says if the refusal was on purpose', async (code, more) => {
    await callEndpoint(
      endpoint(routes, 'auth.logout', () => Promise.reject(new AppError(code, 'Please try again later.'))),
      logging(),
    );
    expect(logs).toEqual([
      {
        level: 'info',
        message: 'request',
        fields: { route: 'auth.logout', requestId: 'request-1', durationMs: 0, ...more },
      },
    ]);
  });

  it('a reply holds only the fields of the contract', async () => {
    const reply = { message: 'done', passwordHash: 'secret' };
    const { body } = await callEndpoint(
      endpoint(routes, 'auth.logout', async () => reply),
      logging(),
    );
    expect(body).toEqual({ message: 'done' });
    const broken = endpoint(routes, 'auth.logout', async () => ({}) as { message: string });
    expect((await callEndpoint(broken, logging())).body).toMatchObject({ code: 'Internal' });
  });

  it('a reply keeps a word that a later version stored, and still holds only the fields of the contract', async () => {
    await signIn(user);
    const frozenReasons = ['owner', 'court', 'debt'] as Card['frozenReasons'];
    await world.store.commit([update('card', card, { frozenReasons })]);
    const handler = endpoint(routes, 'cards.list', async () => {
      const [first] = (await callEndpoint(cardList, world.services, { cookies })).body as unknown as object[];
      return [{ ...first, passwordHash: 'secret' }] as never;
    });
    const cookies = { [accessCookieName]: accessToken };
    const { status, body } = await callEndpoint(handler, logging(), { cookies });
    expect(status).toBe(200);
    expect(body).toEqual([expect.objectContaining({ _id: card.cardId, balance: card.balanceCents, frozenReasons })]);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(logs).toContainEqual({
      level: 'warn',
      message: 'reply has a word of a later version',
      fields: { requestId: 'request-1', field: '0.frozenReasons.1' },
    });
  });

  it.each([
    ['a word that no version has yet', ['totp', 'pigeon'], 200],
    ['a missing word', ['totp', undefined], 500],
    ['a number', [7], 500],
  ])('a reply with %s in a list of words', async (_what, methods, status) => {
    const handler = endpoint(
      routes,
      'auth.login',
      async () => ({ isTwoFactorRequired: true, userId: user.userId, methods }) as never,
    );
    const given = await callEndpoint(handler, logging(), { body: { email: 'ada@example.com', password: 'x' } });
    expect(given.status).toBe(status);
  });

  it('a reply has the status of its route unless the handler sets another', async () => {
    const body = { email: 'ada@example.com', firstname: 'Ada', lastname: 'L', password: 'Correct-horse-1' };
    const given = await callEndpoint(
      endpoint(routes, 'auth.register', async () => ({ message: 'done' })),
      logging(),
      { body: { ...body, confirmPassword: body.password } },
    );
    expect(given).toMatchObject({ status: 201, body: { message: 'done' } });
  });

  it('status, cookies and headers set by a handler reach the caller', async () => {
    const more = { status: 202, cookies: ['a=b; Path=/'], headers: { 'x-more': 'yes' } };
    const given = await callEndpoint(
      endpoint(routes, 'auth.logout', async () => answer({ message: 'done' }, more)),
      logging(),
    );
    expect(given).toMatchObject({ status: 202, setCookies: more.cookies, headers: more.headers });
  });
});
