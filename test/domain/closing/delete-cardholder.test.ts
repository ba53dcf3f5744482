import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cents } from '#shared/money.ts';
import { closeAccount } from '#functions/domain/closing/close-account.ts';
import { eraseAccount } from '#functions/domain/closing/erase-account.ts';
import { eraseDueAccounts } from '#functions/domain/closing/erase-due-accounts.ts';
import { replayErasures } from '#functions/domain/closing/replay-erasures.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import { StoreUnavailable, update, type Write } from '#functions/ports/store.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

const hourMs = 60 * 60_000;
const monthMs = 30 * 24 * hourMs;

let world: MoneyWorld;
let user: User;
let holderId: string;
beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(0, { firstname: 'Zebulon' });
  holderId = user.holderId ?? '';
  expect(holderId).not.toBe('');
  await closeAccount(world.services, { userId: user.userId, waiveCents: cents(0) });
  world.clock.advance(monthMs);
});

const run = () => eraseDueAccounts(world.services);
const closing = () => world.store.get('closing', user);
const calls = () => world.issuer.calls['deleteCardholder'] ?? 0;
/** Runs the hourly job for a time; returns the hours in which the issuer was called. */
async function callsOver(hours: number): Promise<readonly number[]> {
  const at: number[] = [];
  for (let hour = 0; hour < hours; hour += 1) {
    const before = calls();
    await run();
    if (calls() > before) at.push(hour);
    world.clock.advance(hourMs);
  }
  return at;
}

describe('an erasure at the card issuer', () => {
  it('deletes the cardholder once, and is then over', async () => {
    expect(await callsOver(50)).toEqual([0]);
    expect([...world.issuer.deletedHolders]).toEqual([holderId]);
    expect(await closing()).toMatchObject({ dueAtMs: undefined, holder: { dueAtMs: undefined, attempts: 1 } });
  });

  it('deletes the records of earlier registrations too, and goes on until each is gone', async () => {
    const profile = await world.store.get('user', user);
    if (!profile) throw new Error('no profile');
    await world.store.commit([update('user', profile, { formerHolderIds: ['holder-before', 'holder-earlier'] })]);
    world.issuer.misbehave('deleteCardholder', { does: 'lost' });
    expect(await callsOver(3)).toEqual([0, 1]);
    expect(world.issuer.deletedHolders).toEqual(new Set(['holder-before', 'holder-earlier', holderId]));
    expect(await closing()).toMatchObject({ dueAtMs: undefined, holder: { dueAtMs: undefined, attempts: 2 } });
  });

  it('is not begun while the person can return', async () => {
    world.clock.advance(-1);
    await run();
    expect(calls()).toBe(0);
  });

  it('is due from the write after which no return is possible', async () => {
    const { store } = world;
    let left = 1;
    const commit = async (writes: readonly Write[]): Promise<void> => {
      if (left === 0) throw new StoreUnavailable('died');
      left -= 1;
      await store.commit(writes);
    };
    const dying = { ...world.services, store: { ...store, commit } };
    await eraseDueAccounts(dying);
    expect(calls()).toBe(0);
    expect((await closing())?.holder?.dueAtMs).toBe(world.clock.now());
    await run();
    expect(calls()).toBe(1);
  });

  it('stores each call before it is sent, so that the next run goes on after a dead process', async () => {
    const deleteHolder = world.issuer.deleteCardholder.bind(world.issuer);
    world.issuer.deleteCardholder = async () => {
      expect((await closing())?.holder).toMatchObject({ attempts: 1, dueAtMs: world.clock.now() + hourMs });
      world.issuer.deleteCardholder = deleteHolder;
      throw new Error('the process is gone');
    };
    await run();
    world.clock.advance(hourMs);
    await run();
    expect(calls()).toBe(1);
    expect((await closing())?.dueAtMs).toBeUndefined();
  });

  it.each(['lost', 'unheard'] as const)('repeats a call whose answer was %s, at growing distances', async (does) => {
    world.issuer.misbehave('deleteCardholder', ...Array.from({ length: 6 }, () => ({ does })));
    expect(await callsOver(80)).toEqual([0, 1, 3, 7, 15, 31, 55]);
    expect([...world.issuer.deletedHolders]).toEqual([holderId]);
    expect((await closing())?.dueAtMs).toBeUndefined();
  });

  it('is over when a cardholder whose deletion is refused no longer exists', async () => {
    world.issuer.misbehave('deleteCardholder', { does: 'unheard' }, { does: 'fault' });
    expect(await callsOver(50)).toEqual([0, 1]);
    expect((await closing())?.holder).toMatchObject({ dueAtMs: undefined, refusals: 0 });
  });

  it('alerts a person at the third refusal in a row, and continues', async () => {
    const log = vi.spyOn(world.services.log, 'error');
    world.issuer.misbehave(
      'deleteCardholder',
      ...Array.from({ length: 4 }, () => ({ does: 'declined', reason: 'rejected' }) as const),
    );
    expect(await callsOver(3)).toEqual([0, 1]);
    expect(log).not.toHaveBeenCalled();
    await callsOver(1);
    expect(log).toHaveBeenCalledExactlyOnceWith(
      'issuer does not delete a cardholder',
      expect.objectContaining({ userId: user.userId, holderId, end: 'refused', attempts: 3 }),
    );
    await callsOver(50);
    expect(log).toHaveBeenCalledOnce();
    expect((await closing())?.holder).toMatchObject({ dueAtMs: undefined });
  });

  it('alerts a person when the issuer gives no answer for days', async () => {
    const log = vi.spyOn(world.services.log, 'error');
    world.issuer.misbehave('deleteCardholder', ...Array.from({ length: 60 }, () => ({ does: 'lost' }) as const));
    await callsOver(24 * 5);
    expect(log).not.toHaveBeenCalled();
    await callsOver(24 * 2);
    expect(log).toHaveBeenCalledOnce();
    await callsOver(24 * 31);
    expect(log).toHaveBeenCalledTimes(2);
  });

  it('does not keep the personal data here from being erased', async () => {
    world.issuer.misbehave('deleteCardholder', { does: 'declined', reason: 'rejected' }, { does: 'lost' });
    expect(await run()).toEqual({ done: 1, failed: 0 });
    expect((await world.store.get('user', user))?.firstname).toBe('');
  });

  it('finds a cardholder whose registration was never finished here', async () => {
    const now = await world.store.get('user', user);
    if (now) await world.store.commit([update('user', now, { holderId: undefined })]);
    world.issuer.misbehave('findCardholder', { does: 'lost' });
    expect(await callsOver(10)).toEqual([1]);
    expect([...world.issuer.deletedHolders]).toEqual([`holder-${user.userId}`]);
  });

  it('is over at once for a person whom the issuer does not know', async () => {
    world.issuer.deletedHolders.add(`holder-${user.userId}`);
    const now = await world.store.get('user', user);
    if (now) await world.store.commit([update('user', now, { holderId: undefined })]);
    expect(await callsOver(10)).toEqual([]);
    expect((await closing())?.dueAtMs).toBeUndefined();
  });

  it('waits for the next run when the issuer is slow', async () => {
    for (let count = 0; count < 5; count += 1) {
      const { userId } = await world.cardholder(0);
      await closeAccount(world.services, { userId, waiveCents: cents(0) });
    }
    world.clock.advance(monthMs);
    const deleteHolder = world.issuer.deleteCardholder.bind(world.issuer);
    world.issuer.deleteCardholder = async (id) => {
      world.clock.advance(6 * 60_000);
      return deleteHolder(id);
    };
    expect(await run()).toEqual({ done: 6, failed: 0 });
    expect(calls()).toBeLessThanOrEqual(4);
    world.issuer.deleteCardholder = deleteHolder;
    world.clock.advance(hourMs);
    await run();
    expect(world.issuer.deletedHolders.size).toBe(6);
  });
});

describe('the replay of erasures', () => {
  it('makes the deletion due for an erasure that was stored without one', async () => {
    world.issuer.misbehave('deleteCardholder', { does: 'lost' });
    await callsOver(3);
    const stored = await closing();
    if (stored === undefined) throw new Error('no closing');
    const { holder: _, ...earlier } = stored;
    await world.store.commit([update('closing', { ...earlier, dueAtMs: undefined }, {})]);
    const before = calls();
    expect(await replayErasures(world.services)).toEqual({ listed: 1, erased: 1, failed: [] });
    expect(calls()).toBe(before);
    await run();
    expect(calls()).toBe(before + 1);
    expect((await closing())?.dueAtMs).toBeUndefined();
    expect(await replayErasures(world.services)).toEqual({ listed: 1, erased: 0, failed: [] });
  });

  it('leaves the call to the issuer to the job', async () => {
    await eraseAccount(world.services, user.userId);
    expect(calls()).toBe(0);
    expect((await closing())?.holder?.dueAtMs).toBeDefined();
  });
});
