import { describe, expect, it } from 'vitest';
import { verifySecondFactor } from '#functions/domain/auth/sign-in/verify-second-factor.ts';
import { authWorld, digitsIn, type AuthWorld } from '#test/support/auth-world.ts';
import { deliverAudits } from '#test/support/deliver-audits.ts';

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';

/** Ada, who has signed in once; her mailbox is empty. */
async function signedInBefore(): Promise<{ world: AuthWorld; deviceToken: string }> {
  const world = authWorld();
  await world.joined();
  const { deviceToken } = await world.signIn();
  await deliverAudits(world.services);
  world.mails.length = 0;
  return { world, deviceToken };
}

const subjects = async ({ services, mails }: AuthWorld): Promise<string[]> => {
  await deliverAudits(services);
  return mails.map(({ subject }) => subject);
};

describe('a sign-in', () => {
  it('is not mailed when it is the first after the sign-up, and the account notes it', async () => {
    const world = authWorld();
    expect(await world.joined()).toMatchObject({ hasNeverSignedIn: true });
    await deliverAudits(world.services);
    world.mails.length = 0;
    await world.signIn();
    expect(await subjects(world)).toEqual([]);
    expect(world.userByEmail('ada@example.com').hasNeverSignedIn).toBeUndefined();
  });

  it('from a device that is not known is mailed, with the device and what to do', async () => {
    const { world } = await signedInBefore();
    await world.signIn({ userAgent });
    expect(await subjects(world)).toEqual(['New sign-in to your account']);
    expect(world.mails[0]).toMatchObject({ to: 'ada@example.com' });
    for (const part of ['Firefox on Linux', '/password/forgot', '/security']) {
      expect(world.mails[0]?.text).toContain(part);
      expect(world.mails[0]?.html).toContain(part);
    }
  });

  it('from a known device is not mailed', async () => {
    const { world, deviceToken } = await signedInBefore();
    await world.signIn({ deviceToken });
    expect(await subjects(world)).toEqual([]);
  });

  it('with the device cookie of another account is mailed', async () => {
    const { world } = await signedInBefore();
    await world.joined({ email: 'eve@example.com' });
    const { deviceToken } = await world.signIn({ email: 'eve@example.com' });
    await deliverAudits(world.services);
    world.mails.length = 0;
    await world.signIn({ deviceToken });
    expect(await subjects(world)).toEqual(['New sign-in to your account']);
  });

  it('of an account that was stored before first sign-ins were noted is mailed', async () => {
    const world = authWorld();
    const { userId } = await world.joined();
    await world.change(userId, { hasNeverSignedIn: undefined });
    await deliverAudits(world.services);
    world.mails.length = 0;
    await world.signIn();
    expect(await subjects(world)).toHaveLength(1);
  });

  it('with mailed digits is reported after the digits are given, and stores the device', async () => {
    const { world } = await signedInBefore();
    const { userId } = world.userByEmail('ada@example.com');
    await world.change(userId, { isTwoFactorEnabled: true });
    const outcome = await world.login();
    if (!outcome.isTwoFactorRequired) throw new Error('no second factor is asked for');
    await verifySecondFactor(world.services, {
      userId,
      code: digitsIn(world.mails.at(-1)),
      clientAddress: '198.51.100.7',
      browserToken: outcome.browserToken,
      deviceToken: undefined,
      userAgent,
    });
    expect((await subjects(world)).at(-1)).toBe('New sign-in to your account');
    expect(world.store.all('session').map(({ device }) => device)).toContain('Firefox on Linux');
  });

  it('is mailed ten times an hour at most, and still works', async () => {
    const { world } = await signedInBefore();
    for (let round = 0; round < 12; round += 1) await world.signIn();
    expect(await subjects(world)).toHaveLength(10);
    world.clock.advance(60 * 60_000);
    await world.signIn();
    expect(await subjects(world)).toHaveLength(11);
  });

  it('succeeds twice when two first sign-ins come at once', async () => {
    const world = authWorld();
    await world.joined();
    await Promise.all([world.signIn(), world.signIn()]);
    expect(world.store.all('session')).toHaveLength(2);
    expect(world.userByEmail('ada@example.com').hasNeverSignedIn).toBeUndefined();
  });
});
