import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '#web/lib/api.ts';
import { mayBeSignedIn, noteSession } from '#web/lib/session-hint.ts';

const refused = () => Response.json({ code: 'InvalidAccessToken', message: 'Sign in.' }, { status: 401 });
let now = Date.parse('2026-11-21T00:00:00.000Z');

/** Answers each address with what is made for it. */
function answering(answers: Record<string, () => Response>): void {
  vi.stubGlobal('fetch', async (address: string) => answers[address]?.() ?? Response.error());
}

beforeEach(() => {
  now += 3_600_000;
  vi.useFakeTimers({ toFake: ['Date'], now });
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('what a browser knows of a session', () => {
  it.each([
    [503, true],
    [500, true],
    [401, false],
    [403, false],
  ])('after a renewal that is answered with %i: signed in = %s', async (status, isKnown) => {
    noteSession(true);
    answering({ '/api/user': refused, '/api/auth/refresh': () => Response.json({ code: 'x' }, { status }) });
    await call('user.read').catch(() => undefined);
    expect(mayBeSignedIn()).toBe(isKnown);
  });

  it('is nothing for a guest, and that there is one once somebody was read', async () => {
    expect(mayBeSignedIn()).toBe(false);
    answering({ '/api/user': () => Response.json({ _id: 'usr_1' }) });
    await call('user.read');
    expect(mayBeSignedIn()).toBe(true);
  });

  it('ends with the sign-out', async () => {
    noteSession(true);
    answering({ '/api/auth/logout': () => Response.json({ message: 'Bye.' }) });
    await call('auth.logout');
    expect(mayBeSignedIn()).toBe(false);
  });

  it('ends when the session cannot be renewed', async () => {
    noteSession(true);
    answering({
      '/api/user': refused,
      '/api/auth/refresh': () => Response.json({ code: 'InvalidRefreshToken', message: 'Sign in.' }, { status: 401 }),
    });
    await expect(call('user.read')).rejects.toThrow();
    expect(mayBeSignedIn()).toBe(false);
  });

  it.each([
    ['has trouble', () => Response.json({ code: 'Busy', message: 'Later.' }, { status: 503 })],
    ['is asked too often', () => Response.json({ code: 'TooManyRequests', message: 'Later.' }, { status: 429 })],
    [
      'is not reached',
      () => {
        throw new TypeError('fetch failed');
      },
    ],
  ])('stays while the server %s', async (_, answer) => {
    noteSession(true);
    answering({ '/api/user': refused, '/api/auth/refresh': answer });
    await expect(call('user.read')).rejects.toThrow();
    expect(mayBeSignedIn()).toBe(true);
  });

  it('is not known without storage: then it is asked', () => {
    vi.stubGlobal('localStorage', undefined);
    noteSession(true);
    expect(mayBeSignedIn()).toBe(true);
  });
});
