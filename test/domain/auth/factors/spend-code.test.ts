import { describe, expect, it } from 'vitest';
import type { User } from '#functions/ports/entities/accounts.ts';
import { forgotPassword } from '#functions/domain/auth/passwords/forgot-password.ts';
import { resetPassword } from '#functions/domain/auth/passwords/reset-password.ts';
import { authenticate } from '#functions/domain/auth/sessions/authenticate.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { provePresence, type GivenProof } from '#functions/domain/auth/sign-in/prove-presence.ts';
import { verifySecondFactor } from '#functions/domain/auth/sign-in/verify-second-factor.ts';
import { insert } from '#functions/ports/store.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { deliverAudits } from '#test/support/deliver-audits.ts';
import {
  ada,
  authWorld,
  digitsIn,
  goodPassword,
  refusalOf,
  resetCodeIn,
  type AuthWorld,
} from '#test/support/auth-world.ts';
import { totpAt, totpStepMs } from '#test/support/totp-at.ts';

const network = '198.51.100.7';
const bare = (code: string): string => code.replaceAll('-', '');
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Ada, whose account an authenticator app protects. */
async function protectedAccount(changes: Partial<User> = {}) {
  const world = authWorld();
  const joined = await world.joined();
  await world.change(joined.userId, changes);
  const totp = await addTotp(world.services, joined);
  const { userId } = joined;
  const verify = (code: string, given: { browserToken?: string; deviceToken?: string; clientAddress?: string } = {}) =>
    verifySecondFactor(world.services, {
      userId,
      code,
      clientAddress: network,
      browserToken: undefined,
      deviceToken: undefined,
      userAgent: '',
      ...given,
    });
  /** Gives the password. Returns the token that the browser gets for the second step. */
  const begin = async (given: { clientAddress?: string } = {}): Promise<{ browserToken: string }> => {
    const outcome = await world.login(given);
    if (!outcome.isTwoFactorRequired || outcome.browserToken === undefined)
      throw new Error('no second step was asked for');
    return { browserToken: outcome.browserToken };
  };
  /** Gives the password, then a code. */
  const signIn = async (code: string) => verify(code, await begin());
  const session = newSession(world.services, world.userByEmail(ada.email));
  await world.store.commit([insert('session', session)]);
  const prove = (proof: GivenProof) =>
    provePresence(world.services, { user: world.userByEmail(ada.email), session, proof });
  return { world, userId, totp, verify, begin, signIn, prove, session };
}

const isSession = expect.objectContaining({ tokens: expect.anything() }) as unknown;

/** Returns the number of fulfilled promises. */
async function kept(promises: readonly Promise<unknown>[]): Promise<number> {
  const ends = await Promise.allSettled(promises);
  return ends.filter(({ status }) => status === 'fulfilled').length;
}

describe('a sign-in to an account with an authenticator app', () => {
  it('asks for the app after the password, mails nothing and lists the methods', async () => {
    const { world } = await protectedAccount({ isTwoFactorEnabled: true });
    await deliverAudits(world.services);
    const mailed = world.mails.length;
    expect(await world.login()).toMatchObject({ isTwoFactorRequired: true, methods: ['totp', 'recovery_code'] });
    await deliverAudits(world.services);
    expect(world.mails).toHaveLength(mailed);
  });

  it('accepts a code of another implementation, for the step before, the present one and the next', async () => {
    const { world, totp, signIn } = await protectedAccount();
    world.clock.advance(10 * totpStepMs);
    for (const offset of [-1, 0, 1]) {
      expect(await signIn(totpAt(totp.secret, world.clock.now() + offset * totpStepMs))).toEqual(isSession);
    }
  });

  it('opens a session, and records how and whether the account knew the device', async () => {
    const { world, userId, totp, signIn, verify, begin } = await protectedAccount();
    const { tokens, deviceToken } = await signIn(totp.code());
    expect((await authenticate(world.services, tokens.accessToken)).user.userId).toBe(userId);
    await verify(totp.code(), { ...(await begin()), deviceToken });
    const records = world.store.all('audit').filter(({ action }) => action === 'sign-in');
    expect(records.map(({ after }) => [after['by'], after['isNewDevice']])).toEqual([
      ['app-code', true],
      ['app-code', false],
    ]);
  });

  it.each([-2, 2])('refuses a code that is %d steps away', async (offset) => {
    const { world, totp, signIn } = await protectedAccount();
    world.clock.advance(10 * totpStepMs);
    const code = totpAt(totp.secret, world.clock.now() + offset * totpStepMs);
    expect(await refusalOf(signIn(code))).toBe('InvalidCode');
  });

  it('refuses a code without the password before it', async () => {
    const { totp, verify } = await protectedAccount();
    expect(await refusalOf(verify(totp.code()))).toBe('InvalidCode');
  });

  it('takes no digits that were mailed before the app was added', async () => {
    const world = authWorld();
    const user = await world.joined();
    await world.change(user.userId, { isTwoFactorEnabled: true });
    const outcome = await world.login();
    const digits = digitsIn(world.mails.at(-1));
    await addTotp(world.services, user);
    if (!outcome.isTwoFactorRequired) throw new Error('no second step was asked for');
    const { browserToken } = outcome;
    const browser = { browserToken, deviceToken: undefined, userAgent: '' };
    const given = { userId: user.userId, code: digits, clientAddress: network, ...browser };
    expect(await refusalOf(verifySecondFactor(world.services, given))).toBe('InvalidCode');
  });

  it('still asks for the app after the password was reset by a mail', async () => {
    const { world, totp, signIn } = await protectedAccount();
    await forgotPassword(world.services, { email: ada.email, clientAddress: network });
    const password = 'Another-horse-2';
    await resetPassword(world.services, { verificationCode: resetCodeIn(world.mails.at(-1)), password });
    expect(await world.login({ password })).toMatchObject({
      isTwoFactorRequired: true,
      methods: ['totp', 'recovery_code'],
    });
    expect(await refusalOf(signIn(totp.code()))).toBe('InvalidCredentials');
  });

  it('reports a suspension only after the right code, and does not use that code up', async () => {
    const { world, userId, totp, verify, begin } = await protectedAccount();
    const browser = await begin();
    await world.change(userId, { isSuspended: true });
    const code = totp.code();
    expect(await refusalOf(verify(otherThan(code), browser))).toBe('InvalidCode');
    expect(await refusalOf(verify(code, browser))).toBe('AccountSuspended');
    await world.change(userId, { isSuspended: false });
    expect(await verify(code, browser)).toEqual(isSession);
  });
});

describe('a code that was used', () => {
  it('is refused within its window, also at sign-in after a proof and the other way round', async () => {
    const { totp, signIn, prove } = await protectedAccount();
    const [first, second] = [totp.code(), totp.code()];
    expect(await signIn(first)).toEqual(isSession);
    expect(await refusalOf(prove({ method: 'totp', code: first }))).toBe('InvalidCode');
    await prove({ method: 'totp', code: second });
    expect(await refusalOf(signIn(second))).toBe('InvalidCode');
  });

  it('is refused after a later one was used', async () => {
    const { totp, prove } = await protectedAccount();
    const [first, second] = [totp.code(), totp.code()];
    await prove({ method: 'totp', code: first });
    await prove({ method: 'totp', code: second });
    for (const code of [first, second]) expect(await refusalOf(prove({ method: 'totp', code }))).toBe('InvalidCode');
  });

  it('is refused after it switched the app on', async () => {
    const { world, totp, prove } = await protectedAccount();
    const code = totpAt(totp.secret, world.clock.now() - totpStepMs);
    expect(await refusalOf(prove({ method: 'totp', code }))).toBe('InvalidCode');
  });

  it('works once when it is given eight times at once, to sign-in and proof', async () => {
    const { totp, verify, begin, prove } = await protectedAccount();
    const browser = await begin();
    const code = totp.code();
    const given = Array.from({ length: 4 }, () => [verify(code, browser), prove({ method: 'totp', code })]).flat();
    expect(await kept(given)).toBe(1);
  });

  it('was a recovery code: it works no more, and its owner is mailed how many are left', async () => {
    const { world, userId, totp, signIn, prove } = await protectedAccount();
    const [first = '', second = ''] = totp.recoveryCodes.map(bare);
    expect(await signIn(first)).toEqual(isSession);
    expect(await refusalOf(signIn(first))).toBe('InvalidCode');
    await deliverAudits(world.services);
    await prove({ method: 'recovery_code', code: second });
    await deliverAudits(world.services);
    const texts = world.mails.filter(({ subject }) => subject === 'A recovery code was used').map(({ text }) => text);
    expect(texts).toEqual([expect.stringContaining('You have 9 left.'), expect.stringContaining('You have 8 left.')]);
    expect(world.store.all('audit').map(({ after }) => after)).toEqual(
      expect.arrayContaining([expect.objectContaining({ by: 'recovery-code' }), { change: 'recovery-code-used' }]),
    );
    expect(await refusalOf(prove({ method: 'recovery_code', code: second }))).toBe('InvalidCode');
    const factors = await world.store.get('factors', { userId });
    expect(factors?.all.flatMap((each) => (each.kind === 'recovery' ? each.codeHashes : []))).toHaveLength(8);
  });

  it('opens one sign-in when three browsers give the same recovery code at once', async () => {
    const { totp, verify, begin } = await protectedAccount();
    const browsers = [await begin(), await begin(), await begin()];
    const [code = ''] = totp.recoveryCodes.map(bare);
    expect(await kept(browsers.map((browser) => verify(code, browser)))).toBe(1);
  });

  it('was the last recovery code: recovery codes are offered no more', async () => {
    const { world, totp, prove } = await protectedAccount();
    for (const code of totp.recoveryCodes) {
      expect(world.userByEmail(ada.email).factors).toEqual(['totp', 'recovery_code']);
      await prove({ method: 'recovery_code', code: bare(code) });
    }
    expect(world.userByEmail(ada.email).factors).toEqual(['totp']);
  });
});

describe('a proof of presence with an authenticator app on', () => {
  it('refuses the password, lists the other methods and counts no guess', async () => {
    const { prove, world } = await protectedAccount();
    for (let times = 0; times < 6; times += 1) {
      const refused = await prove({ method: 'password', password: goodPassword }).catch((thrown: unknown) => thrown);
      expect(refused).toMatchObject({ code: 'ProofRequired', methods: ['totp', 'recovery_code'] });
    }
    expect(world.store.all('session').every(({ isRevoked }) => !isRevoked)).toBe(true);
  });

  it('refuses a code that is given as another kind', async () => {
    const { prove, totp } = await protectedAccount();
    expect(await refusalOf(prove({ method: 'recovery_code', code: totp.code() }))).toBe('InvalidCode');
  });

  it('allows five guesses over all kinds, then ends the session', async () => {
    const { world, totp, prove, session } = await protectedAccount();
    const wrong = otherThan(totp.code());
    const guesses: GivenProof[] = [
      { method: 'totp', code: wrong },
      { method: 'recovery_code', code: '0000000000' },
      { method: 'totp', code: wrong },
      { method: 'recovery_code', code: '0000000000' },
    ];
    for (const guess of guesses) expect(await refusalOf(prove(guess))).toBe('InvalidCode');
    expect((await world.store.get('session', session))?.isRevoked).toBe(false);
    expect(await refusalOf(prove({ method: 'totp', code: wrong }))).toBe('InvalidCode');
    expect((await world.store.get('session', session))?.isRevoked).toBe(true);
    await deliverAudits(world.services);
    expect(world.mails.filter(({ subject }) => subject === 'We signed out one of your sessions')).toHaveLength(1);
  });
});

describe('guesses at the codes of an app', () => {
  it('by a thief with the password are slowed down over all sign-ins; the owner’s browser is not', async () => {
    const { world, totp, signIn, verify, begin } = await protectedAccount();
    const { deviceToken } = await signIn(totp.code());
    const wrong = otherThan(totp.code());
    let refusals: unknown[] = [];
    for (let sign = 0; sign < 4; sign += 1) {
      world.clock.advance(61_000);
      const browser = await begin({ clientAddress: `203.0.113.${sign}` });
      for (let guess = 0; guess < 4; guess += 1) {
        refusals.push(await refusalOf(verify(wrong, { ...browser, clientAddress: `203.0.113.${guess * 64}` })));
      }
    }
    expect(refusals.filter((code) => code === 'InvalidCode').length).toBeLessThanOrEqual(12);
    expect(refusals).toContain('TooManyRequests');
    expect(await verify(totpAt(totp.secret, world.clock.now()), { ...(await begin()), deviceToken })).toEqual(
      isSession,
    );
  });

  it('from many networks slow strangers down, and not the owner’s known browser', async () => {
    const { totp, signIn, verify, begin } = await protectedAccount();
    const { deviceToken } = await signIn(totp.code());
    const right = totp.code();
    const wrong = otherThan(right);
    for (let guess = 0; guess < 10; guess += 1) {
      const clientAddress = `203.0.${guess}.9`;
      expect(await refusalOf(verify(wrong, { ...(await begin()), clientAddress }))).toBe('InvalidCode');
    }
    const browser = await begin();
    expect(await refusalOf(verify(right, { ...browser, clientAddress: '192.0.2.1' }))).toBe('TooManyRequests');
    expect(await verify(right, { ...browser, deviceToken })).toEqual(isSession);
  });

  it('are forgiven by a right one', async () => {
    const { world, totp, signIn } = await protectedAccount();
    for (let round = 0; round < 3; round += 1) {
      for (let guess = 0; guess < 4; guess += 1)
        expect(await refusalOf(signIn(otherThan(totp.code())))).toBe('InvalidCode');
      world.clock.advance(10 * totpStepMs);
      expect(await signIn(totp.code())).toEqual(isSession);
    }
  });

  it('from one network are slowed down for all accounts, also when each account forgives its own', async () => {
    const { world, totp, verify, begin } = await protectedAccount();
    const wrong = otherThan(totp.code());
    const from = { clientAddress: '203.0.113.9' };
    for (let round = 1; round <= 50; round += 1) {
      world.clock.advance(totpStepMs);
      const right = totpAt(totp.secret, world.clock.now());
      if (round > 1) expect(await verify(right, { ...(await begin()), ...from })).toEqual(isSession);
      for (let guess = 0; guess < 4; guess += 1) await refusalOf(verify(wrong, { ...(await begin()), ...from }));
    }
    world.clock.advance(totpStepMs);
    const right = totpAt(totp.secret, world.clock.now());
    expect(await refusalOf(verify(right, { ...(await begin()), ...from }))).toBe('TooManyRequests');
    expect(await verify(right, await begin())).toEqual(isSession);
  });

  it('at once are checked five times', async () => {
    const { totp, verify, begin } = await protectedAccount();
    const browser = await begin();
    const wrong = otherThan(totp.code());
    const ends = await Promise.all(Array.from({ length: 30 }, () => refusalOf(verify(wrong, browser))));
    expect(ends.filter((code) => code === 'InvalidCode')).toHaveLength(5);
  });
});

describe('the stored form of an app', () => {
  it('shows neither its secret nor a recovery code, in the table, the logs or the mails', async () => {
    const { world, totp, signIn } = await protectedAccount();
    await signIn(totp.code());
    await deliverAudits(world.services);
    const everything = JSON.stringify([world.store.all('factors'), world.store.all('user'), world.logs, world.mails]);
    const hex = Buffer.from(totp.secret).toString('base64url');
    for (const secret of [totp.secret, hex, ...totp.recoveryCodes, ...totp.recoveryCodes.map(bare)]) {
      expect(everything).not.toContain(secret);
    }
  });
});

describe('the pending secret of an app', () => {
  it('expires after ten minutes, and the last one counts', async () => {
    const world: AuthWorld = authWorld();
    const user = await world.joined();
    const { confirmTotp } = await import('#functions/domain/auth/factors/confirm-totp.ts');
    const { startTotp } = await import('#functions/domain/auth/factors/start-totp.ts');
    const session = newSession(world.services, user);
    const first = await startTotp(world.services, session);
    const { secret } = await startTotp(world.services, session);
    const confirm = (of: string) => confirmTotp(world.services, { session, code: totpAt(of, world.clock.now()) });
    expect(await refusalOf(confirm(first.secret))).toBe('InvalidCode');
    world.clock.advance(10 * 60_000);
    expect(await refusalOf(confirm(secret))).toBe('Conflict');
    const { secret: again } = await startTotp(world.services, session);
    expect(await confirm(again)).toMatchObject({ recoveryCodes: expect.any(Array) });
    // As after a lost answer: the app is on, and its recovery codes were never shown.
    await expect(confirm(again)).rejects.toThrow(
      'Your app is on already. Make new recovery codes if you have not seen',
    );
    world.clock.advance(10 * 60_000);
    await expect(confirm(again)).rejects.toThrow('No authenticator app is waiting for its first code. Start over.');
  });
});
