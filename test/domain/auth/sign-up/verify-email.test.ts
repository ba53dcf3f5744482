import { cents } from '#shared/money.ts';
import { describe, expect, it, vi } from 'vitest';
import { verifyEmail } from '#functions/domain/auth/sign-up/verify-email.ts';
import { update } from '#functions/ports/store.ts';
import { authWorld, codeIn, refusalOf, type AuthWorld } from '#test/support/auth-world.ts';

const verify = (world: AuthWorld, code = codeIn(world.mails.at(-1))): Promise<unknown> =>
  refusalOf(verifyEmail(world.services, code));

describe('confirming an address', () => {
  it('verifies it and registers the person with the card issuer', async () => {
    const world = authWorld();
    await world.signUp();
    await expect(verify(world)).resolves.toEqual({ referral: { attempted: false, eligible: false } });
    const [user] = world.store.all('user');
    expect(user).toMatchObject({ isVerified: true, holderId: `holder-${user?.userId}`, referral: undefined });
  });

  it('works once, and of ten clicks at once exactly one works', async () => {
    const world = authWorld();
    await world.signUp();
    const code = codeIn(world.mails[0]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(world, code)));
    expect(answers.filter((answer) => answer === 'InvalidVerificationLink')).toHaveLength(9);
    expect(world.store.all('operation')).toHaveLength(1);
    await expect(verify(world, code)).resolves.toBe('InvalidVerificationLink');
  });

  it('opens an empty account for exactly one address', async () => {
    const world = authWorld();
    await world.signUp({ email: '  Ada@Example.com ' });
    await verify(world);
    const [user] = world.store.all('user');
    expect(user).toMatchObject({ email: 'Ada@Example.com', role: 'user', isTwoFactorEnabled: false });
    expect(world.store.all('emailOwner')).toEqual([{ emailHash: user?.emailHash, userId: user?.userId }]);
    expect(world.store.all('wallet')).toEqual([
      expect.objectContaining({ userId: user?.userId, availableCents: 0, heldCents: 0, debtCents: 0, sequence: 0 }),
    ]);
  });

  it('fails for a code that is unknown or expired', async () => {
    const world = authWorld();
    await world.signUp();
    await expect(verify(world, 'x')).resolves.toBe('InvalidVerificationLink');
    world.clock.advance(24 * 60 * 60_000);
    await expect(verify(world)).resolves.toBe('InvalidVerificationLink');
    expect(world.store.all('user')).toEqual([]);
  });

  it('does not depend on the card issuer', async () => {
    const world = authWorld();
    await world.signUp();
    vi.spyOn(world.services.issuer, 'registerCardholder').mockRejectedValue(new Error('down'));
    await expect(verify(world)).resolves.toEqual({ referral: { attempted: false, eligible: false } });
    expect(world.store.all('user')[0]).toMatchObject({ isVerified: true, holderId: undefined });
    expect(world.store.all('operation')[0]?.dueAtMs).toBeDefined();
  });
});

describe('a referral', () => {
  /** Builds a world with a referrer of this balance, and a person who signed up by the referrer's link. */
  async function referred(
    availableCents: number,
    debtCents = 0,
  ): Promise<{ world: AuthWorld; referrerId: `usr_${string}` }> {
    const world = authWorld();
    const referrer = await world.joined({ email: 'grace@example.com' });
    const wallet = await world.store.get('wallet', { userId: referrer.userId });
    if (wallet === undefined) throw new Error('no wallet');
    const changes = { availableCents: cents(availableCents), debtCents: cents(debtCents) };
    await world.store.commit([update('wallet', wallet, changes)]);
    await world.signUp({ referredBy: referrer.userId });
    return { world, referrerId: referrer.userId };
  }
  const notEligible = {
    referral: { attempted: true, eligible: false, reason: "The referrer's account is not eligible." },
  };
  const invalid = {
    referral: { attempted: true, eligible: false, reason: 'The referral code is invalid or has expired.' },
  };

  it('counts when the referrer has fifty dollars, and is bound for good', async () => {
    const { world, referrerId } = await referred(5000);
    await expect(verify(world)).resolves.toEqual({ referral: { attempted: true, eligible: true } });
    expect(world.userByEmail('ada@example.com')).toMatchObject({
      referredBy: referrerId,
      referral: { isEligible: true, reason: undefined },
    });
  });

  it('promises the referrer a dollar, in the same transaction, once', async () => {
    const { world, referrerId } = await referred(5000);
    const code = codeIn(world.mails.at(-1));
    world.store.beforeCommit = () => {
      throw new Error('the process is dead');
    };
    await expect(verify(world, code)).rejects.toThrow('dead');
    expect(world.store.all('reward')).toEqual([]);
    world.store.beforeCommit = undefined;
    await Promise.all(Array.from({ length: 5 }, () => verify(world, code)));
    const { userId } = world.userByEmail('ada@example.com');
    expect(world.store.all('reward')).toMatchObject([
      { refereeId: userId, referrerId, event: 'signup', maskedEmail: 'ad…@example.com', stage: 'pending' },
    ]);
  });

  it.each(['Grace+2@example.com', 'g.r.a.c.e@EXAMPLE.com'])(
    'does not count for another spelling of the referrer’s mailbox: %s',
    async (email) => {
      const { world, referrerId } = await referred(5000);
      await world.signUp({ email, referredBy: referrerId });
      await expect(verify(world)).resolves.toEqual(invalid);
      expect(world.store.all('reward')).toEqual([]);
    },
  );

  it.each([
    [4999, 0],
    [6000, 1001],
  ])('does not count at %d cents available and %d of debt', async (available, debt) => {
    const { world } = await referred(available, debt);
    await expect(verify(world)).resolves.toEqual(notEligible);
    expect(world.userByEmail('ada@example.com').referral?.isEligible).toBe(false);
  });

  it('does not count when the referrer is suspended', async () => {
    const { world, referrerId } = await referred(9000);
    await world.change(referrerId, { isSuspended: true });
    await expect(verify(world)).resolves.toEqual(notEligible);
  });

  it('does not count when the referrer never confirmed', async () => {
    const { world, referrerId } = await referred(9000);
    await world.change(referrerId, { isVerified: false });
    await expect(verify(world)).resolves.toEqual(notEligible);
  });

  it('does not count when it names no existing person', async () => {
    const world = authWorld();
    await world.signUp({ referredBy: '<script>' });
    await expect(verify(world)).resolves.toEqual(invalid);
    await world.signUp({ email: 'bob@example.com', referredBy: `usr_${'7'.repeat(26)}` });
    await expect(verify(world)).resolves.toEqual(invalid);
  });

  it('does not count when it names the new person', async () => {
    const world = authWorld();
    await world.signUp();
    const [signUps] = world.store.all('signUps');
    const [own] = signUps?.waiting ?? [];
    if (signUps === undefined || own === undefined) throw new Error('nobody waits');
    await world.store.commit([update('signUps', signUps, { waiting: [{ ...own, referredBy: own.userId }] })]);
    await expect(verify(world)).resolves.toEqual(invalid);
  });
});
