import vm from 'node:vm';
import { expect, it } from 'vitest';
import type { Manifest } from '#web/build/manifest.ts';
import { pagePreloads, pagePreloadScript } from '#web/build/page-preloads.ts';

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
  'features/notifications/notification-parts.ts': chunk('notifications'),
};

type Reply = { readonly ok: boolean; readonly clone: () => { readonly json: () => Promise<unknown> } };
type Window = { earlyReads?: Record<string, Promise<unknown>> };

/** Runs the script at an address for a person: the links that it adds, and its requests once all is answered. */
async function runAt(pathname: string, role?: 'user' | 'admin') {
  const links: unknown[] = [];
  const asked: string[] = [];
  const linksAtFirstRead: number[] = [];
  const window: Window = {};
  const json = () => Promise.resolve({ role });
  const fetch = (url: string): Promise<Reply> => {
    asked.push(url);
    linksAtFirstRead.push(links.length);
    return Promise.resolve({ ok: role !== undefined, clone: () => ({ json }) });
  };
  const currentScript = { dataset: { pages: pagePreloads(manifest, ['assets/kit.js']) } };
  const head = { append: (link: unknown) => links.push(link) };
  const document = { currentScript, createElement: () => ({}), head };
  vm.runInNewContext(pagePreloadScript, {
    document,
    window,
    fetch,
    location: { pathname },
  });
  await Promise.all(Object.values(window.earlyReads ?? {}));
  return { links, asked, linksAtFirstRead: linksAtFirstRead[0], early: Object.keys(window.earlyReads ?? {}) };
}

const linksAt = async (pathname: string): Promise<unknown[]> => (await runAt(pathname)).links;

it('names the script and the styles of the page at the address, and what the document does not name itself', async () => {
  expect(await linksAt('/cards/crd_1')).toEqual([
    { href: '/assets/card.js', crossOrigin: '', rel: 'modulepreload' },
    { href: '/assets/card.css', crossOrigin: '', rel: 'preload', as: 'style' },
  ]);
  expect(await linksAt('/dashboard')).toHaveLength(2);
});

it('asks who is signed in before it names a file, which would take the connection', async () => {
  expect(await runAt('/cards/crd_1', 'user')).toMatchObject({ linksAtFirstRead: 0, links: { length: 2 } });
});

it('names nothing for an address without a page', async () => {
  expect(await linksAt('/email/verify/abc')).toEqual([]);
});

it('begins to read what the page shows to a signed-in person, and for a guest only asks who that is', async () => {
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

it('ends the build when a module is gone', () => {
  expect(() => pagePreloads({}, [])).toThrow('the build has no chunk for');
});
