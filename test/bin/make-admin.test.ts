import { describe, expect, it } from 'vitest';
import { describeUser } from '#functions/domain/auth/describe-user.ts';
import { authenticate } from '#functions/domain/auth/sessions/authenticate.ts';
import { newWallet } from '#functions/domain/auth/sign-up/new-wallet.ts';
import { hasAdmin, makeAdmin, revokeAdmin } from '../../bin/make-admin.ts';
import { authWorld, refusalOf, type AuthWorld } from '#test/support/auth-world.ts';

const email = 'ada@example.com';
const accessOf = ({ services: { store, keys, clock } }: AuthWorld) => ({ store, keys, clock });
const staffRoleOnTheWire = (world: AuthWorld) =>
  describeUser(world.userByEmail(email), newWallet(world.userByEmail(email).userId, 0)).staffRole;

describe('bin/make-admin.ts', () => {
  it('makes an admin who signs in with a code, ends earlier sessions and records it', async () => {
    const world = authWorld();
    const { userId } = await world.joined();
    const { tokens } = await world.signIn();
    await makeAdmin(accessOf(world), ' ADA@example.com');
    expect(world.userByEmail(email)).toMatchObject({ role: 'admin', staffRole: 'admin', isTwoFactorEnabled: true });
    expect(await refusalOf(authenticate(world.services, tokens.accessToken))).toBe('InvalidAccessToken');
    expect(await world.login()).toMatchObject({ isTwoFactorRequired: true });
    expect(world.store.all('audit').filter(({ action }) => action !== 'sign-in')).toMatchObject([
      {
        action: 'staff-role',
        actorId: 'command-line',
        subjectId: userId,
        before: { staffRole: 'none' },
        after: { staffRole: 'admin' },
      },
    ]);
    expect(staffRoleOnTheWire(world)).toBe('admin');
  });

  it('gives one of three roles, and another one later', async () => {
    const world = authWorld();
    await world.joined();
    await makeAdmin(accessOf(world), email, 'support');
    expect([world.userByEmail(email).role, staffRoleOnTheWire(world)]).toEqual(['admin', 'support']);
    await makeAdmin(accessOf(world), email, 'finance');
    expect(staffRoleOnTheWire(world)).toBe('finance');
    const before = world.userByEmail(email);
    await makeAdmin(accessOf(world), email, 'finance');
    expect(world.userByEmail(email)).toEqual(before);
    expect(world.store.all('audit')).toHaveLength(2);
  });

  it('takes the role away, with the sessions, and records it; the codes stay on', async () => {
    const world = authWorld();
    await world.joined();
    await makeAdmin(accessOf(world), email);
    const { sessionGeneration } = world.userByEmail(email);
    await revokeAdmin(accessOf(world), email);
    expect(world.userByEmail(email)).toMatchObject({
      role: 'user',
      isTwoFactorEnabled: true,
      sessionGeneration: sessionGeneration + 1,
    });
    expect(staffRoleOnTheWire(world)).toBe(undefined);
    expect(world.store.all('audit').at(-1)).toMatchObject({ after: { staffRole: 'none' } });
    await expect(revokeAdmin(accessOf(world), email)).rejects.toThrow('is not an admin');
  });

  it('finds out whether any account, on any page, is an admin who can do everything', async () => {
    const world = authWorld();
    await world.joined();
    expect(await hasAdmin(world.store)).toBe(false);
    await makeAdmin(accessOf(world), email, 'support');
    expect(await hasAdmin(world.store)).toBe(false);
    await makeAdmin(accessOf(world), email);
    const small = {
      listUsers: (page: { cursor?: string | undefined }) => world.store.listUsers({ ...page, limit: 1 }),
    };
    await world.joined({ email: 'newer@example.com' });
    expect(await hasAdmin(small)).toBe(true);
    await world.change(world.userByEmail(email).userId, { isSuspended: true });
    expect(await hasAdmin(small)).toBe(false);
  });

  it.each([{ isSuspended: true }, { isLockedUntilReset: true }, { lockedAtMs: 1 }])(
    'refuses an account that is closed to its owner: %j',
    async (changes) => {
      const world = authWorld();
      const { userId } = await world.joined();
      await world.change(userId, changes);
      await expect(makeAdmin(accessOf(world), email)).rejects.toMatchObject({ code: 'Conflict' });
      expect(world.userByEmail(email).role).toBe('user');
      await world.change(userId, { role: 'admin' });
      await revokeAdmin(accessOf(world), email);
      expect(world.userByEmail(email).role).toBe('user');
    },
  );

  it('refuses an address without an account, or with a sign-up only', async () => {
    const world = authWorld();
    await world.signUp();
    await expect(makeAdmin(accessOf(world), email)).rejects.toThrow('No account has');
    await expect(makeAdmin(accessOf(world), 'nobody@example.com')).rejects.toThrow('No account has');
  });
});
