import { describe, expect, it, vi } from 'vitest';
import { challengeMs } from '#functions/domain/auth/challenge.ts';
import type { Id } from '#shared/ids.ts';
import { resendAfterMs } from '#shared/resend.ts';
import { authenticate } from '#functions/domain/auth/sessions/authenticate.ts';
import { requestSecondFactor } from '#functions/domain/auth/sign-in/request-second-factor.ts';
import { verifySecondFactor, type SecondFactor } from '#functions/domain/auth/sign-in/verify-second-factor.ts';
import { StoreUnavailable } from '#functions/ports/store.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { authWorld, digitsIn, goodPassword, refusalOf, type AuthWorld } from '#test/support/auth-world.ts';

type Cast = { readonly world: AuthWorld; readonly userId: Id<'user'> };

/** Ada, with her second factor on and an empty mailbox. */
async function cast(): Promise<Cast> {
  const world = authWorld();
  const { userId } = await world.joined();
  await world.change(userId, { isTwoFactorEnabled: true });
  // Hashing is slow, and tested elsewhere.
  vi.spyOn(world.services.keys, 'verifyPassword').mockImplementation(async (password) => password === goodPassword);
  world.mails.length = 0;
  return { world, userId };
}

const verify = ({ world, userId }: Cast, given: Partial<SecondFactor>) =>
  verifySecondFactor(world.services, {
    userId,
    code: '000000',
    clientAddress: '203.0.113.9',
    browserToken: undefined,
    deviceToken: undefined,
    userAgent: '',
    ...given,
  });

/** Gives the password. Returns the mailed digits and the browser's cookies. */
async function challenged({ world }: Cast): Promise<{ code: string; browserToken: string | undefined }> {
  const outcome = await world.login();
  if (!outcome.isTwoFactorRequired) throw new Error('no second factor was asked for');
  return { code: digitsIn(world.mails.at(-1)), browserToken: outcome.browserToken };
}

/** Returns six digits other than these. */
const not = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a sign-in with a second factor', () => {
  it('opens no session before the digits are given, then a session like any other', async () => {
    const given = await cast();
    const { world, userId } = given;
    const { code, browserToken } = await challenged(given);
    expect(world.store.all('session')).toHaveLength(0);
    expect(world.mails).toEqual([expect.objectContaining({ to: 'ada@example.com', subject: 'Your sign-in code' })]);
    const signedIn = await verify(given, { code, browserToken });
    const caller = await authenticate(world.services, signedIn.tokens.accessToken);
    expect(caller.user.userId).toBe(userId);
    expect(world.store.all('session')).toHaveLength(1);
    const emailHash = await world.services.keys.emailHash('ada@example.com');
    expect(await world.services.keys.readDeviceToken(emailHash, signedIn.deviceToken)).toBeDefined();
  });

  it('opens the session although the counters of codes cannot be cleared afterwards: the digits are used up', async () => {
    const given = await cast();
    const { code, browserToken } = await challenged(given);
    const { store } = given.world;
    const commit = store.commit.bind(store);
    vi.spyOn(store, 'commit').mockImplementation((writes) =>
      writes.some(({ write, kind }) => write === 'remove' && kind === 'rateCounter')
        ? Promise.reject(new StoreUnavailable('away'))
        : commit(writes),
    );
    expect(await verify(given, { code, browserToken })).toMatchObject({ userId: given.userId });
  });

  it('works for a client that keeps no cookie', async () => {
    const given = await cast();
    const { code } = await challenged(given);
    expect(await verify(given, { code })).toMatchObject({ userId: given.userId });
  });

  it('keeps the digits nowhere but in the mail: not in the table, not in a log, not in a subject', async () => {
    const given = await cast();
    const { world } = given;
    // Digits that occur nowhere else in the table.
    vi.spyOn(world.services.random, 'below').mockReturnValueOnce(777_333);
    const { code, browserToken } = await challenged(given);
    expect(code).toBe('777333');
    await verify(given, { code, browserToken });
    const seen = JSON.stringify([
      world.store.all('challenge'),
      world.store.all('rateCounter'),
      world.logs,
      world.mails.map(({ subject }) => subject),
    ]);
    expect(seen).not.toContain(code);
    expect(seen).not.toContain(browserToken);
  });

  it('takes the digits once, also when they are given fifty times at once', async () => {
    const given = await cast();
    const { code, browserToken } = await challenged(given);
    const guesses = Array.from({ length: 50 }, () => refusalOf(verify(given, { code, browserToken })));
    const outcomes = await Promise.all(guesses);
    expect(outcomes.filter((outcome) => outcome !== 'InvalidCode')).toHaveLength(1);
    expect(given.world.store.all('session')).toHaveLength(1);
    expect(await refusalOf(verify(given, { code, browserToken }))).toBe('InvalidCode');
  });

  it('takes the digits for ten minutes', async () => {
    const given = await cast();
    const { code, browserToken } = await challenged(given);
    given.world.clock.advance(10 * 60_000 - 1);
    await expect(verify(given, { code, browserToken })).resolves.toBeDefined();
    const late = await challenged(given);
    given.world.clock.advance(10 * 60_000);
    expect(await refusalOf(verify(given, late))).toBe('InvalidCode');
  });

  it('takes the digits for no other person', async () => {
    const given = await cast();
    const { world } = given;
    const { code, browserToken } = await challenged(given);
    const eve = await world.joined({ email: 'eve@example.com' });
    await world.change(eve.userId, { isTwoFactorEnabled: true });
    await world.login({ email: 'eve@example.com' });
    expect(digitsIn(world.mails.at(-1))).not.toBe(code);
    expect(await refusalOf(verify(given, { userId: eve.userId, code, browserToken }))).toBe('InvalidCode');
    const nobody = `usr_7${'Z'.repeat(25)}` as const;
    expect(await refusalOf(verify(given, { userId: nobody, code, browserToken }))).toBe('InvalidCode');
  });

  it('takes no digits that were mailed before the password changed', async () => {
    const given = await cast();
    const { code, browserToken } = await challenged(given);
    await given.world.change(given.userId, { sessionGeneration: 2 });
    expect(await refusalOf(verify(given, { code, browserToken }))).toBe('InvalidCode');
  });

  it('reveals a suspension only to the right password, and to the right digits', async () => {
    const given = await cast();
    const { code, browserToken } = await challenged(given);
    // These are the changes of an admin's suspension, which ends sessions and challenges.
    await given.world.change(given.userId, { isSuspended: true, sessionGeneration: 2 });
    expect(await refusalOf(verify(given, { code: not(code), browserToken }))).toBe('InvalidCode');
    expect(await refusalOf(verify(given, { code, browserToken }))).toBe('AccountSuspended');
    expect(given.world.store.all('session')).toHaveLength(0);
    expect(await refusalOf(given.world.login({ password: 'Wrong-guess-1' }))).toBe('InvalidCredentials');
    expect(await refusalOf(given.world.login())).toBe('AccountSuspended');
  });
});

describe('a code of an app or a recovery code', () => {
  const withApp = async () => {
    const given = await cast();
    const app = await addTotp(given.world.services, given);
    const signIn = async (): Promise<string | undefined> => {
      const outcome = await given.world.login();
      return outcome.isTwoFactorRequired ? outcome.browserToken : undefined;
    };
    const recovery = (app.recoveryCodes[0] ?? '').replace('-', '');
    return { given, app, recovery, signIn };
  };

  it('opens nothing in a browser that did not give the password, and still works in the one that did', async () => {
    const { given, app, recovery, signIn } = await withApp();
    const eve = await given.world.joined({ email: 'eve@example.com' });
    await addTotp(given.world.services, eve);
    const hers = await given.world.login({ email: 'eve@example.com' });
    const browserToken = await signIn();
    const right = app.code();
    const others = [undefined, '', 'x', `${browserToken}x`, hers.isTwoFactorRequired ? hers.browserToken : undefined];
    for (const other of others) {
      for (const code of [right, recovery]) {
        expect([other, await refusalOf(verify(given, { code, browserToken: other }))]).toEqual([other, 'InvalidCode']);
      }
    }
    expect(given.world.store.all('session')).toHaveLength(0);
    await expect(verify(given, { code: right, browserToken })).resolves.toMatchObject({ userId: given.userId });
  });

  it('works in each of two browsers that gave the password in the same minute', async () => {
    const { given, app, recovery, signIn } = await withApp();
    const [first, second] = [await signIn(), await signIn()];
    await expect(verify(given, { code: app.code(), browserToken: second })).resolves.toBeDefined();
    await expect(verify(given, { code: recovery, browserToken: first })).resolves.toBeDefined();
  });

  it('works for ten minutes after the password, and not once the password changed', async () => {
    const { given, app, signIn } = await withApp();
    const early = await signIn();
    given.world.clock.advance(10 * 60_000 - 1);
    const late = await signIn();
    given.world.clock.advance(1);
    const code = app.code();
    expect(await refusalOf(verify(given, { code, browserToken: early }))).toBe('InvalidCode');
    await given.world.change(given.userId, { sessionGeneration: 2 });
    expect(await refusalOf(verify(given, { code, browserToken: late }))).toBe('InvalidCode');
    await expect(verify(given, { code, browserToken: await signIn() })).resolves.toBeDefined();
  });
});

describe('a person who is barred between the two steps', () => {
  it.each([
    ['AccountSuspended', { isSuspended: true, sessionGeneration: 2 }],
    ['AccountLocked', { isLockedUntilReset: true, sessionGeneration: 2 }],
  ])('learns the reason only with a right code of the app: %s', async (refusal, changes) => {
    const given = await cast();
    const { world, userId } = given;
    const app = await addTotp(world.services, { userId });
    const outcome = await world.login();
    if (!outcome.isTwoFactorRequired) throw new Error('no second factor was asked for');
    const { browserToken } = outcome;
    await world.change(userId, changes);
    expect(await refusalOf(verify(given, { code: '000000', browserToken }))).toBe('InvalidCode');
    expect(await refusalOf(verify(given, { code: app.code(), browserToken }))).toBe(refusal);
    expect(world.store.all('session')).toHaveLength(0);
  });

  it('gets no session when barred while the code is checked', async () => {
    const given = await cast();
    const { world, userId } = given;
    const { code, browserToken } = await challenged(given);
    let isBarred = false;
    const commit = world.store.commit.bind(world.store);
    world.store.commit = async (writes) => {
      if (!isBarred && writes.some(({ kind }) => kind === 'rateCounter')) {
        isBarred = true;
        await world.change(userId, { isSuspended: true, sessionGeneration: 2 });
      }
      return commit(writes);
    };
    expect(await refusalOf(verify(given, { code, browserToken }))).toBe('AccountSuspended');
    expect(world.store.all('session')).toHaveLength(0);
  });
});

describe('guessing digits', () => {
  it('fifty times at once has at most five guesses compared', async () => {
    const given = await cast();
    const { code } = await challenged(given);
    const hash = vi.spyOn(given.world.services.keys, 'codeHash');
    await Promise.all(Array.from({ length: 50 }, () => refusalOf(verify(given, { code: not(code) }))));
    const compared = hash.mock.calls.filter(([purpose]) => purpose === 'one-time-code');
    expect(compared.length).toBeGreaterThan(0);
    expect(compared.length).toBeLessThanOrEqual(5);
    expect(await refusalOf(verify(given, { code }))).toBe('InvalidCode');
  });

  it("as a stranger, or with another challenge's cookie, leaves the owner all five guesses", async () => {
    const given = await cast();
    const before = await challenged(given);
    given.world.clock.advance(61_000);
    const { code, browserToken } = await challenged(given);
    for (let round = 0; round < 6; round++) {
      const forged = round % 2 === 0 ? before.browserToken : 'x';
      expect(await refusalOf(verify(given, { code: not(code), browserToken: forged }))).toBe('InvalidCode');
    }
    expect(await refusalOf(verify(given, { code }))).toBe('InvalidCode');
    for (let round = 0; round < 4; round++) await refusalOf(verify(given, { code: not(code), browserToken }));
    await expect(verify(given, { code, browserToken })).resolves.toMatchObject({ userId: given.userId });
  });

  it("at an app's code is slowed down; strangers' guesses slow down nobody who gave the password", async () => {
    const given = await cast();
    const { world, userId } = given;
    const app = await addTotp(world.services, { userId });
    const outcome = await world.login();
    if (!outcome.isTwoFactorRequired) throw new Error('no second factor was asked for');
    const { browserToken } = outcome;
    const guess = (more: object) => refusalOf(verify(given, { code: '000000', ...more }));
    for (let round = 0; round < 30; round++) expect(await guess({})).toBe('InvalidCode');
    const answers: unknown[] = [];
    for (let round = 0; round < 6; round++) answers.push(await guess({ browserToken, clientAddress: '198.51.100.7' }));
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'InvalidCode'), 'TooManyRequests']);
    await expect(verify(given, { code: app.code(), browserToken })).resolves.toMatchObject({ userId });
  });

  it('is over after five wrong guesses with the browser’s cookie', async () => {
    const given = await cast();
    const { code, browserToken } = await challenged(given);
    for (let round = 0; round < 5; round++) await refusalOf(verify(given, { code: not(code), browserToken }));
    expect(await refusalOf(verify(given, { code, browserToken }))).toBe('InvalidCode');
    expect(await refusalOf(verify(given, { code }))).toBe('InvalidCode');
    // For as long as the digits live: a count that ends before them would allow five more.
    given.world.clock.advance(challengeMs - 1_000);
    expect(await refusalOf(verify(given, { code, browserToken }))).toBe('InvalidCode');
  });

  it('once at each of many accounts is slowed down for that network', async () => {
    const given = await cast();
    const { code } = await challenged(given);
    const nobodys = (index: number): Id<'user'> => `usr_${String(index).padStart(26, '9')}`;
    for (let round = 0; round < 60; round++) await refusalOf(verify(given, { userId: nobodys(round) }));
    expect(await refusalOf(verify(given, { code }))).toBe('TooManyRequests');
    await expect(verify(given, { code, clientAddress: '198.51.100.1' })).resolves.toBeDefined();
  });
});

describe('asking for digits again', () => {
  it('within half a minute keeps the digits already mailed, and gives a second browser no cookie', async () => {
    const given = await cast();
    const { code, browserToken } = await challenged(given);
    given.world.clock.advance(resendAfterMs - 1);
    expect(await given.world.login()).toEqual({
      isTwoFactorRequired: true,
      methods: ['email'],
      userId: given.userId,
      browserToken: undefined,
    });
    expect(given.world.mails).toHaveLength(1);
    await expect(verify(given, { code, browserToken })).resolves.toBeDefined();
  });

  it('mails new digits at once after five wrong guesses, whose refusal says to sign in again', async () => {
    const given = await cast();
    const { code, browserToken } = await challenged(given);
    for (let round = 0; round < 5; round++) await refusalOf(verify(given, { code: not(code), browserToken }));
    given.world.clock.advance(5_000);
    const mails = given.world.mails.length;
    await expect(given.world.login({ browserToken })).resolves.toMatchObject({ browserToken: expect.any(String) });
    expect(given.world.mails).toHaveLength(mails + 1);
    expect(await refusalOf(verify(given, { code, browserToken }))).toBe('InvalidCode');
  });

  it('after half a minute mails new digits and voids the earlier ones', async () => {
    const given = await cast();
    const first = await challenged(given);
    given.world.clock.advance(resendAfterMs);
    const second = await challenged(given);
    expect(await refusalOf(verify(given, first))).toBe('InvalidCode');
    await expect(verify(given, second)).resolves.toBeDefined();
  });

  it('eight times at once mails one set', async () => {
    const given = await cast();
    const { services } = given.world;
    const ada = given.world.userByEmail('ada@example.com');
    await Promise.all(Array.from({ length: 8 }, () => requestSecondFactor(services, ada, undefined)));
    expect(given.world.mails).toHaveLength(1);
    expect(given.world.store.all('challenge')).toHaveLength(1);
  });

  it('is refused after five unused sets in an hour, and ten in a day', async () => {
    const given = await cast();
    const { clock } = given.world;
    const fiveTimes = async (): Promise<void> => {
      for (let round = 0; round < 5; round++) {
        await challenged(given);
        clock.advance(61_000);
      }
    };
    await fiveTimes();
    expect(await refusalOf(given.world.login())).toBe('TooManyRequests');
    clock.advance(60 * 60_000);
    await fiveTimes();
    clock.advance(60 * 60_000);
    expect(await refusalOf(given.world.login())).toBe('TooManyRequests');
    clock.advance(22 * 60 * 60_000);
    await expect(challenged(given)).resolves.toBeDefined();
  });

  it('is counted from zero after a used set, and after a new password', async () => {
    const given = await cast();
    for (let round = 0; round < 12; round++) {
      await expect(verify(given, await challenged(given))).resolves.toBeDefined();
    }
    for (let round = 0; round < 5; round++) {
      await challenged(given);
      given.world.clock.advance(61_000);
    }
    expect(await refusalOf(given.world.login())).toBe('TooManyRequests');
    await given.world.change(given.userId, { sessionGeneration: 2 });
    await expect(challenged(given)).resolves.toBeDefined();
  });

  it('does not fail because the mail could not be sent, and logs neither digits nor address', async () => {
    const given = await cast();
    vi.spyOn(given.world.services.mailer, 'send').mockRejectedValue(new Error('to ada@example.com: quota'));
    await expect(given.world.login()).resolves.toMatchObject({ isTwoFactorRequired: true });
    expect(given.world.logs.at(-1)).toMatchObject({ level: 'error', message: 'mail not sent' });
    expect(JSON.stringify(given.world.logs)).not.toContain('ada@');
  });
});
