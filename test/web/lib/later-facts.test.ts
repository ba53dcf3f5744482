import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '#web/lib/api.ts';

const fetched = vi.fn<(address: string) => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
  vi.doUnmock('#web/lib/later-facts.ts');
  vi.resetModules();
});

it('a call of a page that is opened later takes its address from a separate file', async () => {
  fetched.mockResolvedValue(new Response(null, { status: 204 }));
  await call('user.lock');
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/user/lock']);
});

it('a call of a page that is opened later counts as not sent when that file cannot be fetched', async () => {
  vi.resetModules();
  vi.doMock('#web/lib/later-facts.ts', () => {
    throw new TypeError('no network');
  });
  const { call: callAlone } = await import('#web/lib/api.ts');
  await expect(callAlone('user.lock')).rejects.toMatchObject({ name: 'ApiError', notSent: true });
  expect(fetched).not.toHaveBeenCalled();
});
