import { describe, expect, it, vi } from 'vitest';
import { ada, authWorld, codeIn } from '#test/support/auth-world.ts';

describe('signing up', () => {
  it('opens an empty account for exactly one address, and mails a link', async () => {
    const world = authWorld();
    await world.signUp({ email: '  Ada@Example.com ' });
    const [user] = world.store.all('user');
    expect(user).toMatchObject({ email: 'Ada@Example.com', role: 'user', isVerified: false, version: 1 });
    expect(world.store.all('emailOwner')).toEqual([{ emailHash: expect.any(String), userId: user?.userId }]);
    expect(world.store.all('wallet')).toEqual([
      expect.objectContaining({ userId: user?.userId, availableCents: 0, heldCents: 0, debtCents: 0, sequence: 0 }),
    ]);
    expect(world.mails).toHaveLength(1);
    expect(world.mails[0]).toMatchObject({ to: 'Ada@Example.com', subject: 'Confirm your e-mail address' });
    expect(Buffer.from(codeIn(world.mails[0]), 'base64url')).toHaveLength(32);
  });

  it('keeps neither password, address nor code where they could be read', async () => {
    const world = authWorld();
    await world.signUp();
    const table = JSON.stringify([world.store.all('user'), world.store.all('emailVerification')]);
    expect(table).not.toContain(ada.password);
    expect(table).not.toContain(codeIn(world.mails[0]));
    expect(JSON.stringify(world.store.all('emailOwner'))).not.toContain('ada');
    expect(JSON.stringify(world.logs)).not.toMatch(/ada@|Correct-horse/);
  });

  it('again with the same address changes nothing and tells only its owner', async () => {
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

  it('again before confirming brings a fresh link', async () => {
    const world = authWorld();
    await world.signUp();
    await world.signUp();
    expect(world.store.all('user')).toHaveLength(1);
    expect(codeIn(world.mails[1])).not.toBe(codeIn(world.mails[0]));
  });

  it('hashes a password whether or not the address is taken', async () => {
    const world = authWorld();
    const hash = vi.spyOn(world.services.keys, 'hashPassword');
    await world.signUp();
    await world.signUp();
    expect(hash).toHaveBeenCalledTimes(2);
  });

  it('eight times at once opens one account', async () => {
    const world = authWorld();
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.signUp()));
    expect(new Set(answers)).toEqual(new Set([undefined]));
    expect(world.store.all('user')).toHaveLength(1);
    expect(world.store.all('wallet')).toHaveLength(1);
    expect(world.store.all('emailOwner')).toHaveLength(1);
  });

  it('mails one account at most five times an hour', async () => {
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
    expect(world.store.all('user')).toHaveLength(1);
    expect(world.logs).toEqual([expect.objectContaining({ level: 'error', message: 'mail not sent' })]);
    expect(JSON.stringify(world.logs)).not.toContain('ada@');
  });

  it('keeps what the link named, whatever it is', async () => {
    const world = authWorld();
    await world.signUp({ referredBy: ' somebody ' });
    await world.signUp({ email: 'bob@example.com', referredBy: '' });
    expect(world.store.all('user').map((user) => user.referredBy)).toEqual(['somebody', undefined]);
  });

  it('refuses a password that everybody uses, whoever asks, and stores nothing', async () => {
    const world = authWorld();
    await expect(world.signUp({ password: 'Satchel-2026' })).rejects.toMatchObject({
      code: 'ValidationFailed',
      fields: { password: expect.any(String) },
    });
    expect(world.store.all('user')).toHaveLength(0);
    expect(world.store.all('rateCounter')).toHaveLength(0);
  });

  it('is done a hundred times an hour from one network, and as often as one likes from this machine', async () => {
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
    expect(world.store.all('user')).toHaveLength(100);
    await from('203.0.114.1', 101);
    for (let index = 0; index < 204; index++) await from(index % 2 === 0 ? '127.0.0.1' : '::1', index);
    world.clock.advance(50 * 60_000);
    await from('203.0.113.250', 100);
  });
});
