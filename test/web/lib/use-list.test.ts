import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { fetchAll } from '#web/lib/use-list.ts';

const fetched = vi.fn<(address: string) => Promise<Response>>();

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
});

it('follows Link to the end of a list, with the query that it began with', async () => {
  const pages = [
    ['a', '</api/user/all?limit=1000&cursor=2nd>; rel="next"'],
    ['b', '</api/user/all?limit=1000&cursor=3rd>; rel="next"'],
    ['c', undefined],
  ] as const;
  let at = 0;
  fetched.mockImplementation(async () => {
    const [row, link] = pages[at++] ?? ['none', undefined];
    return Response.json([row], { headers: link === undefined ? {} : { link } });
  });
  expect(await fetchAll('user.all', { search: 'ada' })).toEqual(['a', 'b', 'c']);
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([
    '/api/user/all?search=ada&limit=1000',
    '/api/user/all?search=ada&limit=1000&cursor=2nd',
    '/api/user/all?search=ada&limit=1000&cursor=3rd',
  ]);
});

it('fails as a whole when a page does: a file must not end in the middle', async () => {
  fetched.mockImplementationOnce(async () =>
    Response.json(['a'], { headers: { link: '</api/user/all?cursor=2nd>; rel="next"' } }),
  );
  fetched.mockImplementationOnce(async () => Response.json({ code: 'Busy', message: 'Try again.' }, { status: 503 }));
  await expect(fetchAll('user.all', {})).rejects.toMatchObject({ code: 'Busy' });
});
