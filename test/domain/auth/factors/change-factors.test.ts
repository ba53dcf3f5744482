import { describe, expect, it } from 'vitest';
import type { Store } from '#functions/ports/store.ts';
import { confirmTotp } from '#functions/domain/auth/factors/confirm-totp.ts';
import { startTotp } from '#functions/domain/auth/factors/start-totp.ts';
import { totpAt } from '#test/support/totp-at.ts';
import { removeTotp } from '#functions/domain/auth/factors/remove-totp.ts';
import { renewRecoveryCodes } from '#functions/domain/auth/factors/renew-recovery-codes.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { ada, authWorld, refusalOf } from '#test/support/auth-world.ts';
import { deliverAudits } from '#test/support/deliver-audits.ts';

async function withApp() {
  const world = authWorld();
  const user = await world.joined();
  const totp = await addTotp(world.services, user);
  const factors = async () => world.store.get('factors', user);
  return { world, user, totp, factors };
}

describe('a change of factors', () => {
  it('is mailed to the owner, each kind in its own words', async () => {
    const { world, user } = await withApp();
    const words = async () => {
      await deliverAudits(world.services);
      return [world.mails.at(-1)?.to, world.mails.at(-1)?.subject];
    };
    expect(await words()).toEqual([ada.email, 'Authenticator app added']);
    await renewRecoveryCodes(world.services, user.userId);
    expect(await words()).toEqual([ada.email, 'New recovery codes']);
    await removeTotp(world.services, user.userId);
    expect(await words()).toEqual([ada.email, 'Authenticator app removed']);
  });

  it('keeps the account and the factors in step', async () => {
    const { world, user } = await withApp();
    expect(world.userByEmail(ada.email).factors).toEqual(['totp', 'recovery_code']);
    await removeTotp(world.services, user.userId);
    expect(world.userByEmail(ada.email).factors).toBeUndefined();
  });

  it('keeps them in step when the app is removed while its setup ends', async () => {
    const world = authWorld();
    const { userId } = await world.joined();
    const { services, clock } = world;
    const session = { userId, sessionId: services.random.id('session') };
    const { secret } = await startTotp(services, session);
    // Only when the factors are asked for does the setup end: an account that was read before knows nothing of it.
    let isDone = false;
    const get = async (...asked: Parameters<Store['get']>) => {
      if (asked[0] === 'factors' && !isDone) {
        isDone = true;
        await confirmTotp(services, { session, code: totpAt(secret, clock.now()) });
      }
      return world.store.get(...asked);
    };
    await removeTotp({ ...services, store: { ...world.store, get } as Store }, userId);
    expect((await world.store.get('user', { userId }))?.factors).toBeUndefined();
  });

  it('takes the recovery codes off with the last app or passkey', async () => {
    const { world, user, factors } = await withApp();
    await removeTotp(world.services, user.userId);
    const nowMs = world.clock.now();
    expect((await factors())?.all).toMatchObject([
      { kind: 'totp', removedAtMs: nowMs },
      { kind: 'recovery', removedAtMs: nowMs },
    ]);
    expect(await refusalOf(renewRecoveryCodes(world.services, user.userId))).toBe('Conflict');
  });

  it('replaces an app by another one, and the recovery codes with it', async () => {
    const { world, user, totp, factors } = await withApp();
    const second = await addTotp(world.services, user);
    expect(second.secret).not.toBe(totp.secret);
    const active = (await factors())?.all.filter(({ removedAtMs }) => removedAtMs === undefined);
    expect(active).toMatchObject([{ kind: 'totp' }, { kind: 'recovery' }]);
  });

  it('is done once by two devices that take the app off at the same time', async () => {
    const { world, user } = await withApp();
    await deliverAudits(world.services);
    const mailed = world.mails.length;
    const ends = await Promise.all([1, 2].map(() => refusalOf(removeTotp(world.services, user.userId))));
    expect(new Set(ends)).toEqual(new Set(['NotFound', undefined]));
    await deliverAudits(world.services);
    expect(world.mails).toHaveLength(mailed + 1);
  });

  it('keeps removed factors for two weeks, and no longer', async () => {
    const { world, user, factors } = await withApp();
    await removeTotp(world.services, user.userId);
    world.clock.advance(14 * 24 * 60 * 60_000);
    await addTotp(world.services, user);
    expect((await factors())?.all).toHaveLength(2);
  });
});
