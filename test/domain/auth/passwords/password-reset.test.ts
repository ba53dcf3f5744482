import { describe, expect, it, vi } from 'vitest';
import { authenticate } from '#functions/domain/auth/sessions/authenticate.ts';
import { changePassword } from '#functions/domain/auth/passwords/change-password.ts';
import { forgotPassword } from '#functions/domain/auth/passwords/forgot-password.ts';
import { refreshSession } from '#functions/domain/auth/sessions/refresh-session.ts';
import { resetPassword } from '#functions/domain/auth/passwords/reset-password.ts';
import { StoreUnavailable } from '#functions/ports/store.ts';
import { authWorld, goodPassword, refusalOf, resetCodeIn, type AuthWorld } from '#test/support/auth-world.ts';
import { deliverAudits } from '#test/support/deliver-audits.ts';

const password = 'Long-Walks-88';
const hourMs = 60 * 60_000;

const forget = ({ services }: AuthWorld, email = 'ada@example.com', clientAddress = '203.0.113.9'): Promise<void> =>
  forgotPassword(services, { email, clientAddress });
const reset = ({ services }: AuthWorld, verificationCode: string, chosen = password) =>
  resetPassword(services, { verificationCode, password: chosen });

/** Ada with an empty mailbox. */
async function joined(): Promise<AuthWorld> {
  const world = authWorld();
  await world.joined();
  await deliverAudits(world.services);
  world.mails.length = 0;
  return world;
}

/** Requests a reset. Returns the code of the mailed link. */
async function forgotten(world: AuthWorld): Promise<string> {
  await forget(world);
  return resetCodeIn(world.mails.at(-1));
}

describe('a forgotten password', () => {
  it('gets a link with 256 random bits and its time of expiry', async () => {
    const world = await joined();
    await forget(world, ' ADA@example.com ');
    expect(world.mails).toEqual([expect.objectContaining({ to: 'ada@example.com', subject: 'Choose a new password' })]);
    const link = /https:\S+\/password\/reset\?\S+/.exec(world.mails[0]?.text ?? '')?.[0] ?? '';
    const query = new URL(link).searchParams;
    const [, secret = ''] = (query.get('code') ?? '').split('.');
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(Number(query.get('exp'))).toBe(world.store.all('passwordReset')[0]?.expiresAtMs);
  });

  it('keeps the code nowhere but in the mail', async () => {
    const world = await joined();
    const code = await forgotten(world);
    const secret = code.split('.')[1] ?? '';
    expect(JSON.stringify([world.store.all('passwordReset'), world.logs])).not.toContain(secret);
  });

  it('gets the same reply after the same time for an unknown address, which is not mailed', async () => {
    const world = await joined();
    // A mail takes a while.
    vi.spyOn(world.services.mailer, 'send').mockImplementation(async (mail) => {
      world.mails.push(mail);
      world.clock.advance(430);
    });
    const took = async (email: string): Promise<unknown[]> => {
      const startedAtMs = world.clock.now();
      const outcome = await refusalOf(forget(world, email));
      return [outcome, world.clock.now() - startedAtMs];
    };
    for (let round = 0; round < 4; round++) {
      expect(await took('nobody@example.com')).toEqual(await took('ada@example.com'));
    }
    expect(world.mails.map(({ to }) => to)).toEqual(Array.from({ length: 3 }, () => 'ada@example.com'));
  });

  it('can be requested three times an hour per address, whether or not it has an account', async () => {
    const world = await joined();
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      for (let round = 0; round < 3; round++) await forget(world, email, `10.0.${round}.1`);
      await expect(forget(world, email, '10.0.9.1')).rejects.toMatchObject({ code: 'TooManyRequests' });
    }
    world.clock.advance(hourMs);
    await expect(forget(world)).resolves.toBeUndefined();
  });

  it('can be requested ten times an hour per network, also in parallel; loopback has no limit', async () => {
    const world = await joined();
    const outcomes = await Promise.all(
      Array.from({ length: 14 }, (_, index) => refusalOf(forget(world, `user${index}@example.com`))),
    );
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(10);
    expect(await refusalOf(forget(world, 'one-more@example.com', '203.0.113.200'))).toBe('TooManyRequests');
    expect(await refusalOf(forget(world, 'one-more@example.com', '198.51.100.1'))).toBeUndefined();
    for (let round = 0; round < 20; round++) await forget(world, `local${round}@example.com`, '127.0.0.1');
  });

  it('is not counted together with sign-ups from the same network', async () => {
    const world = await joined();
    const clientAddress = '203.0.113.9';
    for (let index = 0; index < 11; index++) await world.signUp({ email: `new${index}@example.com`, clientAddress });
    await expect(forget(world, 'ada@example.com', clientAddress)).resolves.toBeUndefined();
  });
});

describe('choosing a new password', () => {
  it('replaces the old one, ends every session, signs nobody in and mails the owner', async () => {
    const world = await joined();
    const { tokens } = await world.signIn();
    const code = await forgotten(world);
    await deliverAudits(world.services);
    world.mails.length = 0;
    await reset(world, code);
    expect(await refusalOf(authenticate(world.services, tokens.accessToken))).toBe('InvalidAccessToken');
    expect(await refusalOf(refreshSession(world.services, tokens.refreshToken))).toBe('InvalidRefreshToken');
    expect(world.store.all('session')).toHaveLength(1);
    await deliverAudits(world.services);
    expect(world.mails).toEqual([
      expect.objectContaining({ to: 'ada@example.com', subject: 'Your password was changed' }),
    ]);
    expect(JSON.stringify([world.mails, world.logs, world.store.all('user')])).not.toContain(password);
    expect(await refusalOf(world.signIn())).toBe('InvalidCredentials');
    await expect(world.signIn({ password })).resolves.toBeDefined();
  });

  it('works once, also when it is done eight times at once', async () => {
    const world = await joined();
    const code = await forgotten(world);
    const chosen = (index: number): string => `Long-Walks-8${index}`;
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => refusalOf(reset(world, code, chosen(index)))),
    );
    const winners = outcomes.flatMap((outcome, index) => (outcome === 'InvalidResetLink' ? [] : [index]));
    expect(winners).toHaveLength(1);
    await deliverAudits(world.services);
    expect(world.mails.filter(({ subject }) => subject.includes('changed'))).toHaveLength(1);
    await expect(world.signIn({ password: chosen(winners[0] ?? -1) })).resolves.toBeDefined();
    expect(await refusalOf(reset(world, code))).toBe('InvalidResetLink');
  });

  it('succeeds although the counter of guesses cannot be cleared afterwards', async () => {
    const world = await joined();
    const code = await forgotten(world);
    const commit = world.store.commit.bind(world.store);
    vi.spyOn(world.store, 'commit').mockImplementation((writes) =>
      writes.some(({ write, kind }) => write === 'remove' && kind === 'rateCounter')
        ? Promise.reject(new StoreUnavailable('away'))
        : commit(writes),
    );
    await expect(reset(world, code)).resolves.toBeDefined();
  });

  it('works for an hour, by our own record', async () => {
    const world = await joined();
    const inTime = await forgotten(world);
    world.clock.advance(hourMs - 2_000);
    await expect(reset(world, inTime)).resolves.toBeDefined();
    const late = await forgotten(world);
    world.clock.advance(hourMs);
    expect(await refusalOf(reset(world, late))).toBe('InvalidResetLink');
  });

  it('refuses an expired link that the store still returns', async () => {
    const world = await joined();
    const verificationCode = await forgotten(world);
    const ahead = { ...world.services.clock, now: () => world.clock.now() + hourMs };
    const late = resetPassword({ ...world.services, clock: ahead }, { verificationCode, password });
    expect(await refusalOf(late)).toBe('InvalidResetLink');
  });

  it('works once for an address that it confirms', async () => {
    const world = authWorld();
    await world.signUp();
    const code = await forgotten(world);
    await reset(world, code);
    expect(await refusalOf(reset(world, code, 'Long-Walks-89'))).toBe('InvalidResetLink');
    await expect(world.signIn({ password })).resolves.toBeDefined();
  });

  it('ends the waiting times of an account whose password strangers guessed at', async () => {
    const world = await joined();
    const guess = (round: number) => world.signIn({ password: 'Wrong-guess-1', clientAddress: `10.0.${round}.1` });
    for (let round = 0; round < 12; round++) await refusalOf(guess(round));
    expect(await refusalOf(world.signIn())).toBe('TooManyRequests');
    await reset(world, await forgotten(world));
    await expect(world.signIn({ password })).resolves.toBeDefined();
  });

  it('works with the newest link only', async () => {
    const world = await joined();
    const first = await forgotten(world);
    const second = await forgotten(world);
    expect(await refusalOf(reset(world, first))).toBe('InvalidResetLink');
    await expect(reset(world, second)).resolves.toBeDefined();
  });

  it('refuses any other text than a link, and hashes no password for it', async () => {
    const world = await joined();
    const eve = await world.joined({ email: 'eve@example.com' });
    const [, secret = ''] = (await forgotten(world)).split('.');
    const hash = vi.spyOn(world.services.keys, 'hashPassword');
    const nobody = `usr_7${'Z'.repeat(25)}`;
    const ada = world.userByEmail('ada@example.com').userId;
    for (const code of ['x', '.', secret, `${eve.userId}.${secret}`, `${nobody}.${secret}`, `${ada}.`, `${ada}.x`]) {
      expect(await refusalOf(reset(world, code))).toBe('InvalidResetLink');
    }
    expect(hash).not.toHaveBeenCalled();
    await expect(world.signIn()).resolves.toBeDefined();
  });

  it('stops working once the password was changed in another way', async () => {
    const world = await joined();
    const code = await forgotten(world);
    const { user, session } = await authenticate(world.services, (await world.signIn()).tokens.accessToken);
    await changePassword(world.services, { user, session, currentPassword: goodPassword, newPassword: password });
    expect(await refusalOf(reset(world, code))).toBe('InvalidResetLink');
  });

  it('confirms an unconfirmed address, with the same consequences as the mailed link', async () => {
    const world = authWorld();
    const referrer = await world.joined({ email: 'eve@example.com' });
    await world.signUp({ referredBy: referrer.userId });
    await reset(world, await forgotten(world));
    expect(world.userByEmail('ada@example.com')).toMatchObject({
      isVerified: true,
      referral: { isEligible: false, reason: expect.any(String) },
    });
    const registrations = world.store.all('operation').filter(({ kind }) => kind === 'holder_registration');
    expect(registrations.map(({ userId }) => userId)).toContain(world.userByEmail('ada@example.com').userId);
    await expect(world.signIn({ password })).resolves.toBeDefined();
    // The cardholder is registered at the issuer without waiting for the sweeper.
    const { userId, holderId } = world.userByEmail('ada@example.com');
    expect(holderId).toBe(`holder-${userId}`);
  });

  it('judges no referral and registers no cardholder a second time', async () => {
    const world = await joined();
    const before = world.store.all('operation');
    await reset(world, await forgotten(world));
    expect(world.store.all('operation')).toEqual(before);
  });

  it('still asks for the second factor', async () => {
    const world = await joined();
    await world.change(world.userByEmail('ada@example.com').userId, { isTwoFactorEnabled: true });
    await reset(world, await forgotten(world));
    await expect(world.login({ password })).resolves.toMatchObject({ isTwoFactorRequired: true });
  });

  it('makes the browser a known one, so that guesses by others cannot keep the owner out', async () => {
    const world = await joined();
    const { deviceToken } = await reset(world, await forgotten(world));
    for (let round = 0; round < 12; round++) {
      await refusalOf(world.signIn({ password: 'Wrong-guess-1', clientAddress: `10.0.${round}.1` }));
    }
    world.clock.advance(2_000);
    expect(await refusalOf(world.signIn({ password }))).toBe('TooManyRequests');
    await expect(world.signIn({ password, deviceToken })).resolves.toBeDefined();
  });

  it('refuses the present password, which others may know, and the link still works', async () => {
    const world = await joined();
    const code = await forgotten(world);
    await expect(reset(world, code, goodPassword)).rejects.toMatchObject({
      code: 'ValidationFailed',
      message: 'The new password is your current one. Choose another one.',
      fields: { password: 'is your current one' },
    });
    await deliverAudits(world.services);
    expect(world.mails).toHaveLength(1);
    await expect(reset(world, code)).resolves.toBeDefined();
  });

  it('refuses a common password, and the link still works', async () => {
    const world = await joined();
    const code = await forgotten(world);
    expect(await refusalOf(reset(world, code, 'P@ssw0rd1'))).toBe('ValidationFailed');
    await expect(reset(world, code)).resolves.toBeDefined();
  });
});
