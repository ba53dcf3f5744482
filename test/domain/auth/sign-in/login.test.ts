import { describe, expect, it, vi } from 'vitest';
import { verifyEmail } from '#functions/domain/auth/sign-up/verify-email.ts';
import { AppError } from '#shared/errors.ts';
import { authenticate } from '#functions/domain/auth/sessions/authenticate.ts';
import { forgotPassword } from '#functions/domain/auth/passwords/forgot-password.ts';
import { resetPassword } from '#functions/domain/auth/passwords/reset-password.ts';
import { authWorld, codeIn, refusalOf, resetCodeIn, type AuthWorld } from '#test/support/auth-world.ts';

const wrong = { password: 'Wrong-guess-1' };

/** Returns the outcome of an attempt as a client sees it. */
async function seen(attempt: Promise<unknown>): Promise<unknown> {
  try {
    await attempt;
    return 'signed in';
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    const { code, message, retryAfterSeconds } = thrown;
    return { code, message, retryAfterSeconds };
  }
}

describe('signing in', () => {
  it('opens a session that is good for every call', async () => {
    const world = authWorld();
    const user = await world.joined();
    const { tokens, userId } = await world.signIn({ email: ' ADA@example.com ' });
    expect(userId).toBe(user.userId);
    const caller = await authenticate(world.services, tokens.accessToken);
    expect(caller.user.userId).toBe(user.userId);
  });

  it('answers an unknown address and a wrong password alike, after the same work', async () => {
    const world = authWorld();
    await world.joined();
    const verify = vi.spyOn(world.services.keys, 'verifyPassword');
    const known = await seen(world.signIn(wrong));
    const unknown = await seen(world.signIn({ ...wrong, email: 'nobody@example.com' }));
    expect(known).toEqual(unknown);
    expect(known).toMatchObject({ code: 'InvalidCredentials' });
    expect(verify).toHaveBeenCalledTimes(2);
  });

  it('reveals the state of an account only to the right password', async () => {
    const world = authWorld();
    await world.signUp();
    await expect(refusalOf(world.signIn(wrong))).resolves.toBe('InvalidCredentials');
    await expect(refusalOf(world.signIn())).resolves.toBe('EmailNotVerified');
    await verifyEmail(world.services, codeIn(world.mails.at(-1)));
    await world.change(world.userByEmail('ada@example.com').userId, { isSuspended: true });
    await expect(refusalOf(world.signIn(wrong))).resolves.toBe('InvalidCredentials');
    await expect(refusalOf(world.signIn())).resolves.toBe('AccountSuspended');
    expect(world.store.all('session')).toHaveLength(0);
  });

  it('without a confirmed address mails a fresh link, at most five an hour', async () => {
    const world = authWorld();
    await world.signUp();
    for (let round = 0; round < 6; round++) await refusalOf(world.signIn());
    expect(world.mails).toHaveLength(5);
    expect(new Set(world.mails.map(codeIn)).size).toBe(5);
  });
});

describe('guessing', () => {
  const guess = (world: AuthWorld, from: string, email = 'ada@example.com'): Promise<unknown> =>
    seen(world.signIn({ ...wrong, email, clientAddress: from }));

  it('waits after five failures: one minute, then two, up to fifteen', async () => {
    const world = authWorld();
    await world.joined();
    for (let round = 0; round < 5; round++) {
      expect(await guess(world, '203.0.113.9')).toMatchObject({ code: 'InvalidCredentials' });
    }
    world.clock.advance(1_000);
    expect(await guess(world, '203.0.113.200')).toMatchObject({
      code: 'TooManyRequests',
      message: 'Too many attempts. Try again in 59 seconds.',
      retryAfterSeconds: 59,
    });
    const waits: number[] = [];
    for (let round = 0; round < 5; round++) {
      const refused = (await guess(world, '203.0.113.9')) as { retryAfterSeconds: number };
      waits.push(Math.round(refused.retryAfterSeconds / 60));
      world.clock.advance(refused.retryAfterSeconds * 1000);
      expect(await guess(world, '203.0.113.9')).toMatchObject({ code: 'InvalidCredentials' });
      world.clock.advance(1_000);
    }
    expect(waits).toEqual([1, 2, 4, 8, 15]);
  });

  it('waits for the longest of its waits: the network may try again sooner than the account', async () => {
    const world = authWorld();
    await world.joined();
    for (let round = 0; round < 4; round++) await guess(world, '203.0.113.9');
    for (let round = 0; round < 6; round++) await guess(world, `10.0.${round}.1`);
    for (const wait of [60, 120]) {
      world.clock.advance(wait * 1_000);
      await guess(world, `10.0.${wait}.1`);
    }
    world.clock.advance(4 * 60_000);
    // The fifth of this network and the thirteenth of the account: one minute, and eight.
    await guess(world, '203.0.113.9');
    world.clock.advance(2_000);
    expect(await guess(world, '203.0.113.9')).toMatchObject({ retryAfterSeconds: 8 * 60 - 2 });
  });

  it('is refused at once while it has to wait, although another network guesses in this second', async () => {
    const world = authWorld();
    await world.joined();
    for (let round = 0; round < 5; round++) await guess(world, '203.0.113.9');
    world.clock.advance(2_000);
    // The last of these may still be under way, and turn out right.
    for (let round = 0; round < 5; round++) await guess(world, '198.51.100.7');
    const askedAtMs = world.clock.now();
    expect(await guess(world, '203.0.113.9')).toMatchObject({ code: 'TooManyRequests' });
    expect(world.clock.now() - askedAtMs).toBe(0);
  });

  it('gets the same replies for an address without an account', async () => {
    const world = authWorld();
    await world.joined();
    const history = async (email: string): Promise<unknown[]> => {
      const answers: unknown[] = [];
      for (let round = 0; round < 8; round++) {
        answers.push(await guess(world, '203.0.113.9', email));
        world.clock.advance(2_000);
      }
      return answers;
    };
    expect(await history('nobody@example.com')).toEqual(await history('ada@example.com'));
  });

  it('ten thousand times from ten thousand networks has at most twelve passwords checked', async () => {
    const world = authWorld();
    await world.joined();
    const verify = vi.spyOn(world.services.keys, 'verifyPassword').mockResolvedValue(false);
    for (let round = 0; round < 10_000; round++) {
      await guess(world, `10.${round >> 8}.${round & 255}.1`);
    }
    expect(verify.mock.calls.length).toBeLessThanOrEqual(12);
  });

  it('fifty times at once has at most five passwords checked', async () => {
    const world = authWorld();
    await world.joined();
    const verify = vi.spyOn(world.services.keys, 'verifyPassword');
    await Promise.all(Array.from({ length: 50 }, () => guess(world, '203.0.113.9')));
    expect(verify.mock.calls.length).toBeLessThanOrEqual(5);
  });

  it('never locks out the owner on a browser that signed in before', async () => {
    const world = authWorld();
    await world.joined();
    const { deviceToken } = await world.signIn();
    for (let round = 0; round < 40; round++) await guess(world, `10.0.${round}.1`);
    for (let round = 0; round < 10; round++) await guess(world, '198.51.100.7');
    world.clock.advance(2_000);
    expect(await seen(world.signIn())).toMatchObject({ code: 'TooManyRequests' });
    expect(await seen(world.signIn({ deviceToken }))).toBe('signed in');
    expect(await seen(world.signIn({ deviceToken }))).toBe('signed in');
  });

  it('is counted per device: a known browser stays the same device at its next sign-in', async () => {
    const world = authWorld();
    await world.joined();
    const emailHash = await world.services.keys.emailHash('ada@example.com');
    const first = await world.signIn();
    const second = await world.signIn({ deviceToken: first.deviceToken });
    const [before, after] = await Promise.all(
      [first, second].map(({ deviceToken }) => world.services.keys.readDeviceToken(emailHash, deviceToken)),
    );
    expect(after).toBe(before);
    expect(before).toBeDefined();
  });

  it('with a device cookie of another address, or a forged one, counts as a stranger’s', async () => {
    const world = authWorld();
    await world.joined();
    await world.joined({ email: 'eve@example.com' });
    const { deviceToken } = await world.signIn({ email: 'eve@example.com' });
    const verify = vi.spyOn(world.services.keys, 'verifyPassword').mockResolvedValue(false);
    for (let round = 0; round < 100; round++) {
      const forged = round % 2 === 0 ? deviceToken : `${'a'.repeat(22)}.${'A'.repeat(43)}`;
      await seen(world.signIn({ ...wrong, deviceToken: forged, clientAddress: `10.0.${round}.1` }));
    }
    expect(verify.mock.calls.length).toBeLessThanOrEqual(10);
  });

  it('with a stolen device cookie slows down no other browser of the owner', async () => {
    const world = authWorld();
    await world.joined();
    const stolen = (await world.signIn()).deviceToken;
    const own = (await world.signIn()).deviceToken;
    for (let round = 0; round < 6; round++) await seen(world.signIn({ ...wrong, deviceToken: stolen }));
    world.clock.advance(2_000);
    expect(await seen(world.signIn({ deviceToken: stolen }))).toMatchObject({ code: 'TooManyRequests' });
    expect(await seen(world.signIn({ deviceToken: own }))).toBe('signed in');
  });

  it('with a stolen device cookie is slowed down too', async () => {
    const world = authWorld();
    await world.joined();
    const { deviceToken } = await world.signIn();
    for (let round = 0; round < 5; round++) await seen(world.signIn({ ...wrong, deviceToken }));
    world.clock.advance(2_000);
    expect(await seen(world.signIn({ deviceToken }))).toMatchObject({ code: 'TooManyRequests' });
    expect(await seen(world.signIn())).toBe('signed in');
  });

  it('at many accounts from one network is slowed down for that network only', async () => {
    const world = authWorld();
    await world.joined();
    vi.spyOn(world.services.keys, 'verifyPassword').mockImplementation(
      async (password) => password === 'Correct-horse-1',
    );
    for (let round = 0; round < 200; round++) await guess(world, '203.0.113.9', `user${round}@example.com`);
    world.clock.advance(2_000);
    expect(await guess(world, '203.0.113.77', 'one-more@example.com')).toMatchObject({
      code: 'TooManyRequests',
      retryAfterSeconds: 58,
    });
    expect(await seen(world.signIn({ clientAddress: '198.51.100.7' }))).toBe('signed in');
    world.clock.advance(58_000);
    expect(await seen(world.signIn({ clientAddress: '203.0.113.9' }))).toBe('signed in');
  });

  it('at many accounts from one network makes that network wait a quarter of an hour at most', async () => {
    const world = authWorld();
    vi.spyOn(world.services.keys, 'verifyPassword').mockResolvedValue(false);
    for (let round = 0; round < 199; round++) await guess(world, '203.0.113.9', `user${round}@example.com`);
    const waits: (number | undefined)[] = [];
    for (let round = 0; round < 6; round++) {
      await guess(world, '203.0.113.9', `late${round}@example.com`);
      world.clock.advance(1_000);
      const { retryAfterSeconds = 0 } = (await guess(world, '203.0.113.9', 'next@example.com')) as {
        readonly retryAfterSeconds?: number;
      };
      waits.push(retryAfterSeconds);
      world.clock.advance(retryAfterSeconds * 1_000);
    }
    expect(waits).toEqual([59, 119, 239, 479, 899, 899]);
  });

  it('at many accounts from one network is forgotten after an hour', async () => {
    const world = authWorld();
    await world.joined();
    vi.spyOn(world.services.keys, 'verifyPassword').mockImplementation(
      async (password) => password === 'Correct-horse-1',
    );
    for (let round = 0; round < 200; round++) await guess(world, '203.0.113.9', `user${round}@example.com`);
    world.clock.advance(60 * 60_000);
    // One more would make the network wait if it still counted with the others.
    await guess(world, '203.0.113.9', 'one-more@example.com');
    world.clock.advance(2_000);
    expect(await seen(world.signIn({ clientAddress: '203.0.113.9' }))).toBe('signed in');
  });

  it('at many accounts is not forgotten for one right password from the same network', async () => {
    const world = authWorld();
    await world.joined();
    vi.spyOn(world.services.keys, 'verifyPassword').mockImplementation(
      async (password) => password === 'Correct-horse-1',
    );
    for (let round = 0; round < 199; round++) await guess(world, '203.0.113.9', `user${round}@example.com`);
    expect(await seen(world.signIn({ clientAddress: '203.0.113.9' }))).toBe('signed in');
    expect(await guess(world, '203.0.113.9', 'one-more@example.com')).toMatchObject({ code: 'InvalidCredentials' });
    world.clock.advance(2_000);
    expect(await guess(world, '203.0.113.9', 'the-next@example.com')).toMatchObject({ code: 'TooManyRequests' });
  });

  it('a hundred times in a row bars strangers, but no known browser, until the password is reset', async () => {
    const world = authWorld();
    await world.joined();
    const { deviceToken } = await world.signIn();
    const verify = vi.spyOn(world.services.keys, 'verifyPassword').mockResolvedValue(false);
    let waitSeconds = 0;
    for (let round = 0; waitSeconds < 12 * 60 * 60; round++) {
      const refused = (await guess(world, `10.${round >> 8}.${round & 255}.1`)) as { retryAfterSeconds?: number };
      waitSeconds = refused.retryAfterSeconds ?? 0;
      if (waitSeconds < 12 * 60 * 60) world.clock.advance(waitSeconds * 1_000);
    }
    expect(verify).toHaveBeenCalledTimes(100);
    verify.mockRestore();
    expect(await seen(world.signIn())).toMatchObject({ code: 'TooManyRequests' });
    expect(await seen(world.signIn({ deviceToken }))).toBe('signed in');
    await forgotPassword(world.services, { email: 'ada@example.com', clientAddress: '198.51.100.7' });
    const verificationCode = resetCodeIn(world.mails.at(-1));
    await resetPassword(world.services, { verificationCode, password: 'Long-Walks-88' });
    expect(await seen(world.signIn({ password: 'Long-Walks-88' }))).toBe('signed in');
  });

  it('is forgiven by the right password', async () => {
    const world = authWorld();
    await world.joined();
    for (let week = 0; week < 4; week++) {
      for (let round = 0; round < 4; round++) await guess(world, '198.51.100.7');
      expect(await seen(world.signIn())).toBe('signed in');
    }
  });
});

it('thirty right sign-ins at once all succeed', async () => {
  const world = authWorld();
  await world.joined();
  vi.spyOn(world.services.keys, 'verifyPassword').mockImplementation(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return true;
  });
  // Real waiting: a clock that stands still would let nobody finish.
  vi.spyOn(world.clock, 'sleep').mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 1)));
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => seen(world.signIn())));
  expect(outcomes.filter((outcome) => outcome === 'signed in')).toHaveLength(30);
});
