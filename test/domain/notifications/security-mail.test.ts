import { describe, expect, it } from 'vitest';
import { setSuspension } from '#functions/domain/admin/set-suspension.ts';
import { removeTotp } from '#functions/domain/auth/factors/remove-totp.ts';
import { renewRecoveryCodes } from '#functions/domain/auth/factors/renew-recovery-codes.ts';
import { changePassword } from '#functions/domain/auth/passwords/change-password.ts';
import { setTwoFactor } from '#functions/domain/auth/sign-in/set-two-factor.ts';
import { setAccountLock } from '#functions/domain/cards/set-account-lock.ts';
import { mailNotifications } from '#functions/domain/notifications/mail-notifications.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { ada, authWorld, goodPassword, type AuthWorld } from '#test/support/auth-world.ts';
import { deliverAudits } from '#test/support/deliver-audits.ts';

const minute = 60_000;

/** Ada, with a mailer that can be switched off. */
async function staged() {
  const world = authWorld();
  const user = await world.joined();
  let isDown = false;
  const services: Services = {
    ...world.services,
    mailer: {
      send: async (mail) => {
        if (isDown) throw new Error('SES is down');
        world.mails.push(mail);
      },
    },
  };
  const sweep = async (afterMs = 2 * minute) => {
    world.clock.advance(afterMs);
    await mailNotifications(services);
  };
  /** Does something while no mail leaves, then lets the sweep find it. */
  const mailedAfter = async (change: () => Promise<unknown>) => {
    await deliverAudits(services);
    world.mails.length = 0;
    isDown = true;
    await change();
    await deliverAudits(services);
    isDown = false;
    await sweep();
    await deliverAudits(services);
    await sweep(60 * minute);
    return world.mails.map(({ to, subject }) => [to, subject]);
  };
  return { world, services, user, sweep, mailedAfter };
}

async function newPassword({ services, world, user }: { services: Services; world: AuthWorld; user: User }) {
  await world.signIn();
  const [session] = world.store.all('session').slice(-1);
  const now = await world.store.get('user', user);
  if (session === undefined || now === undefined) throw new Error('nobody is signed in');
  const given = { currentPassword: goodPassword, newPassword: 'Another-horse-2' };
  await changePassword(services, { user: now, session, ...given });
}

describe('a mail about the security of an account', () => {
  it('is sent once the mailer works again, in its own words', async () => {
    const { world, services, user, mailedAfter } = await staged();
    const { userId } = user;
    const to = (...subjects: string[]) => subjects.map((subject) => [ada.email, subject]);
    expect(await mailedAfter(() => setAccountLock(services, { userId, isLocked: true }))).toEqual(
      to('Your account is locked'),
    );
    expect(world.mails[0]?.text).toContain('/password/forgot');
    expect(await mailedAfter(() => newPassword({ world, services, user }))).toEqual(to('Your password was changed'));
    expect(world.mails[0]?.text).toContain('in its settings');
    expect(await mailedAfter(() => addTotp(services, { userId }))).toEqual(to('Authenticator app added'));
    expect(await mailedAfter(() => renewRecoveryCodes(services, userId))).toEqual(to('New recovery codes'));
    expect(await mailedAfter(() => removeTotp(services, userId))).toEqual(to('Authenticator app removed'));
    expect(await mailedAfter(() => setTwoFactor(services, { userId, isEnabled: true }))).toEqual(
      to('Sign-in codes are on'),
    );
    const admin = await world.joined({ email: 'admin@example.com' });
    const order = { actorId: admin.userId, userId, suspended: true, reasonForUser: 'You sold a card.', note: 'Ring.' };
    expect(await mailedAfter(() => setSuspension(services, order))).toEqual(to('Your account was suspended'));
    expect(world.mails[0]?.text).toContain('You sold a card.');
    expect(JSON.stringify(world.mails)).not.toContain('Ring.');
  });

  it('goes to the address that the account had: who changes the password may change the address next', async () => {
    const { world, services, user, mailedAfter } = await staged();
    const { userId } = user;
    const mails = await mailedAfter(async () => {
      await setAccountLock(services, { userId, isLocked: true });
      world.clock.advance(1_000);
      const moved = { codeHash: '', emailHash: '', isTwoFactorEnabled: false, untilMs: Infinity };
      const emailChanges = [{ ...moved, email: ada.email, atMs: world.clock.now() }];
      await world.change(userId, { email: 'thief@example.com', emailChanges });
    });
    expect(mails).toEqual([[ada.email, 'Your account is locked']]);
  });

  it('goes to the restored address after an undo, while the mail to the lost one is still due', async () => {
    const { world, services, user, mailedAfter } = await staged();
    const { userId } = user;
    const mails = await mailedAfter(async () => {
      await setAccountLock(services, { userId, isLocked: true });
      world.clock.advance(1_000);
      const lost = { codeHash: '', emailHash: '', isTwoFactorEnabled: false, untilMs: 0 };
      const emailChanges = [{ ...lost, email: 'thief@example.com', atMs: world.clock.now() }];
      await world.change(userId, { emailChanges });
    });
    expect(mails).toEqual([[ada.email, 'Your account is locked']]);
  });

  it('is sent to an address that returned a mail, as sign-in codes are', async () => {
    const { world, services, user, mailedAfter } = await staged();
    await world.change(user.userId, { mailReturned: { reason: 'bounce', atMs: world.clock.now() } });
    expect(await mailedAfter(() => setAccountLock(services, { userId: user.userId, isLocked: true }))).toHaveLength(1);
  });
});
