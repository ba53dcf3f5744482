import { describe, expect, it } from 'vitest';
import { setTwoFactor } from '#functions/domain/auth/sign-in/set-two-factor.ts';
import { insert } from '#functions/ports/store.ts';
import { setTwoFactorOf } from '#functions/domain/admin/set-two-factor-of.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { authWorld, refusalOf } from '#test/support/auth-world.ts';
import { deliverAudits } from '#test/support/deliver-audits.ts';
import { idAt } from '#test/support/sample-entities.ts';

const admin = idAt('usr', 9);

async function joined() {
  const world = authWorld();
  const { userId } = await world.joined();
  await deliverAudits(world.services);
  world.mails.length = 0;
  return { world, userId };
}

describe('codes by email at sign-in', () => {
  it('are switched on and off, and each is reported by mail', async () => {
    const { world, userId } = await joined();
    const on = await setTwoFactor(world.services, { userId, isEnabled: true });
    await deliverAudits(world.services);
    expect(on).toEqual(world.userByEmail('ada@example.com'));
    await expect(world.login()).resolves.toMatchObject({ isTwoFactorRequired: true });
    await deliverAudits(world.services);
    await setTwoFactorOf(world.services, { actorId: admin, userId, isEnabled: false });
    await expect(world.login()).resolves.toMatchObject({ isTwoFactorRequired: false });
    await deliverAudits(world.services);
    const subjects = world.mails.map(({ subject }) => subject);
    expect(subjects).toEqual(['Sign-in codes are on', 'Your sign-in code', 'Sign-in codes are off']);
    await deliverAudits(world.services);
    expect(world.mails.at(0)?.text).not.toContain('our team');
    await deliverAudits(world.services);
    expect(world.mails.at(-1)?.text).toContain('by our team');
  });

  it('are reported without a word about the password while an app is on, which signing in still needs', async () => {
    const { world, userId } = await joined();
    await addTotp(world.services, { userId });
    await deliverAudits(world.services);
    world.mails.length = 0;
    await setTwoFactor(world.services, { userId, isEnabled: true });
    await deliverAudits(world.services);
    await setTwoFactorOf(world.services, { actorId: admin, userId, isEnabled: false });
    await expect(world.login()).resolves.toMatchObject({ isTwoFactorRequired: true });
    await deliverAudits(world.services);
    expect(world.mails.map(({ subject }) => subject)).toEqual(['Sign-in codes are on', 'Sign-in codes are off']);
    await deliverAudits(world.services);
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
    await setTwoFactor(world.services, { userId, isEnabled: false });
    expect(world.userByEmail('ada@example.com')).toEqual(before);
    await deliverAudits(world.services);
    expect(world.mails).toHaveLength(0);
  });

  it('switched on eight times at once send one mail', async () => {
    const { world, userId } = await joined();
    const given = { userId, isEnabled: true } as const;
    await Promise.all(Array.from({ length: 8 }, () => setTwoFactor(world.services, given)));
    await deliverAudits(world.services);
    expect(world.mails).toHaveLength(1);
  });

  it('store the caller’s own writes in the same transaction', async () => {
    const { world, userId } = await joined();
    const alongside = () => [insert('marker', { markerId: 'who-did-it', atMs: 0 })];
    await setTwoFactor(world.services, { userId, isEnabled: true, alongside });
    expect(await world.store.get('marker', { markerId: 'who-did-it' })).toBeDefined();
  });

  it('are refused for a person who does not exist', async () => {
    const { world } = await joined();
    const nobody = { userId: `usr_7${'Z'.repeat(25)}`, isEnabled: true } as const;
    expect(await refusalOf(setTwoFactor(world.services, nobody))).toBe('NotFound');
  });
});
