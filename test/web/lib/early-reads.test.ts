import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from '#web/lib/api.ts';
import { dropEarlyReads, takeEarlyRead } from '#web/lib/early-reads.ts';

const fetched = vi.fn<(address: string) => Promise<Response>>();
const paint = vi.fn<(painted: () => void) => void>();
const now = vi.fn<() => number>();
const early = (body: unknown) => Promise.resolve(Response.json(body));

beforeEach(() => {
  fetched.mockImplementation(() => Promise.resolve(Response.json([])));
  vi.stubGlobal('fetch', fetched);
  now.mockReturnValue(1_200);
  vi.stubGlobal('performance', { now });
  vi.stubGlobal('requestAnimationFrame', paint);
  paint.mockImplementation((painted) => painted());
});
afterEach(() => {
  dropEarlyReads();
  fetched.mockReset();
  vi.unstubAllGlobals();
});

it('a call takes the reply that the document began to read, once', async () => {
  globalThis.earlyReads = { '/api/cards': early([{ _id: 'crd_1' }]) };
  expect(await call('cards.list')).toEqual([{ _id: 'crd_1' }]);
  expect(fetched).not.toHaveBeenCalled();
  expect(await call('cards.list')).toEqual([]);
  expect(fetched).toHaveBeenCalledOnce();
});

it('a call is sent again when its early read has no answer', async () => {
  globalThis.earlyReads = { '/api/cards': Promise.resolve(undefined) };
  expect(await call('cards.list')).toEqual([]);
  expect(fetched).toHaveBeenCalledOnce();
});

it('a call is sent again when its early read was refused: the session may have been renewed since', async () => {
  globalThis.earlyReads = {
    '/api/cards': Promise.resolve(Response.json({ code: 'InvalidAccessToken' }, { status: 401 })),
  };
  expect(await call('cards.list')).toEqual([]);
  expect(fetched).toHaveBeenCalledOnce();
});

it('a list waits for the first painted frame, but not in a page that is never painted', async () => {
  paint.mockImplementation(() => undefined);
  globalThis.earlyReads = { '/api/cards': early(['here']), '/api/user': early({}) };
  const list = call('cards.list');
  expect(paint).not.toHaveBeenCalled();
  await call('user.read');
  expect(await list).toEqual(['here']);
  expect(paint).toHaveBeenCalledOnce();
});

it('an early read of ten seconds ago is not used', () => {
  globalThis.earlyReads = { '/api/cards': early([]) };
  now.mockReturnValue(10_000);
  expect(takeEarlyRead('/api/cards')).toBeUndefined();
});

it.each([
  ['a change', () => call('cards.freeze', { params: { id: 'crd_1' } })],
  ['a sign-out', () => call('auth.logout')],
])('%s drops all early reads', async (_, change) => {
  globalThis.earlyReads = { '/api/cards': early(['old']) };
  await change();
  expect(globalThis.earlyReads).toBeUndefined();
});
