import { beforeEach, describe, expect, it } from 'vitest';
import type { User } from '#functions/ports/entities/accounts.ts';
import { insert, remove, update } from '#functions/ports/store.ts';
import { searchTermWrites } from '#functions/domain/admin/search-terms.ts';
import { login } from '#functions/domain/auth/sign-in/login.ts';
import { forgotPassword } from '#functions/domain/auth/passwords/forgot-password.ts';
import { newVerification } from '#functions/domain/auth/sign-up/email-verification.ts';
import { noStatistics } from '#functions/domain/statistics/add-statistics.ts';
import { markKeptMs, totalRow } from '#functions/domain/statistics/count-contributions.ts';
import { newWallet } from '#functions/domain/auth/sign-up/new-wallet.ts';
import { resetPassword } from '#functions/domain/auth/passwords/reset-password.ts';
import { verifyEmail } from '#functions/domain/auth/sign-up/verify-email.ts';
import {
  ada,
  authWorld,
  codeIn,
  goodPassword,
  refusalOf,
  resetCodeIn,
  type AuthWorld,
} from '#test/support/auth-world.ts';

const dayMs = 24 * 60 * 60_000;

let world: AuthWorld;
let user: User;
/** The code of the link that was mailed when the account was stored. */
let code: string;

/** Stores Ada as older versions did at sign-up: as an account whose address is not confirmed. */
beforeEach(async () => {
  world = authWorld();
  const { services, store, clock } = world;
  await world.signUp();
  const { emailHash = '', waiting = [] } = store.all('signUps')[0] ?? {};
  const [signUp] = waiting;
  if (signUp === undefined) throw new Error('nobody signed up');
  user = {
    ...signUp,
    emailHash,
    passwordHash: await services.keys.hashPassword(goodPassword),
    role: 'user',
    isVerified: false,
    isTwoFactorEnabled: false,
    isSuspended: false,
    holderId: undefined,
    sessionGeneration: 1,
    referral: undefined,
    updatedAtMs: clock.now(),
    version: 1,
  };
  const verification = await newVerification(services, user);
  ({ code } = verification);
  await store.commit([
    remove('signUps', { emailHash }),
    insert('user', user),
    insert('emailOwner', { emailHash, userId: user.userId }),
    insert('wallet', newWallet(user.userId, clock.now())),
    ...searchTermWrites(undefined, user),
    verification.write,
    insert('countedRecord', { recordId: user.userId, expiresAtMs: clock.now() + markKeptMs }),
    ...['2026-11-21', totalRow].map((day) =>
      insert('platformFigures', { ...noStatistics, day, shard: 3, usersRegistered: 5, version: 1 }),
    ),
  ]);
  world.mails.length = 0;
});

const accountNow = async (): Promise<User | undefined> => world.store.get('user', { userId: user.userId });

describe('an account from before sign-ups waited, whose address is not confirmed,', () => {
  it('refuses sign-ins, mails a link after the right password, and opens once that link is used', async () => {
    world.clock.advance(90 * dayMs);
    await expect(refusalOf(world.signIn({ password: 'Wrong-guess-1' }))).resolves.toBe('InvalidCredentials');
    expect(world.mails).toHaveLength(0);
    for (const mails of [1, 2]) {
      const counted = world.store.all('platformFigures').map(({ usersRegistered }) => usersRegistered);
      expect(counted).toEqual(mails === 1 ? [5, 5] : [4, 4]);
      await expect(refusalOf(world.signIn())).resolves.toBe('EmailNotVerified');
      expect(world.mails).toHaveLength(mails);
    }
    expect(world.store.all('session')).toEqual([]);
    await verifyEmail(world.services, codeIn(world.mails.at(-1)));
    expect(await accountNow()).toMatchObject({ isVerified: true, holderId: `holder-${user.userId}` });
    await expect(world.signIn()).resolves.toMatchObject({ userId: user.userId });
  });

  it('is confirmed by the link that it was mailed, once', async () => {
    await verifyEmail(world.services, code);
    expect(await accountNow()).toMatchObject({ isVerified: true, holderId: `holder-${user.userId}` });
    await expect(world.signIn()).resolves.toMatchObject({ userId: user.userId });
    await expect(refusalOf(verifyEmail(world.services, code))).resolves.toBe('InvalidVerificationLink');
    expect(world.store.all('operation')).toHaveLength(1);
    // The account is not counted now: the stream counts it again with its confirmation.
    expect(world.store.all('countedRecord')).toEqual([]);
    expect(world.store.all('platformFigures')).toMatchObject([{ usersRegistered: 4 }, { usersRegistered: 4 }]);
  });

  it('does not block its address: a new sign-up replaces the account once the mailed link is opened', async () => {
    const password = 'Other-horse-22';
    await world.signUp({ password, firstname: 'Grace' });
    await verifyEmail(world.services, codeIn(world.mails.at(-1)));
    expect(world.store.all('user')).toMatchObject([{ firstname: 'Grace', isVerified: true }]);
    expect(await accountNow()).toBeUndefined();
    await expect(refusalOf(world.signIn())).resolves.toBe('InvalidCredentials');
    await expect(world.signIn({ password })).resolves.toBeDefined();
    await expect(refusalOf(verifyEmail(world.services, code))).resolves.toBe('InvalidVerificationLink');
  });

  it('is confirmed by a link for a new password', async () => {
    await forgotPassword(world.services, { email: ada.email, clientAddress: ada.clientAddress });
    const password = 'Other-horse-22';
    await resetPassword(world.services, { verificationCode: resetCodeIn(world.mails.at(-1)), password });
    expect(await accountNow()).toMatchObject({ isVerified: true, holderId: `holder-${user.userId}` });
    await expect(world.signIn({ password })).resolves.toMatchObject({ userId: user.userId });
  });

  it('can be neither signed in to nor confirmed while it is suspended', async () => {
    await world.store.commit([update('user', user, { isSuspended: true })]);
    await expect(refusalOf(world.signIn())).resolves.toBe('AccountSuspended');
    await expect(refusalOf(verifyEmail(world.services, code))).resolves.toBe('InvalidVerificationLink');
    expect(await accountNow()).toMatchObject({ isSuspended: true, isVerified: false });
  });

  it('stays confirmed when its link is used while a sign-in checks the password', async () => {
    const { services } = world;
    let isDone = false;
    const keys: typeof services.keys = {
      ...services.keys,
      hashPassword: async (...given) => {
        if (!isDone) {
          isDone = true;
          await verifyEmail(services, code);
        }
        return services.keys.hashPassword(...given);
      },
    };
    const browser = {
      clientAddress: ada.clientAddress,
      deviceToken: undefined,
      userAgent: '',
      browserToken: undefined,
    };
    const signIn = login({ ...services, keys }, { email: ada.email, password: goodPassword, ...browser });
    expect(await refusalOf(signIn)).toBe('EmailNotVerified');
    expect(await accountNow()).toMatchObject({ isVerified: true });
    expect(await world.store.get('wallet', user)).toBeDefined();
    await world.signIn();
  });
});
