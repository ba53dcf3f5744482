import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { addressOf, call } from '#web/lib/api.ts';
import { onProofAsked, type ProofAsked } from '#web/lib/proof-of-presence.ts';
import { onSessionLoss } from '#web/lib/session-loss.ts';
import { refresherOf } from '#web/lib/session-refresh.ts';

type Answer = Response | (() => Response | Promise<Response>);

const refused = () => Response.json({ code: 'InvalidAccessToken', message: 'Sign in.' }, { status: 401 });
const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();

let now = Date.parse('2026-11-21T00:00:00.000Z');

/** Answers each address from its own list, in order. */
function answering(answers: Record<string, Answer[]>): void {
  fetched.mockImplementation(async (address) => {
    const answer = answers[address]?.shift();
    if (!answer) throw new TypeError('fetch failed');
    return typeof answer === 'function' ? answer() : answer;
  });
}

function callsTo(address: string): number {
  return fetched.mock.calls.filter(([asked]) => asked === address).length;
}

beforeEach(() => {
  // Each test is an hour after the one before: the module remembers when it last refreshed.
  now += 3_600_000;
  vi.useFakeTimers({ toFake: ['Date'], now });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the address of a call', () => {
  it('fills in the path and leaves out what is undefined', () => {
    expect(addressOf('/cards/{id}/transactions', { id: 'a/b' }, { page_no: 2, none: undefined })).toBe(
      '/api/cards/a%2Fb/transactions?page_no=2',
    );
    expect(addressOf('/user', undefined, undefined)).toBe('/api/user');
  });
});

describe('the session refresh', () => {
  it.each([
    ['with locks', undefined],
    ['without locks', {}],
  ])('in a browser %s delays a sign-in, whose new cookies a late refusal would remove', async (_, browser) => {
    if (browser) vi.stubGlobal('navigator', browser);
    let letRefreshEnd = (): void => undefined;
    const refreshEnds = new Promise<void>((resolve) => (letRefreshEnd = resolve));
    answering({
      '/api/user': [refused],
      '/api/auth/refresh': [
        async () => {
          await refreshEnds;
          return Response.json({ code: 'InvalidRefreshToken', message: 'Sign in.' }, { status: 401 });
        },
      ],
      '/api/auth/login': [Response.json({ isTwoFactorRequired: false, userId: 'usr_1' })],
    });
    const asked = call('user.read').catch(() => undefined);
    await vi.waitFor(() => expect(callsTo('/api/auth/refresh')).toBe(1));
    const signedIn = call('auth.login', { body: { email: 'a@example.com', password: 'x' } });
    await new Promise((resolve) => void setTimeout(resolve, 20));
    expect(callsTo('/api/auth/login')).toBe(0);
    letRefreshEnd();
    await expect(signedIn).resolves.toMatchObject({ userId: 'usr_1' });
    await asked;
  });

  it('happens once for many calls that are refused together, and each is repeated once', async () => {
    let letRefreshEnd = (): void => undefined;
    const refreshEnds = new Promise<void>((resolve) => (letRefreshEnd = resolve));
    answering({
      '/api/user': [refused, Response.json({ _id: 'usr_1' })],
      '/api/cards': [refused, Response.json([])],
      '/api/transactions': [refused, Response.json([])],
      '/api/auth/refresh': [
        async () => {
          await refreshEnds;
          return Response.json({ message: 'ok' });
        },
      ],
    });
    const all = Promise.all([call('user.read'), call('cards.list'), call('transactions.list')]);
    await vi.waitFor(() => expect(callsTo('/api/auth/refresh')).toBe(1));
    letRefreshEnd();
    await expect(all).resolves.toEqual([{ _id: 'usr_1' }, [], []]);
    expect(callsTo('/api/auth/refresh')).toBe(1);
    expect(callsTo('/api/cards')).toBe(2);
  });

  it('is not repeated for a call that was sent before it ended', async () => {
    let refuseLate = (): void => undefined;
    const late = new Promise<void>((resolve) => (refuseLate = resolve));
    answering({
      '/api/cards': [
        async () => {
          await late;
          return refused();
        },
        Response.json([]),
      ],
      '/api/user': [refused, Response.json({ _id: 'usr_1' })],
      '/api/auth/refresh': [Response.json({ message: 'ok' })],
    });
    const slow = call('cards.list');
    vi.advanceTimersByTime(5);
    await call('user.read');
    refuseLate();
    await expect(slow).resolves.toEqual([]);
    expect(callsTo('/api/auth/refresh')).toBe(1);
  });

  it('happens on a device whose clock was set back since the one before', async () => {
    answering({
      '/api/user': [refused, Response.json({ _id: 'usr_1' }), refused, Response.json({ _id: 'usr_1' })],
      '/api/auth/refresh': [Response.json({ message: 'ok' }), Response.json({ message: 'ok' })],
    });
    vi.setSystemTime(now + 1_800_000);
    await call('user.read');
    vi.setSystemTime(now);
    await expect(call('user.read')).resolves.toEqual({ _id: 'usr_1' });
    expect(callsTo('/api/auth/refresh')).toBe(2);
  });

  it('repeats a call at most once', async () => {
    answering({ '/api/user': [refused, refused, refused], '/api/auth/refresh': [Response.json({ message: 'ok' })] });
    await expect(call('user.read')).rejects.toMatchObject({ status: 401, code: 'InvalidAccessToken' });
    expect(callsTo('/api/user')).toBe(2);
    expect(callsTo('/api/auth/refresh')).toBe(1);
  });

  it('rejects with status and body when it fails, reports that the session is lost, and can run again later', async () => {
    const lost = vi.fn();
    vi.stubGlobal('window', new EventTarget());
    const stop = onSessionLoss(lost);
    answering({
      '/api/cards': [refused, refused, Response.json([])],
      '/api/auth/refresh': [
        Response.json({ code: 'InvalidRefreshToken', message: 'Sign in again.', requestId: 'r1' }, { status: 401 }),
        Response.json({ message: 'ok' }),
      ],
    });
    await expect(call('cards.list')).rejects.toMatchObject({
      status: 401,
      code: 'InvalidRefreshToken',
      message: 'Sign in again.',
      requestId: 'r1',
    });
    expect(lost).toHaveBeenCalledExactlyOnceWith('ended');
    await expect(call('cards.list')).resolves.toEqual([]);
    stop();
  });

  it('keeps the session at the person’s own lock, and reports its loss when that is the reason', async () => {
    const lost = vi.fn();
    vi.stubGlobal('window', new EventTarget());
    const stop = onSessionLoss(lost);
    const locked = () => Response.json({ code: 'AccountLocked', message: 'Locked.' }, { status: 403 });
    answering({ '/api/cards': [locked, locked], '/api/user': [Response.json({ _id: 'usr_1' }), locked] });
    await expect(call('cards.list')).rejects.toMatchObject({ code: 'AccountLocked' });
    await vi.waitFor(() => expect(callsTo('/api/user')).toBe(1));
    expect(lost).not.toHaveBeenCalled();
    await expect(call('cards.list')).rejects.toMatchObject({ code: 'AccountLocked' });
    await vi.waitFor(() => expect(lost).toHaveBeenCalledExactlyOnceWith('ended'));
    stop();
  });

  it('does not follow any other failure', async () => {
    answering({
      '/api/auth/login': [Response.json({ code: 'InvalidCredentials', message: 'Wrong.' }, { status: 401 })],
      '/api/cards': [new Response('<html>', { status: 502 })],
    });
    await expect(call('auth.login', { body: { email: 'a@b.co', password: 'x' } })).rejects.toMatchObject({
      code: 'InvalidCredentials',
      message: 'Wrong.',
    });
    await expect(call('cards.list')).rejects.toMatchObject({ status: 502, code: undefined, outcomeUnknown: true });
    expect(callsTo('/api/auth/refresh')).toBe(0);
  });
});

describe('a failed call', () => {
  it('has no status when there was no answer', async () => {
    answering({});
    const error: unknown = await call('user.read').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: undefined, outcomeUnknown: true });
  });

  it('carries the fields and how long to wait', async () => {
    answering({
      '/api/auth/login': [
        Response.json(
          { code: 'TooManyRequests', message: 'Slow down.', fields: { email: 'is missing' } },
          { status: 429, headers: { 'retry-after': '30' } },
        ),
      ],
    });
    await expect(call('auth.login', { body: { email: '', password: '' } })).rejects.toMatchObject({
      status: 429,
      fields: { email: 'is missing' },
      retryAfterSeconds: 30,
    });
  });

  it('sends the key, the number of the prices, the body and the credentials of its own origin only', async () => {
    answering({ '/api/cards/crd_1/load': [Response.json({})] });
    await call('cards.load', {
      params: { id: 'crd_1' },
      body: { amount: 5 },
      idempotencyKey: 'k1',
      headers: { 'price-version': '7' },
    });
    const [, init] = fetched.mock.calls[0] ?? [];
    expect(init).toMatchObject({ method: 'PATCH', credentials: 'same-origin', body: '{"amount":5}' });
    expect(new Headers(init?.headers).get('idempotency-key')).toBe('k1');
    expect(new Headers(init?.headers).get('price-version')).toBe('7');
  });
});

describe('a call that needs a proof of presence', () => {
  const needed = () =>
    Response.json({ code: 'ProofRequired', message: 'Confirm.', methods: ['password'] }, { status: 403 });
  const pin = '/api/cards/crd_1/pin';
  const setPin = () => call('cards.pin', { params: { id: 'crd_1' }, body: { pin: 7 } });

  it('asks for it in place, and is sent again as it was', async () => {
    const asked: ProofAsked[] = [];
    const stop = onProofAsked((each) => {
      asked.push(each);
      each.settle('proved');
    });
    answering({ [pin]: [needed, Response.json({ card: 'as it is' })] });
    await expect(setPin()).resolves.toEqual({ card: 'as it is' });
    expect(asked.map(({ methods }) => methods)).toEqual([['password']]);
    const bodies = fetched.mock.calls.map(([, init]) => init.body);
    expect(bodies).toEqual(['{"pin":7}', '{"pin":7}']);
    stop();
  });

  it('asks once for all calls that wait, and not at all without a dialog on the page', async () => {
    const asked: ProofAsked[] = [];
    const stop = onProofAsked((each) => void asked.push(each));
    answering({ [pin]: [needed, needed, Response.json({}), Response.json({})] });
    const both = Promise.all([setPin(), setPin()]);
    await vi.waitFor(() => expect(callsTo(pin)).toBe(2));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    asked[0]?.settle('proved');
    await both;
    expect(asked).toHaveLength(1);
    stop();
    answering({ [pin]: [needed] });
    await expect(setPin()).rejects.toMatchObject({ status: 403, code: 'ProofRequired' });
  });

  it('ends when the person cancels, and is not asked about twice', async () => {
    let answer: 'proved' | 'canceled' = 'canceled';
    let times = 0;
    const stop = onProofAsked(({ settle }) => {
      times += 1;
      settle(answer);
    });
    answering({ [pin]: [needed] });
    await expect(setPin()).rejects.toMatchObject({ code: 'ProofRequired', message: 'Canceled.' });
    answer = 'proved';
    answering({ [pin]: [needed, needed] });
    await expect(setPin()).rejects.toMatchObject({ code: 'ProofRequired' });
    expect(times).toBe(2);
    stop();
  });
});

it('a call goes to the own origin with its cookies, and its answer comes from no cache', async () => {
  answering({ '/api/user': [Response.json({ _id: 'usr_1' })] });
  await call('user.read');
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: 'GET', credentials: 'same-origin', cache: 'no-store' });
});

it('a renewal is known to other tabs, which then do not renew again', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  answering({
    '/api/user': [refused(), Response.json({ _id: 'usr_1' })],
    '/api/auth/refresh': [Response.json({ message: 'goes on' })],
  });
  await call('user.read');
  expect(kept.get('satchel.refreshed-at')).toBe(String(Date.now()));
  // A sign-in makes a session new too; its first step alone does not.
  kept.delete('satchel.refreshed-at');
  answering({ '/api/auth/login': [Response.json({ isTwoFactorRequired: true, userId: 'usr_1' })] });
  const login = { body: { email: 'ada@example.com', password: 'Long-Walks-88' } };
  await call('auth.login', login);
  expect(kept.has('satchel.refreshed-at')).toBe(false);
  answering({ '/api/auth/login': [Response.json({ isTwoFactorRequired: false, userId: 'usr_1' })] });
  await call('auth.login', login);
  expect(kept.get('satchel.refreshed-at')).toBe(String(Date.now()));
});

it('two tabs that find the session old at once renew it one after the other, and the second not at all', async () => {
  const refresh = vi.fn(async () => {
    await new Promise((resolve) => void setTimeout(resolve, 20));
    // The second tab's request left before this renewal ended.
    vi.setSystemTime(now + 1);
  });
  const tabs = [refresherOf(refresh), refresherOf(refresh)];
  await Promise.all(tabs.map(({ renew }) => renew(now)));
  expect(refresh).toHaveBeenCalledOnce();
});
