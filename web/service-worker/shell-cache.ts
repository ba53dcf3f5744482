import { shellPage, type Shell } from './answered-by.ts';

const prefix = 'satchel-shell-';

/** Name of a build's cache. */
export function cacheNameOf({ version }: Pick<Shell, 'version'>): string {
  return prefix + version;
}

/**
 * Fills the cache of a build with its shell: public files, the same for everybody. Throws Error while the server's page
 * is not of this build, as in the middle of a deployment: the browser tries again later.
 */
export async function fillShell(caches: CacheStorage, shell: Shell): Promise<void> {
  const page = await fetch(shellPage, { cache: 'no-store', credentials: 'omit' });
  if (!page.ok || !(await page.clone().text()).includes(shell.entry)) throw new Error('the page is of another build');
  const cache = await caches.open(cacheNameOf(shell));
  await cache.addAll(shell.files.map((file) => new Request(file, { credentials: 'omit' })));
  // Stored last, so that a page that is kept has all of its files.
  await cache.put(shellPage, page);
}

/** Removes the caches of other builds. */
export async function dropOlderShells(caches: CacheStorage, shell: Shell): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(prefix) && name !== cacheNameOf(shell)).map((name) => caches.delete(name)),
  );
}
