import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '#web/lib/api.ts';
import { keepFor } from '#web/lib/kept-in-tab.ts';
import { mayBeSignedIn, noteSession, roleKey } from '#web/lib/session-hint.ts';
import { onSessionLoss } from '#web/lib/session-loss.ts';

const refused = () => Response.json({ code: 'InvalidAccessToken', message: 'Sign in.' }, { status: 401 });
let now = Date.parse('2026-11-21T00:00:00.000Z');

/** Answers each address with the reply of its own function. */
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

describe("a browser's hint of a session", () => {
  it.each([
    [503, true],
    [500, true],
    [401, false],
    [403, false],
  ])('after a renewal that is answered with %i: signed in = %s', async (status, isKnown) => {
    noteSession('usr_1');
    answering({ '/api/user': refused, '/api/auth/refresh': () => Response.json({ code: 'x' }, { status }) });
    await call('user.read').catch(() => undefined);
    expect(mayBeSignedIn()).toBe(isKnown);
  });

  it('is absent for a guest, and there once a person was read', async () => {
    expect(mayBeSignedIn()).toBe(false);
    answering({ '/api/user': () => Response.json({ _id: 'usr_1' }) });
    await call('user.read');
    expect(mayBeSignedIn()).toBe(true);
  });

  it('says which role the person has, until the session ends', async () => {
    answering({ '/api/user': () => Response.json({ _id: 'usr_1', role: 'admin' }) });
    await call('user.read');
    expect(localStorage.getItem(roleKey)).toBe('admin');
    noteSession('signed-out');
    expect(localStorage.getItem(roleKey)).toBeNull();
    await call('user.read');
    noteSession(false);
    expect(localStorage.getItem(roleKey)).toBeNull();
  });

  it('ends with the sign-out, and with the account', async () => {
    const done = () => Response.json({ message: 'Bye.' });
    answering({ '/api/auth/logout': done, '/api/user/close': done });
    for (const leave of [() => call('auth.logout'), () => call('user.close', { body: {} })]) {
      noteSession('usr_1');
      await leave();
      expect(mayBeSignedIn()).toBe(false);
    }
  });

  it('ends when the session cannot be renewed', async () => {
    noteSession('usr_1');
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
    noteSession('usr_1');
    answering({ '/api/user': refused, '/api/auth/refresh': answer });
    await expect(call('user.read')).rejects.toThrow();
    expect(mayBeSignedIn()).toBe(true);
  });

  it('counts as there without storage, so that the API is asked', () => {
    vi.stubGlobal('localStorage', undefined);
    noteSession('usr_1');
    expect(mayBeSignedIn()).toBe(true);
  });
});

describe('a tab whose person is no longer the one that is signed in', () => {
  const lost = vi.fn<(why: string) => void>();
  let stop: () => void;
  beforeEach(() => {
    lost.mockReset();
    vi.stubGlobal('window', new EventTarget());
    stop = onSessionLoss(lost);
    keepFor('usr_1');
    noteSession('usr_1');
  });
  afterEach(() => {
    stop();
    keepFor(undefined);
  });

  it('sends nothing any more', async () => {
    const asked: string[] = [];
    answering({
      '/api/cards': () => {
        asked.push('/api/cards');
        return Response.json([]);
      },
    });
    await call('cards.list');
    noteSession('usr_2');
    await expect(call('cards.list')).rejects.toThrow();
    expect(asked).toEqual(['/api/cards']);
    expect(lost).toHaveBeenCalledWith('other');
  });

  it('takes no answer that came after the change', async () => {
    answering({
      '/api/cards': () => {
        noteSession('usr_2');
        return Response.json([{ name: 'Theirs' }]);
      },
    });
    await expect(call('cards.list')).rejects.toMatchObject({ outcomeUnknown: true });
    expect(lost).toHaveBeenCalledWith('other');
  });

  it('learns of the change from the user that it reads, when no tab noted it', async () => {
    answering({ '/api/user': () => Response.json({ _id: 'usr_2' }) });
    await expect(call('user.read')).rejects.toThrow();
    expect(lost).toHaveBeenCalledWith('other');
  });

  it.each([
    ['usr_2', 'other'],
    ['out', 'signed-out'],
    [null, 'ended'],
  ])('learns of the change from another tab’s note %s', (newValue, why) => {
    if (newValue?.startsWith('usr_')) noteSession('usr_2');
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'satchel.signed-in', newValue }));
    expect(lost.mock.calls).toEqual([[why]]);
  });

  it('goes on when the same person has signed in once more', () => {
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'satchel.signed-in', newValue: 'usr_1' }));
    expect(lost).not.toHaveBeenCalled();
  });

  it('becomes the tab of a person who signs in there', async () => {
    answering({
      '/api/auth/login': () => Response.json({ isTwoFactorRequired: false, userId: 'usr_2' }),
      '/api/user': () => Response.json({ _id: 'usr_2' }),
    });
    await call('auth.login', { body: { email: 'kim@example.com', password: 'Long-Walks-88' } });
    await call('user.read');
    expect(lost).not.toHaveBeenCalled();
  });
});
