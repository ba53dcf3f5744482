import { describe, expect, it } from 'vitest';
import { coins, type Coin } from '#shared/catalogue.ts';
import { switchNames } from '#shared/contract/switches.ts';
import { changeSettings } from '#functions/domain/steering/change-settings.ts';
import { describeSettings } from '#functions/domain/steering/describe-settings.ts';
import { firstSteering, readSteering } from '#functions/domain/steering/read-steering.ts';
import { refuseSwitchedOff } from '#functions/domain/steering/refuse-action.ts';
import type { SteeringValues } from '#functions/ports/entities/settings.ts';
import { StoreUnavailable } from '#functions/ports/store.ts';
import { authWorld } from '#test/support/auth-world.ts';
import { idAt } from '#test/support/sample-entities.ts';
import { switchOff } from '#test/support/switch-off.ts';

const actorId = idAt('usr', 1);

describe('the switches', () => {
  const codeOf = (work: () => void): string | undefined => {
    try {
      work();
      return undefined;
    } catch (thrown) {
      return (thrown as { code?: string }).code;
    }
  };

  it('refuse only what is switched off', () => {
    for (const off of switchNames) {
      const steering = { ...firstSteering, switches: { ...firstSteering.switches, [off]: false } };
      for (const name of switchNames)
        expect(codeOf(() => refuseSwitchedOff(steering, name))).toBe(
          name === off ? 'TemporarilyUnavailable' : undefined,
        );
    }
  });

  it('refuse deposits in a coin that is off, and in no other', () => {
    for (const coin of Object.keys(coins) as Coin[]) {
      const steering = { ...firstSteering, coinsOff: ['XMR', 'BTC'] as const };
      const isOff = coin === 'XMR' || coin === 'BTC';
      expect(codeOf(() => refuseSwitchedOff(steering, 'deposits', coin))).toBe(
        isOff ? 'TemporarilyUnavailable' : undefined,
      );
      expect(codeOf(() => refuseSwitchedOff(steering, 'load', coin))).toBeUndefined();
    }
  });
});

describe('readSteering', () => {
  /** A world whose reads of the settings are counted, and fail while it is down. */
  const counted = () => {
    const world = authWorld();
    const state = { reads: 0, isDown: false };
    const store = new Proxy(world.store, {
      get: (target, name) =>
        name === 'get'
          ? async (...given: Parameters<typeof target.get>) => {
              state.reads += 1;
              if (state.isDown) throw new StoreUnavailable('the table is down');
              return target.get(...given);
            }
          : (Reflect.get(target, name) as unknown),
    });
    return { world, state, needs: { store, clock: world.clock } };
  };

  it('has everything on before anybody changed anything', async () => {
    expect(await readSteering(authWorld().services)).toEqual(firstSteering);
  });

  it('reads once in 30 seconds, also for requests at the same time', async () => {
    const { world, state, needs } = counted();
    await Promise.all([readSteering(needs), readSteering(needs), readSteering(needs)]);
    await switchOff(world.services, ['load']);
    world.clock.advance(29_999);
    expect((await readSteering(needs)).switches.load).toBe(true);
    expect(state.reads).toBe(1);
    world.clock.advance(1);
    expect((await readSteering(needs)).switches.load).toBe(false);
    expect(state.reads).toBe(2);
  });

  it('holds the last values while the table does not answer', async () => {
    const { world, state, needs } = counted();
    await switchOff(world.services, ['load']);
    await readSteering(needs);
    state.isDown = true;
    world.clock.advance(60 * 60_000);
    expect((await readSteering(needs)).switches.load).toBe(false);
    state.isDown = false;
    await switchOff(world.services, []);
    expect((await readSteering(needs)).switches.load).toBe(true);
  });

  it('does not wait for a read that a refused request left behind when its process was frozen', async () => {
    const { store, clock, services } = authWorld();
    const late = Promise.withResolvers<undefined>();
    let reads = 0;
    const needs = {
      clock,
      store: new Proxy(store, {
        get: (target, name) =>
          name === 'get'
            ? (...given: Parameters<typeof target.get>) => ((reads += 1) === 1 ? late.promise : target.get(...given))
            : Reflect.get(target, name),
      }),
    };
    const leftBehind = readSteering(needs);
    // Lambda freezes the process with the reply of then still unread.
    clock.advance(10 * 60_000);
    await switchOff(services, ['load']);
    const asked = readSteering(needs);
    late.resolve(undefined);
    expect((await asked).switches.load).toBe(false);
    await leftBehind;
    expect((await readSteering(needs)).switches.load).toBe(false);
  });

  it('throws when the table does not answer and it knows no values', async () => {
    const { state, needs } = counted();
    state.isDown = true;
    await expect(readSteering(needs)).rejects.toThrow(StoreUnavailable);
    state.isDown = false;
    expect(await readSteering(needs)).toEqual(firstSteering);
  });
});

describe('changeSettings', () => {
  const off: SteeringValues = { ...firstSteering, switches: { ...firstSteering.switches, load: false } };

  it('stores a version with a record of exactly what changed', async () => {
    const { services, store } = authWorld();
    const announcement = { text: 'Loads are paused.', untilMs: Date.parse('2026-12-01T12:00:00.000Z') };
    await changeSettings(services, {
      actorId,
      readVersion: 0,
      values: { ...off, coinsOff: ['XMR', 'BTC'], announcement },
      reason: 'Down.',
    });
    expect(store.all('settings')).toMatchObject([{ version: 1, changedBy: actorId, reason: 'Down.', history: [] }]);
    expect(store.all('audit')).toMatchObject([
      {
        action: 'settings',
        actorId,
        subjectId: 'platform',
        before: { load: true, coinsOff: '', announcement: '', announcementUntil: '' },
        after: {
          load: false,
          coinsOff: 'BTC, XMR',
          announcement: 'Loads are paused.',
          announcementUntil: '2026-12-01T12:00:00.000Z',
        },
        reason: 'Down.',
      },
    ]);
  });

  it('writes nothing for values that change nothing', async () => {
    const { services, store } = authWorld();
    await changeSettings(services, { actorId, readVersion: 0, values: firstSteering, reason: 'Nothing.' });
    expect([store.all('settings'), store.all('audit')]).toEqual([[], []]);
  });

  it('refuses a change based on an outdated version, also the second of two at once', async () => {
    const { services, store } = authWorld();
    await switchOff(services, ['load']);
    const change = { actorId, values: firstSteering, reason: 'Late.' };
    await expect(changeSettings(services, { ...change, readVersion: 0 })).rejects.toMatchObject({ code: 'Conflict' });
    const both = [1, 2].map(() => changeSettings(services, { ...change, readVersion: 1 }));
    const ends = await Promise.allSettled(both);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(store.all('settings')).toMatchObject([{ version: 2 }]);
    expect(store.all('audit')).toHaveLength(2);
  });

  it('keeps earlier versions, so that storing one again undoes a change', async () => {
    const { services, store } = authWorld();
    for (let version = 0; version < 13; version += 1) await switchOff(services, version % 2 === 0 ? ['load'] : []);
    const described = await describeSettings(store, await store.get('settings', { scope: 'platform' }));
    expect(described.history.map(({ version }) => version)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(described.history.map(({ switches }) => switches.load).slice(0, 2)).toEqual([true, false]);
  });

  it('can undo the first change too', async () => {
    const { services, store } = authWorld();
    await switchOff(services, ['load']);
    const { history } = await describeSettings(store, await store.get('settings', { scope: 'platform' }));
    expect(history).toEqual([
      expect.objectContaining({ version: 0, switches: firstSteering.switches, changedBy: null }),
    ]);
  });
});
