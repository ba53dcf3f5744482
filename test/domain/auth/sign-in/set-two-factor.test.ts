import { describe, expect, it } from 'vitest';
import { setTwoFactor } from '#functions/domain/auth/sign-in/set-two-factor.ts';
import { insert } from '#functions/ports/store.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { authWorld, refusalOf } from '#test/support/auth-world.ts';

async function joined() {
  const world = authWorld();
  const { userId } = await world.joined();
  world.mails.length = 0;
  return { world, userId };
}

describe('codes by email at sign-in', () => {
  it('are switched on and off, and each is reported by mail', async () => {
    const { world, userId } = await joined();
    const on = await setTwoFactor(world.services, { userId, isEnabled: true, by: 'owner' });
    expect(on).toEqual(world.userByEmail('ada@example.com'));
    await expect(world.login()).resolves.toMatchObject({ isTwoFactorRequired: true });
    await setTwoFactor(world.services, { userId, isEnabled: false, by: 'admin' });
    await expect(world.login()).resolves.toMatchObject({ isTwoFactorRequired: false });
    const subjects = world.mails.map(({ subject }) => subject);
    expect(subjects).toEqual(['Sign-in codes are on', 'Your sign-in code', 'Sign-in codes are off']);
    expect(world.mails.at(0)?.text).not.toContain('our team');
    expect(world.mails.at(-1)?.text).toContain('by our team');
  });

  it('are reported without a word about the password while an app is on, which signing in still needs', async () => {
    const { world, userId } = await joined();
    await addTotp(world.services, { userId });
    world.mails.length = 0;
    await setTwoFactor(world.services, { userId, isEnabled: true, by: 'owner' });
    await setTwoFactor(world.services, { userId, isEnabled: false, by: 'admin' });
    await expect(world.login()).resolves.toMatchObject({ isTwoFactorRequired: true });
    expect(world.mails.map(({ subject }) => subject)).toEqual(['Sign-in codes are on', 'Sign-in codes are off']);
    for (const { text, html } of world.mails) {
      expect(text + html).not.toMatch(/password (alone|is enough)|we email you a/);
      expect(text).toContain(
        'Signing in still needs your app or passkey. While one of them is on, we email you no codes.',
      );
    }
  });

  it('that are off already change nothing and send no mail when switched off', async () => {
    const { world, userId } = await joined();
    const before = world.userByEmail('ada@example.com');
    await setTwoFactor(world.services, { userId, isEnabled: false, by: 'owner' });
    expect(world.userByEmail('ada@example.com')).toEqual(before);
    expect(world.mails).toHaveLength(0);
  });

  it('switched on eight times at once send one mail', async () => {
    const { world, userId } = await joined();
    const given = { userId, isEnabled: true, by: 'owner' } as const;
    await Promise.all(Array.from({ length: 8 }, () => setTwoFactor(world.services, given)));
    expect(world.mails).toHaveLength(1);
  });

  it('store the caller’s own writes in the same transaction', async () => {
    const { world, userId } = await joined();
    const alongside = () => [insert('marker', { markerId: 'who-did-it', atMs: 0 })];
    await setTwoFactor(world.services, { userId, isEnabled: true, by: 'admin', alongside });
    expect(await world.store.get('marker', { markerId: 'who-did-it' })).toBeDefined();
  });

  it('are refused for a person who does not exist', async () => {
    const { world } = await joined();
    const nobody = { userId: `usr_7${'Z'.repeat(25)}`, isEnabled: true, by: 'admin' } as const;
    expect(await refusalOf(setTwoFactor(world.services, nobody))).toBe('NotFound');
  });
});
