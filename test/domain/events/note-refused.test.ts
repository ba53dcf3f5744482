import { describe, expect, it } from 'vitest';
import { noteRefused } from '#functions/domain/events/note-refused.ts';
import { StoreUnavailable } from '#functions/ports/store.ts';
import { moneyWorld } from '#test/support/money-world.ts';

describe('noteRefused', () => {
  it('keeps a few refused webhooks per hour, however many come, and nothing of their bodies', async () => {
    const world = moneyWorld();
    let commits = 0;
    world.store.beforeCommit = () => void (commits += 1);
    const flood = async (): Promise<void> => {
      for (let place = 0; place < 500; place += 1)
        await noteRefused(world.services, 'payments', 'bad_signature', Buffer.from(`forged ${place}`));
    };
    await flood();
    expect(world.store.all('event')).toHaveLength(8);
    // A note that this process has written is not written again.
    expect(commits).toBe(8);
    expect(new Set(world.store.all('event').map(({ bodyBase64 }) => bodyBase64))).toEqual(new Set(['']));
    await noteRefused(world.services, 'issuer', 'bad_signature', Buffer.from('forged'));
    expect(world.store.all('event')).toHaveLength(9);
    world.clock.advance(60 * 60_000);
    await flood();
    expect(world.store.all('event')).toHaveLength(17);
  });

  it('writes one note for all processes, and does not throw when the store fails', async () => {
    const world = moneyWorld();
    const body = Buffer.from('forged');
    await noteRefused(world.services, 'payments', 'bad_signature', body);
    // Another process does not know that the first one wrote the note.
    await noteRefused({ ...world.services, store: { ...world.store } }, 'payments', 'bad_signature', body);
    expect(world.store.all('event')).toHaveLength(1);
    const store = { ...world.store, commit: () => Promise.reject(new StoreUnavailable('timeout')) };
    await noteRefused({ ...world.services, store }, 'payments', 'bad_signature', body);
    expect(world.logs).toMatchObject([{ level: 'warn', message: 'refused webhook not noted' }]);
  });

  it('writes notes that are gone after 30 days', async () => {
    const world = moneyWorld();
    await noteRefused(world.services, 'payments', 'bad_signature', Buffer.from('forged'));
    const [note] = world.store.all('event');
    world.clock.advance(30 * 24 * 60 * 60_000);
    expect(await world.store.get('event', { eventId: note?.eventId ?? '' })).toBeUndefined();
  });
});
