import type { ApiClient } from './api-client.ts';

/** A page of an admin's and how long it takes: the median of its calls, in milliseconds. */
export type PageTime = { readonly page: string; readonly ms: number };

/** Number of requests of each page. */
const calls = 9;
/** Maximum number of pages of 200 lines that are read down a list: its whole length on a small platform. */
const deepPages = 20;

/** Requests each of the admins' pages, first and deep, and returns their durations. `admin` is signed in. */
export async function measureAdminPages(admin: ApiClient, address: string): Promise<readonly PageTime[]> {
  const pages: readonly (readonly [page: string, path: string])[] = [
    ['dashboard', '/admin/stats/dashboard'],
    ['users', '/user/all?limit=50'],
    ['users, deep', await deepIn(admin, '/user/all', 50)],
    ['users named a…', '/user/all?limit=50&search=a'],
    ['users of one address', `/user/all?search=${encodeURIComponent(address)}`],
    ['transactions', '/transactions/all?limit=10'],
    ['transactions, deep', await deepIn(admin, '/transactions/all', 10)],
  ];
  const times: PageTime[] = [];
  for (const [page, path] of pages) times.push({ page, ms: await medianOf(() => admin.done('GET', path)) });
  return times;
}

/** Returns the path of the deepest page with this many rows that a walk down a list reaches. */
async function deepIn(admin: ApiClient, path: string, limit: number): Promise<string> {
  let deep = `${path}?limit=${limit}`;
  let step: string | undefined = `${path}?limit=200`;
  for (let page = 1; page <= deepPages && step !== undefined; page += 1) {
    const { headers }: { headers: Headers } = await admin.call('GET', step);
    const cursor: string | undefined = /[?&]cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1];
    step = cursor && `${path}?limit=200&cursor=${cursor}`;
    if (cursor !== undefined) deep = `${path}?limit=${limit}&cursor=${cursor}`;
  }
  return deep;
}

async function medianOf(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  // The first two calls, which wake the function, do not count.
  for (let call = -2; call < calls; call += 1) {
    const begun = performance.now();
    await ask();
    if (call >= 0) times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(calls / 2)] ?? 0;
}
