import vm from 'node:vm';
import { expect, it } from 'vitest';
import type { Manifest } from '#web/build/manifest.ts';
import { pagePreloadScript } from '#web/build/page-preloads.ts';

const chunk = (name: string) => ({ file: `assets/${name}.js`, css: [`assets/${name}.css`], imports: ['kit'] });
const manifest: Manifest = {
  kit: { file: 'assets/kit.js' },
  'features/dashboard/dashboard-page.tsx': chunk('dashboard'),
  'features/cards/card-page.tsx': chunk('card'),
  'features/admin/admin-pages.ts': chunk('admin'),
  'app/member-parts.ts': chunk('member'),
};

/** The links that the script adds at an address. */
function linksAt(pathname: string): unknown[] {
  const added: unknown[] = [];
  const document = { createElement: () => ({}), head: { append: (link: unknown) => added.push(link) } };
  vm.runInNewContext(pagePreloadScript(manifest, ['assets/kit.js']), { document, location: { pathname } });
  return added;
}

it('names the script and the styles of the page at the address, and what the document does not name itself', () => {
  expect(linksAt('/cards/crd_1')).toEqual([
    { href: '/assets/card.js', crossOrigin: '', rel: 'modulepreload' },
    { href: '/assets/card.css', crossOrigin: '', rel: 'preload', as: 'style' },
  ]);
  expect(linksAt('/dashboard')).toHaveLength(2);
});

it('names nothing for an address without a page', () => {
  expect(linksAt('/email/verify/abc')).toEqual([]);
});

it('ends the build when a module is gone', () => {
  expect(() => pagePreloadScript({}, [])).toThrow('the build has no chunk for');
});
