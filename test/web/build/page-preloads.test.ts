import vm from 'node:vm';
import { expect, it } from 'vitest';
import { routes } from '#shared/contract/index.ts';
import { accessTokenMs } from '#functions/domain/auth/sessions/session-life.ts';
import type { Manifest } from '#web/build/manifest.ts';
import { pagePreloads, pagePreloadScript, renewedAtAgeMs } from '#web/build/page-preloads.ts';
import { refreshedAtKey } from '#web/lib/session-refresh.ts';
import { roleKey } from '#web/lib/session-hint.ts';

const chunk = (name: string) => ({ file: `assets/${name}.js`, css: [`assets/${name}.css`], imports: ['kit'] });
const manifest: Manifest = {
  kit: { file: 'assets/kit.js' },
  'features/dashboard/dashboard-page.tsx': chunk('dashboard'),
  'features/cards/card-page.tsx': chunk('card'),
  'features/history/activity-page.tsx': chunk('activity'),
  'features/admin/admin-pages.ts': chunk('admin'),
  'features/admin/users-page.tsx': chunk('users'),
  'features/cases/case-parts.ts': chunk('cases'),
  'app/member-parts.ts': chunk('member'),
  'features/security/security-page.tsx': chunk('security'),
  'lib/later-facts.ts': { file: 'assets/later-facts.js' },
  'features/notifications/notification-parts.ts': chunk('notifications'),
};

type Reply = { readonly ok: boolean; readonly clone: () => { readonly json: () => Promise<unknown> } };
type Window = { earlyReads?: Record<string, Promise<unknown>> };
type Role = 'user' | 'admin';

/** A browser: its notes of the last visit, and the outcome of a renewal. */
type Browser = {
  readonly noted?: Role;
  readonly renewedAgoMs?: number;
  readonly renewal?: 'refused' | 'lost';
  /** Another tab renews the session before this one may. */
  readonly otherTabRenews?: true;
  /** A browser has no locks at an address without HTTPS. */
  readonly withoutLocks?: true;
};

/**
 * Runs the script at an address for a person. Returns the links that it adds, and its requests once all is answered.
 */
async function runAt(pathname: string, role?: Role, browser: Browser = {}) {
  const { noted, renewedAgoMs = 0, renewal, otherTabRenews, withoutLocks } = browser;
  const links: unknown[] = [];
  const asked: string[] = [];
  const askedBefore = { links: Number.NaN, replies: 0 };
  const window: Window = {};
  const kept = new Map([
    [refreshedAtKey, String(Date.now() - renewedAgoMs)],
    ...(noted ? [[roleKey, noted] as const] : []),
  ]);
  const json = () => Promise.resolve({ role });
  const fetch = async (url: string, { method = 'GET', keepalive = false } = {}): Promise<Reply> => {
    const isRenewal = url === '/api/auth/refresh';
    // A renewal whose reply is lost with the page would end the session.
    expect([method, keepalive]).toEqual(isRenewal ? [routes['auth.refresh'].method, true] : ['GET', false]);
    asked.push(url);
    if (asked.length === 1) askedBefore.links = links.length;
    await Promise.resolve();
    if (url === '/api/user') askedBefore.replies = asked.length;
    if (isRenewal && renewal === 'lost') throw new TypeError('fetch failed');
    const isRefused = isRenewal ? renewal === 'refused' : role === undefined;
    return { ok: !isRefused, clone: () => ({ json }) };
  };
  const request = (_: string, task: () => Promise<void>) => {
    if (otherTabRenews) kept.set(refreshedAtKey, String(Date.now()));
    return task();
  };
  const currentScript = { dataset: { pages: pagePreloads(manifest, ['assets/kit.js']) } };
  const head = { append: (link: unknown) => links.push(link) };
  const document = { currentScript, createElement: () => ({}), head };
  vm.runInNewContext(pagePreloadScript, {
    document,
    window,
    fetch,
    location: { pathname },
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: unknown) => kept.set(key, String(value)),
    },
    navigator: withoutLocks ? {} : { locks: { request } },
  });
  await Promise.all(Object.values(window.earlyReads ?? {}));
  return {
    links,
    asked,
    linksAtFirstRead: askedBefore.links,
    /** The number of requests that were under way before it was known who is signed in. */
    askedBeforeUser: askedBefore.replies,
    early: Object.keys(window.earlyReads ?? {}),
    renewedAgoMs: Date.now() - Number(kept.get(refreshedAtKey)),
  };
}

const linksAt = async (pathname: string): Promise<unknown[]> => (await runAt(pathname)).links;

it('names the files of the page at the address, except those that the document names itself', async () => {
  expect(await linksAt('/cards/crd_1')).toEqual([
    { href: '/assets/card.js', crossOrigin: '', rel: 'modulepreload' },
    { href: '/assets/card.css', crossOrigin: '', rel: 'preload', as: 'style' },
  ]);
  expect(await linksAt('/dashboard')).toHaveLength(2);
  expect(await linksAt('/users')).toContainEqual({
    href: '/assets/later-facts.js',
    crossOrigin: '',
    rel: 'modulepreload',
  });
});

it('asks who is signed in before it names a file, which would take the connection', async () => {
  expect(await runAt('/cards/crd_1', 'user')).toMatchObject({ linksAtFirstRead: 0, links: { length: 2 } });
});

it('names nothing for an address without a page', async () => {
  expect(await linksAt('/email/verify/abc')).toEqual([]);
});

it('begins to read the page of a signed-in person, and for a guest only asks who is signed in', async () => {
  expect((await runAt('/dashboard', 'user')).asked).toEqual([
    '/api/user',
    '/api/cards',
    '/api/transactions?limit=20',
    '/api/prices',
  ]);
  expect((await runAt('/activity', 'user')).asked).toEqual(['/api/user', '/api/cards', '/api/activity?limit=100']);
  expect((await runAt('/dashboard', 'admin')).asked).toEqual(['/api/user', '/api/admin/stats/dashboard']);
  expect((await runAt('/users/usr_1', 'admin')).asked).toEqual(['/api/user']);
  expect((await runAt('/users', 'admin')).asked).toEqual(['/api/user', '/api/user/all?limit=20']);
  expect((await runAt('/cards/crd_1', 'user')).asked).toContain('/api/cards/crd_1/public');
  expect((await runAt('/profile-settings', 'user')).asked).toEqual(['/api/user']);
  expect((await runAt('/dashboard')).asked).toEqual(['/api/user']);
  expect((await runAt('/email/verify/abc')).asked).toEqual([]);
});

it('reads everything in one flight where this browser has noted who is signed in', async () => {
  const noted = await runAt('/cards/crd_1', 'user', { noted: 'user' });
  expect(noted).toMatchObject({
    asked: ['/api/user', '/api/cards', '/api/cards/crd_1/public'],
    askedBeforeUser: 3,
    linksAtFirstRead: 0,
  });
  expect(await runAt('/cards/crd_1', 'user')).toMatchObject({ askedBeforeUser: 1 });
});

it('reads the page of the person’s actual role although another role was noted', async () => {
  const { asked } = await runAt('/dashboard', 'admin', { noted: 'user' });
  expect(asked.slice(0, 4)).toEqual(['/api/user', '/api/cards', '/api/transactions?limit=20', '/api/prices']);
  expect(asked).toContain('/api/admin/stats/dashboard');
});

it('renews an old session before it reads, and no younger one', async () => {
  expect(renewedAtAgeMs).toBeLessThan(accessTokenMs);
  const old = await runAt('/users', 'admin', { noted: 'admin', renewedAgoMs: accessTokenMs });
  expect(old.asked).toEqual(['/api/auth/refresh', '/api/user', '/api/user/all?limit=20']);
  expect(old.renewedAgoMs).toBeLessThan(renewedAtAgeMs);
  const present = await runAt('/users', 'admin', { noted: 'admin', renewedAgoMs: renewedAtAgeMs - 10_000 });
  expect(present.asked).not.toContain('/api/auth/refresh');
  const guest = await runAt('/users', undefined, { renewedAgoMs: accessTokenMs });
  expect(guest.asked).toEqual(['/api/user']);
});

it('leaves the renewal to another tab that is renewing, and to the app where there are no locks', async () => {
  const old = { noted: 'user', renewedAgoMs: accessTokenMs } as const;
  for (const how of [{ otherTabRenews: true }, { withoutLocks: true }] as const) {
    const { asked } = await runAt('/activity', 'user', { ...old, ...how });
    expect(asked).toEqual(['/api/user', '/api/cards', '/api/activity?limit=100']);
  }
});

it.each(['refused', 'lost'] as const)('reads after a renewal that was %s, and does not note it', async (renewal) => {
  const { asked, renewedAgoMs } = await runAt('/activity', 'user', {
    noted: 'user',
    renewedAgoMs: accessTokenMs,
    renewal,
  });
  expect(asked).toEqual(['/api/auth/refresh', '/api/user', '/api/cards', '/api/activity?limit=100']);
  expect(renewedAgoMs).toBeGreaterThanOrEqual(accessTokenMs);
});

it('asks who is signed in where the browser keeps nothing', async () => {
  const asked: string[] = [];
  const fetch = (url: string) => {
    asked.push(url);
    return Promise.reject(new TypeError('fetch failed'));
  };
  const currentScript = { dataset: { pages: pagePreloads(manifest, []) } };
  const document = { currentScript, createElement: () => ({}), head: { append: () => undefined } };
  const window: Window = {};
  vm.runInNewContext(pagePreloadScript, {
    document,
    window,
    fetch,
    location: { pathname: '/dashboard' },
    navigator: {},
  });
  expect(await Promise.all(Object.values(window.earlyReads ?? {}))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(asked).toEqual(['/api/user']);
});

it('ends the build when a module is gone', () => {
  expect(() => pagePreloads({}, [])).toThrow('the build has no chunk for');
});
