import { afterEach, expect, it, vi } from 'vitest';

import type { Shell } from '#web/service-worker/answered-by.ts';
import { cacheNameOf, dropOlderShells, fillShell } from '#web/service-worker/shell-cache.ts';

const shell: Shell = { version: 'two', entry: '/assets/app-2.js', files: ['/assets/app-2.js'], documents: ['/'] };

/** The caches of a browser, each a list of what was put into it, in order. */
function openCaches(broken = false) {
  const kept = new Map<string, string[]>();
  const caches = {
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => {
      const list = kept.get(name) ?? [];
      kept.set(name, list);
      return {
        addAll: async (requests: Request[]) => {
          if (broken) throw new TypeError('Failed to fetch');
          list.push(...requests.map(({ url, credentials }) => `${new URL(url).pathname} ${credentials}`));
        },
        put: async (path: string) => list.push(path),
      };
    },
  };
  return { kept, caches: caches as unknown as CacheStorage };
}

/** Answers requests for the shell's page. */
function serving(page: () => Response) {
  const fetch = vi.fn<(path: string, settings: RequestInit) => Promise<Response>>(async () => page());
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(path: string, settings: RequestInit) {
        super(new URL(path, 'https://satchel.example'), settings);
      }
    },
  );
  return fetch;
}
afterEach(() => void vi.unstubAllGlobals());

it('keeps the files and then the page of its own build, asked for without cookies', async () => {
  const fetch = serving(() => new Response('<script src="/assets/app-2.js"></script>'));
  const { kept, caches } = openCaches();
  await fillShell(caches, shell);
  expect(kept.get(cacheNameOf(shell))).toEqual(['/assets/app-2.js omit', '/app.html']);
  expect(fetch).toHaveBeenCalledExactlyOnceWith('/app.html', { cache: 'no-store', credentials: 'omit' });
});

it.each([
  ['is of another build', () => new Response('<script src="/assets/app-1.js"></script>')],
  ['does not come', () => new Response('/assets/app-2.js', { status: 503 })],
])('keeps nothing while the page %s: the browser tries again later', async (_what, page) => {
  serving(page);
  const { kept, caches } = openCaches();
  await expect(fillShell(caches, shell)).rejects.toThrow('another build');
  expect(kept.size).toBe(0);
});

it('keeps no page whose files did not come', async () => {
  serving(() => new Response('/assets/app-2.js'));
  const { kept, caches } = openCaches(true);
  await expect(fillShell(caches, shell)).rejects.toThrow('Failed to fetch');
  expect(kept.get(cacheNameOf(shell))).toEqual([]);
});

it('removes the shells of other builds and nothing else', async () => {
  const { kept, caches } = openCaches();
  for (const name of ['satchel-shell-one', 'satchel-shell-two', 'other']) kept.set(name, []);
  await dropOlderShells(caches, shell);
  expect([...kept.keys()]).toEqual(['satchel-shell-two', 'other']);
});
