import { describe, expect, it, vi } from 'vitest';
import { authenticate } from '#functions/domain/auth/sessions/authenticate.ts';
import { finishEmailChange } from '#functions/domain/auth/addresses/finish-email-change.ts';
import { forgotPassword } from '#functions/domain/auth/passwords/forgot-password.ts';
import { resetPassword } from '#functions/domain/auth/passwords/reset-password.ts';
import { startEmailChange } from '#functions/domain/auth/addresses/start-email-change.ts';
import { verifyEmail } from '#functions/domain/auth/sign-up/verify-email.ts';
import { momentText } from '#functions/domain/mails/moment-text.ts';
import { ada, authWorld, codeIn, digitsIn, refusalOf, resetCodeIn } from '#test/support/auth-world.ts';

describe('signing up', () => {
  it('makes no account yet, keeps the given data, and mails a link', async () => {
    const world = authWorld();
    await world.signUp({ email: '  Ada@Example.com ' });
    expect([...world.store.all('user'), ...world.store.all('emailOwner'), ...world.store.all('wallet')]).toEqual([]);
    expect(world.store.all('signUps')).toMatchObject([{ waiting: [{ email: 'Ada@Example.com', firstname: 'Ada' }] }]);
    expect(world.mails).toHaveLength(1);
    expect(world.mails[0]).toMatchObject({ to: 'Ada@Example.com', subject: 'Confirm your email address' });
    expect(world.mails[0]?.text).not.toContain('sign-up of');
    expect(Buffer.from(codeIn(world.mails[0]), 'base64url')).toHaveLength(32);
  });

  it('keeps neither password, address nor code where they could be read', async () => {
    const world = authWorld();
    await world.signUp();
    const table = JSON.stringify([world.store.all('signUps'), world.store.all('emailVerification')]);
    expect(table).not.toContain(ada.password);
    expect(table).not.toContain(codeIn(world.mails[0]));
    expect(world.store.all('signUps').map(({ emailHash }) => emailHash.includes('ada'))).toEqual([false]);
    expect(JSON.stringify(world.logs)).not.toMatch(/ada@|Correct-horse/);
  });

  it('with the address of an account changes nothing and mails only its owner', async () => {
    const world = authWorld();
    await world.joined();
    const before = world.store.all('user');
    await expect(world.signUp({ email: 'ADA@example.com', firstname: 'Eve', password: 'Another-one-2' })).resolves.toBe(
      undefined,
    );
    expect(world.store.all('user')).toEqual(before);
    expect(world.mails.at(-1)).toMatchObject({ to: ada.email, subject: 'You already have an account' });
    expect(world.mails.at(-1)?.text).not.toContain('Eve');
    expect(() => codeIn(world.mails.at(-1))).toThrow();
  });

  it('again with the same data brings another link to the same sign-up, and two links make one account', async () => {
    const world = authWorld();
    await world.signUp();
    await world.signUp();
    expect(world.store.all('signUps')[0]?.waiting).toHaveLength(1);
    const [first, second] = world.mails.map(codeIn);
    expect(first).not.toBe(second);
    await verifyEmail(world.services, first ?? '');
    expect(await refusalOf(verifyEmail(world.services, second ?? ''))).toBe('InvalidVerificationLink');
    expect(world.store.all('user')).toHaveLength(1);
  });

  it('hashes a password whether or not the address is taken', async () => {
    const world = authWorld();
    const hash = vi.spyOn(world.services.keys, 'hashPassword');
    await world.signUp();
    await world.signUp();
    expect(hash).toHaveBeenCalledTimes(2);
  });

  it('eight times at once with the same data makes one sign-up', async () => {
    const world = authWorld();
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.signUp()));
    expect(new Set(answers)).toEqual(new Set([undefined]));
    expect(world.store.all('signUps')).toMatchObject([{ waiting: [expect.anything()] }]);
  });

  it('mails one address at most five times an hour', async () => {
    const world = authWorld();
    for (let round = 0; round < 8; round++) await world.signUp();
    expect(world.mails).toHaveLength(5);
    world.clock.advance(60 * 60_000);
    await world.signUp();
    expect(world.mails).toHaveLength(6);
  });

  it('is not undone by a mail that cannot be sent, which is logged without the address', async () => {
    const world = authWorld();
    vi.spyOn(world.services.mailer, 'send').mockRejectedValue(new Error('to ada@example.com: quota'));
    await world.signUp();
    expect(world.store.all('signUps')).toHaveLength(1);
    expect(world.logs).toEqual([expect.objectContaining({ level: 'error', message: 'mail not sent' })]);
    expect(JSON.stringify(world.logs)).not.toContain('ada@');
  });

  it('keeps the referrer that the link names, whatever its value, and none for an empty one', async () => {
    const world = authWorld();
    await world.signUp({ referredBy: ' somebody ' });
    await world.signUp({ email: 'bob@example.com', referredBy: '' });
    const asked = world.store.all('signUps').flatMap(({ waiting }) => waiting.map(({ referredBy }) => referredBy));
    expect(asked).toEqual(['somebody', undefined]);
  });

  it('notes one network for all addresses of a household or a rented server, and none for loopback', async () => {
    const networks: unknown[] = [];
    for (const clientAddress of ['2001:db8:7:1::5', '2001:db8:7:2::6', '2001:db8:8::7', '203.0.113.7', '::1']) {
      const world = authWorld();
      await world.signUp({ clientAddress });
      networks.push(world.store.all('signUps')[0]?.waiting[0]?.signUpNetwork);
    }
    const [one, ...others] = networks;
    expect(one).toEqual(expect.any(String));
    expect(others).toEqual([one, expect.any(String), expect.any(String), undefined]);
    expect(new Set(networks).size).toBe(4);
    expect(String(networks)).not.toMatch(/2001|203\.0/);
  });

  it('refuses a common password and stores nothing', async () => {
    const world = authWorld();
    await expect(world.signUp({ password: 'Satchel-2026' })).rejects.toMatchObject({
      code: 'ValidationFailed',
      fields: { password: expect.any(String) },
    });
    expect(world.store.all('signUps')).toHaveLength(0);
    expect(world.store.all('rateCounter')).toHaveLength(0);
  });

  it('is possible a hundred times an hour per network; loopback has no limit', async () => {
    const world = authWorld();
    vi.spyOn(world.services.keys, 'hashPassword').mockResolvedValue('a hash');
    const from = (clientAddress: string, index: number): Promise<void> =>
      world.signUp({ email: `user${index}.${clientAddress}@example.com`, clientAddress });
    for (let index = 0; index < 100; index++) await from(`203.0.113.${index}`, index);
    world.clock.advance(10 * 60_000);
    await expect(from('203.0.113.250', 100)).rejects.toMatchObject({
      code: 'TooManyRequests',
      retryAfterSeconds: 50 * 60,
    });
    expect(world.store.all('signUps')).toHaveLength(100);
    await from('203.0.114.1', 101);
    for (let index = 0; index < 204; index++) await from(index % 2 === 0 ? '127.0.0.1' : '::1', index);
    world.clock.advance(50 * 60_000);
    await from('203.0.113.250', 100);
  });
});

describe('sign-ups of two people with one address', () => {
  const eve = { firstname: 'Eve', lastname: 'Early', password: 'First-was-mine-1', referredBy: 'usr_of_eve' };

  async function staged() {
    const world = authWorld();
    await world.signUp(eve);
    world.clock.advance(60_000);
    await world.signUp();
    const [evesLink = '', adasLink = ''] = world.mails.map(codeIn);
    return { world, evesLink, adasLink };
  }

  it('stand side by side: the link that is opened makes the account with its own names, password and referral', async () => {
    const { world, adasLink, evesLink } = await staged();
    await verifyEmail(world.services, adasLink);
    expect(world.store.all('user')).toMatchObject([
      { firstname: 'Ada', lastname: 'Lovelace', isVerified: true, referredBy: undefined },
    ]);
    expect(await refusalOf(world.signIn({ password: eve.password }))).toBe('InvalidCredentials');
    await expect(world.signIn()).resolves.toBeDefined();
    expect(await refusalOf(verifyEmail(world.services, evesLink))).toBe('InvalidVerificationLink');
    expect(world.store.all('signUps')).toEqual([]);
  });

  it.each([{ firstname: 'Eve' }, { lastname: 'Byron' }, { password: 'Another-one-2' }, { referredBy: 'usr_of_eve' }])(
    'stand side by side when a stranger’s differs in %o alone: the first link makes the account that it was mailed for',
    async (differs) => {
      const world = authWorld();
      await world.signUp();
      await world.signUp(differs);
      expect(world.store.all('signUps')[0]?.waiting).toHaveLength(2);
      await verifyEmail(world.services, codeIn(world.mails[0]));
      expect(world.store.all('user')).toMatchObject([
        { firstname: ada.firstname, lastname: ada.lastname, referredBy: undefined },
      ]);
      await expect(world.signIn()).resolves.toBeDefined();
    },
  );

  it('make the account of the first sign-up when its link is opened first', async () => {
    const { world, adasLink, evesLink } = await staged();
    await verifyEmail(world.services, evesLink);
    expect(world.store.all('user')).toMatchObject([{ firstname: 'Eve', referredBy: 'usr_of_eve' }]);
    expect(await refusalOf(verifyEmail(world.services, adasLink))).toBe('InvalidVerificationLink');
    expect(await refusalOf(world.signIn())).toBe('InvalidCredentials');
  });

  it('make one account when both links are opened at once', async () => {
    const { world, adasLink, evesLink } = await staged();
    const links = [adasLink, evesLink, adasLink, evesLink];
    const outcomes = await Promise.all(links.map((link) => refusalOf(verifyEmail(world.services, link))));
    expect(outcomes.filter((outcome) => outcome === 'InvalidVerificationLink')).toHaveLength(3);
    const counted = (['user', 'wallet', 'emailOwner', 'operation'] as const).map(
      (kind) => world.store.all(kind).length,
    );
    expect(counted).toEqual([1, 1, 1, 1]);
  });

  it('have mails that name the time of the sign-up and say to ignore one that was not yours', async () => {
    const { world } = await staged();
    const text = world.mails[1]?.text ?? '';
    expect(text).toContain(`This is about the sign-up of ${momentText(world.clock.now())}.`);
    expect(text).toContain('If this sign-up wasn’t you, ignore this email.');
    expect(text).not.toContain('Eve');
  });

  it('a sign-in with the password of one sign-up mails the link of that sign-up only', async () => {
    const { world } = await staged();
    world.mails.length = 0;
    expect(await refusalOf(world.signIn({ password: eve.password }))).toBe('EmailNotVerified');
    expect(await refusalOf(world.signIn({ password: 'Neither-of-us-1' }))).toBe('InvalidCredentials');
    expect(world.mails).toHaveLength(1);
    expect(world.mails[0]?.text).toContain('This is about the sign-up of ');
    await verifyEmail(world.services, codeIn(world.mails[0]));
    expect(world.store.all('user')).toMatchObject([{ firstname: 'Eve' }]);
  });

  it('cost a sign-in one hash, however many wait, as an account and an unknown address do', async () => {
    const { world } = await staged();
    await world.joined({ email: 'joined@example.com' });
    const [hash, verify] = [
      vi.spyOn(world.services.keys, 'hashPassword'),
      vi.spyOn(world.services.keys, 'verifyPassword'),
    ];
    for (const email of ['ada@example.com', 'joined@example.com', 'nobody@example.com']) {
      const before = hash.mock.calls.length + verify.mock.calls.length;
      expect(await refusalOf(world.signIn({ email, password: 'Wrong-guess-1' }))).toBe('InvalidCredentials');
      expect([email, hash.mock.calls.length + verify.mock.calls.length - before]).toEqual([email, 1]);
    }
  });

  it('are at most five: the oldest gives way', async () => {
    const world = authWorld();
    for (let index = 0; index < 6; index++) {
      await world.signUp({ firstname: `Ada${index}` });
      world.clock.advance(20 * 60_000);
    }
    expect(world.store.all('signUps')[0]?.waiting.map(({ firstname }) => firstname)).toEqual(
      [1, 2, 3, 4, 5].map((index) => `Ada${index}`),
    );
  });

  it('are forgotten after thirty days', async () => {
    const { world } = await staged();
    world.clock.advance(30 * 24 * 60 * 60_000);
    expect(await refusalOf(world.signIn())).toBe('InvalidCredentials');
  });

  it('cost the same work for an address that is free, waits, or is taken', async () => {
    const world = authWorld();
    await world.joined({ email: 'taken@example.com' });
    await world.signUp({ email: 'waits@example.com' });
    const spies = [
      vi.spyOn(world.store, 'get'),
      vi.spyOn(world.store, 'getBoth'),
      vi.spyOn(world.store, 'commit'),
      vi.spyOn(world.services.keys, 'hashPassword'),
      vi.spyOn(world.services.mailer, 'send'),
    ];
    const work = async (email: string): Promise<unknown> => {
      const before = spies.map(({ mock }) => mock.calls.length);
      await world.signUp({ ...eve, email });
      return spies.map(({ mock }, index) => mock.calls.length - (before[index] ?? 0));
    };
    const free = await work('free@example.com');
    expect(await work('waits@example.com')).toEqual(free);
    expect(await work('taken@example.com')).toEqual(free);
  });

  it('end with a password reset, which sets the password and drops the referral of a stranger', async () => {
    const world = authWorld();
    await world.signUp();
    await world.signUp(eve);
    await forgotPassword(world.services, { email: 'ada@example.com', clientAddress: '203.0.113.9' });
    // A stranger may have put words of their own into the name.
    expect(world.mails.at(-1)?.text).not.toContain(eve.firstname);
    const verificationCode = resetCodeIn(world.mails.at(-1));
    await resetPassword(world.services, { verificationCode, password: 'Long-Walks-88' });
    expect(world.store.all('user')).toMatchObject([{ isVerified: true, referredBy: undefined, firstname: 'Eve' }]);
    await expect(world.signIn({ password: 'Long-Walks-88' })).resolves.toBeDefined();
    expect(world.store.all('signUps')).toEqual([]);
  });

  it('cannot take an address that another person moved to meanwhile', async () => {
    const world = authWorld();
    await world.signUp({ email: 'new@example.com' });
    const link = codeIn(world.mails.at(-1));
    await world.joined();
    const { user, session } = await authenticate(world.services, (await world.signIn()).tokens.accessToken);
    await startEmailChange(world.services, { user, newEmail: 'new@example.com' });
    await finishEmailChange(world.services, { user, session, code: digitsIn(world.mails.at(-1)) });
    expect(await refusalOf(verifyEmail(world.services, link))).toBe('InvalidVerificationLink');
    expect(world.store.all('user')).toHaveLength(1);
  });
});
