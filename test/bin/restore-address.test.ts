import { describe, expect, it } from 'vitest';
import { authenticate } from '#functions/domain/auth/sessions/authenticate.ts';
import { finishEmailChange } from '#functions/domain/auth/addresses/finish-email-change.ts';
import { startEmailChange } from '#functions/domain/auth/addresses/start-email-change.ts';
import { makeAdmin } from '../../bin/make-admin.ts';
import { restoreFor } from '../../bin/restore-address.ts';
import { auditsIn } from '#test/support/audits-in.ts';
import { authWorld, digitsIn, type AuthWorld } from '#test/support/auth-world.ts';
import { deliverAudits } from '#test/support/deliver-audits.ts';

const old = 'ada@example.com';
const order = { address: old, by: 'boss@example.com', reason: 'Ticket 4711' };

const accessOf = ({ services: { store, keys, clock, mailer, settings } }: AuthWorld) => ({
  store,
  keys,
  clock,
  mailer,
  ...settings,
});

async function staged() {
  const world = authWorld();
  const ada = await world.joined();
  await world.joined({ email: 'boss@example.com' });
  const boss = await makeAdmin(accessOf(world), 'boss@example.com', 'admin');
  const { user, session } = await authenticate(world.services, (await world.signIn()).tokens.accessToken);
  await startEmailChange(world.services, { user, newEmail: 'thief@example.com' });
  await finishEmailChange(world.services, { user, session, code: digitsIn(world.mails.at(-1)) });
  await deliverAudits(world.services);
  world.mails.length = 0;
  return { world, ada, boss };
}

describe('bin/restore-address.ts', () => {
  it('gives the account its address back in the name of an admin, locked, recorded and mailed', async () => {
    const { world, ada, boss } = await staged();
    await restoreFor(accessOf(world), order);
    expect(world.userByEmail(old)).toMatchObject({ userId: ada.userId, isLockedUntilReset: true });
    expect(auditsIn(world.store).at(-1)).toMatchObject({
      action: 'restore-address',
      actorId: boss.userId,
      subjectId: ada.userId,
      before: { emailHash: await world.services.keys.emailHash('thief@example.com') },
      after: { emailHash: await world.services.keys.emailHash(old) },
      reason: 'Ticket 4711',
    });
    // Records outlive the personal data of an erased account.
    expect(JSON.stringify(auditsIn(world.store))).not.toContain('@');
    await deliverAudits(world.services);
    expect(world.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['thief@example.com', 'Your email address was changed back'],
      [old, 'Your email address is back'],
    ]);
  });

  it.each(['support', 'finance'] as const)('refuses a person with the role %s, as the site does', async (role) => {
    const { world, ada, boss } = await staged();
    await world.change(boss.userId, { staffRole: role });
    await expect(restoreFor(accessOf(world), order)).rejects.toThrow('not an admin');
    expect((await world.store.get('user', ada))?.email).toBe('thief@example.com');
  });

  it('refuses an address that was never given up, and a person who is no admin', async () => {
    const { world, ada } = await staged();
    await expect(restoreFor(accessOf(world), { ...order, address: 'x@example.com' })).rejects.toThrow(
      'No account gave up',
    );
    await expect(restoreFor(accessOf(world), { ...order, by: 'thief@example.com' })).rejects.toThrow('not an admin');
    await expect(restoreFor(accessOf(world), { ...order, by: 'nobody@example.com' })).rejects.toThrow('No account');
    await world.change(world.userByEmail('boss@example.com').userId, { isSuspended: true });
    await expect(restoreFor(accessOf(world), order)).rejects.toThrow('boss@example.com is suspended.');
    expect((await world.store.get('user', ada))?.email).toBe('thief@example.com');
    await world.change(world.userByEmail('boss@example.com').userId, { isSuspended: false });
    await restoreFor(accessOf(world), order);
    await expect(restoreFor(accessOf(world), order)).rejects.toThrow('No account gave up');
  });
});
