import { describe, expect, it, vi } from 'vitest';
import type { User } from '#functions/ports/entities/accounts.ts';
import { driveDueUsers } from '#functions/domain/auth/drive-due-users.ts';
import { findPeople } from '#functions/domain/admin/find-people.ts';
import { authenticate } from '#functions/domain/auth/sessions/authenticate.ts';
import { finishEmailChange } from '#functions/domain/auth/addresses/finish-email-change.ts';
import { forgotPassword } from '#functions/domain/auth/passwords/forgot-password.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import { refreshSession } from '#functions/domain/auth/sessions/refresh-session.ts';
import { resetPassword } from '#functions/domain/auth/passwords/reset-password.ts';
import { setTwoFactor } from '#functions/domain/auth/sign-in/set-two-factor.ts';
import { startEmailChange } from '#functions/domain/auth/addresses/start-email-change.ts';
import { undoEmailChange } from '#functions/domain/auth/addresses/undo-email-change.ts';
import { verifyEmail } from '#functions/domain/auth/sign-up/verify-email.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import {
  authWorld,
  codeIn,
  digitsIn,
  refusalOf,
  resetCodeIn,
  undoTokenIn,
  type AuthWorld,
} from '#test/support/auth-world.ts';
import { deliverAudits } from '#test/support/deliver-audits.ts';
import { grantedServices } from '#test/support/granted-services.ts';

const dayMs = 24 * 60 * 60_000;
const old = 'ada@example.com';

async function staged(): Promise<{ readonly world: AuthWorld; readonly ada: User }> {
  const world = authWorld();
  return { world, ada: await world.joined() };
}

/** Signs in and moves the account to another address. Returns the token of the mail to the address before. */
async function move(world: AuthWorld, from: string, to: string): Promise<string> {
  const { tokens } = await world.signIn({ email: from });
  const { user, session } = await authenticate(world.services, tokens.accessToken);
  await startEmailChange(world.services, { user, newEmail: to });
  await finishEmailChange(world.services, { user, session, code: digitsIn(world.mails.at(-1)) });
  expect(world.mails.at(-1)?.to).toBe(from);
  return undoTokenIn(world.mails.at(-1));
}

const undo = (world: AuthWorld, token: string) => refusalOf(undoEmailChange(world.services, { token }));
const userOf = (world: AuthWorld, { userId }: User) => world.store.get('user', { userId });

async function reset(world: AuthWorld, email: string, password: string): Promise<void> {
  await forgotPassword(world.services, { email, clientAddress: '203.0.113.9' });
  await resetPassword(world.services, { verificationCode: resetCodeIn(world.mails.at(-1)), password });
}

async function reserved(world: AuthWorld): Promise<readonly string[]> {
  const addresses = [old, 'b@example.com', 'c@example.com'];
  const kept = await Promise.all(
    addresses.map(async (email) =>
      world.store.get('emailReservation', { emailHash: await world.services.keys.emailHash(normaliseEmail(email)) }),
    ),
  );
  return addresses.filter((_, index) => kept[index] !== undefined);
}

describe('the undo of an address change', () => {
  it('gives the address back, ends all sessions and locks the account until the old address resets the password', async () => {
    const { world, ada } = await staged();
    const token = await move(world, old, 'b@example.com');
    const thief = await world.signIn({ email: 'b@example.com' });
    await deliverAudits(world.services);
    world.mails.length = 0;
    await undo(world, ` ${token} `);
    const emailHash = await world.services.keys.emailHash(old);
    expect(await userOf(world, ada)).toMatchObject({ email: old, emailHash, isLockedUntilReset: true });
    expect(await refusalOf(authenticate(world.services, thief.tokens.accessToken))).toBe('AccountLocked');
    expect(await refusalOf(refreshSession(world.services, thief.tokens.refreshToken))).toBe('AccountLocked');
    expect(await refusalOf(world.signIn())).toBe('AccountLocked');
    expect(await refusalOf(world.signIn({ password: 'Wrong-guess-1' }))).toBe('InvalidCredentials');
    expect(await refusalOf(world.signIn({ email: 'b@example.com' }))).toBe('InvalidCredentials');
    await deliverAudits(world.services);
    expect(new Set(world.mails.map(({ to, subject }) => `${to}: ${subject}`))).toEqual(
      new Set([`${old}: Your email address is back`, 'b@example.com: Your email address was changed back']),
    );
    expect(world.mails).toHaveLength(2);
    await reset(world, old, 'Long-Walks-88');
    expect(await refusalOf(authenticate(world.services, thief.tokens.accessToken))).toBe('InvalidAccessToken');
    await expect(world.signIn({ password: 'Long-Walks-88' })).resolves.toBeDefined();
  });

  it('voids a reset link that the new address was mailed before: the thief cannot unlock the account', async () => {
    const { world } = await staged();
    const token = await move(world, old, 'b@example.com');
    await forgotPassword(world.services, { email: 'b@example.com', clientAddress: '203.0.113.9' });
    const verificationCode = resetCodeIn(world.mails.at(-1));
    await undo(world, token);
    const stolen = resetPassword(world.services, { verificationCode, password: 'Long-Walks-88' });
    expect(await refusalOf(stolen)).toBe('InvalidResetLink');
  });

  it('lets the person be found by the old address again, and frees the new one', async () => {
    const { world, ada } = await staged();
    await undo(world, await move(world, old, 'b@example.com'));
    const found = async (search: string) => (await findPeople(world.store, search, { limit: 10 })).items.length;
    expect([await found('ada@'), await found('b@')]).toEqual([1, 0]);
    expect(await reserved(world)).toEqual([]);
    expect((await world.joined({ email: 'b@example.com' })).userId).not.toBe(ada.userId);
  });

  it('works once, and not with a token that is wrong, late or of nobody', async () => {
    const { world, ada } = await staged();
    const token = await move(world, old, 'b@example.com');
    for (const no of ['x', `${ada.userId}.x`, token.slice(0, -1), token.replace(/^usr_\d+/, `usr_${'0'.repeat(26)}`)]) {
      expect(await undo(world, no)).toBe('InvalidUndoLink');
    }
    const late = world.clock.now() + 7 * dayMs;
    expect(await undo(world, token)).toBe(undefined);
    expect(await undo(world, token)).toBe('InvalidUndoLink');
    await reset(world, old, 'Long-Walks-88');
    const { user, session } = await authenticate(
      world.services,
      (await world.signIn({ password: 'Long-Walks-88' })).tokens.accessToken,
    );
    await startEmailChange(world.services, { user, newEmail: 'c@example.com' });
    await finishEmailChange(world.services, { user, session, code: digitsIn(world.mails.at(-1)) });
    const second = undoTokenIn(world.mails.at(-1));
    world.clock.advance(late + dayMs - world.clock.now());
    expect(await undo(world, second)).toBe('InvalidUndoLink');
  });

  it('takes effect once when eight calls run at once', async () => {
    const { world } = await staged();
    const token = await move(world, old, 'b@example.com');
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => undo(world, token)));
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
  });

  it('is reported to the address that the account lost, also when the mail of the request failed: the undo may be a thief’s', async () => {
    const { world, ada } = await staged();
    const { services, clock } = world;
    const token = await move(world, old, 'b@example.com');
    const lost = () =>
      world.mails.flatMap(({ to, subject, mailId }) => (subject.endsWith('was changed back') ? [[to, mailId]] : []));
    const away = { send: () => Promise.reject(new Error('SES is away')) };
    await undoEmailChange({ ...services, mailer: away }, { token });
    await driveDueUsers(services);
    expect(lost()).toEqual([]);
    clock.advance(60_000);
    await driveDueUsers({ ...services, mailer: away });
    world.store.beforeCommit = () => {
      if (lost().length === 1) throw new Error('died');
    };
    await driveDueUsers(services);
    world.store.beforeCommit = undefined;
    const refused = vi.fn<(what: string) => void>();
    await driveDueUsers(grantedServices(services, 'job.remind-people', refused));
    clock.advance(60 * 60_000);
    await driveDueUsers(services);
    expect(refused).not.toHaveBeenCalled();
    const [, mailId] = lost()[0] ?? [];
    expect(lost()).toEqual([
      ['b@example.com', mailId],
      ['b@example.com', mailId],
    ]);
    expect(mailId).toEqual(expect.any(String));
    expect(await userOf(world, ada)).toMatchObject({ email: old, emailChanges: [] });
  });

  it('has a token that can be read in no item and no log', async () => {
    const { world } = await staged();
    const token = await move(world, old, 'b@example.com');
    const kept = JSON.stringify([world.store.all('user'), world.store.all('emailReservation'), world.logs]);
    expect(kept).not.toContain(token.split('.')[1]);
  });

  it('of the first of two changes voids the undo of the second, but not the other way round', async () => {
    const { world, ada } = await staged();
    const first = await move(world, old, 'b@example.com');
    const second = await move(world, 'b@example.com', 'c@example.com');
    expect(await reserved(world)).toEqual([old, 'b@example.com']);
    expect(await undo(world, second)).toBe(undefined);
    expect(await userOf(world, ada)).toMatchObject({ email: 'b@example.com' });
    expect(await reserved(world)).toEqual([old]);
    expect(await undo(world, first)).toBe(undefined);
    expect(await userOf(world, ada)).toMatchObject({ email: old });
    expect(await reserved(world)).toEqual([]);

    const other = await staged();
    const early = await move(other.world, old, 'b@example.com');
    const late = await move(other.world, 'b@example.com', 'c@example.com');
    expect(await undo(other.world, early)).toBe(undefined);
    expect(await undo(other.world, late)).toBe('InvalidUndoLink');
    expect(await userOf(other.world, other.ada)).toMatchObject({ email: old });
    expect(await reserved(other.world)).toEqual([]);
  });

  it('still works after the owner has changed back: the holder of the mailbox in between gains nothing', async () => {
    const { world, ada } = await staged();
    const first = await move(world, old, 'b@example.com');
    const second = await move(world, 'b@example.com', old);
    expect(await reserved(world)).toEqual(['b@example.com']);
    expect(await undo(world, second)).toBe(undefined);
    expect(await reserved(world)).toEqual([old]);
    expect(await undo(world, first)).toBe(undefined);
    expect(await userOf(world, ada)).toMatchObject({ email: old, emailChanges: [] });
  });

  it.each([
    ['switched off after the change', 'after', true],
    ['switched off shortly before the change', 'before', true],
    ['switched off more than a week before the change', 'long before', false],
    ['on all the time', 'on', true],
    ['never on', 'never', false],
    ['switched on after the change', 'added', false],
  ] as const)('restores the owner’s setting for codes by email that were %s', async (_, when, isOn) => {
    const { world, ada } = await staged();
    const { userId } = ada;
    const set = (isEnabled: boolean) => setTwoFactor(world.services, { userId, isEnabled });
    if (when !== 'never' && when !== 'added') await set(true);
    if (when === 'before' || when === 'long before') await set(false);
    if (when === 'long before') world.clock.advance(7 * dayMs);
    const { accessToken } = await openSession(world.services, world.userByEmail(old));
    const { user, session } = await authenticate(world.services, accessToken);
    await startEmailChange(world.services, { user, newEmail: 'b@example.com' });
    await finishEmailChange(world.services, { user, session, code: digitsIn(world.mails.at(-1)) });
    const token = undoTokenIn(world.mails.at(-1));
    if (when === 'after') await set(false);
    if (when === 'added') await set(true);
    await undo(world, token);
    expect(await userOf(world, ada)).toMatchObject({ isTwoFactorEnabled: isOn });
  });
});

describe('an address that was given up', () => {
  it('is reserved for seven days: others get no link and no digits, but the same replies', async () => {
    const { world, ada } = await staged();
    await move(world, old, 'b@example.com');
    await world.joined({ email: 'eve@example.com' });
    const { tokens } = await world.signIn({ email: 'eve@example.com' });
    const eve = await authenticate(world.services, tokens.accessToken);
    await deliverAudits(world.services);
    world.mails.length = 0;
    expect(await refusalOf(world.signUp())).toBe(undefined);
    expect(await refusalOf(startEmailChange(world.services, { user: eve.user, newEmail: old }))).toBe(undefined);
    await deliverAudits(world.services);
    expect(world.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [old, 'This address is reserved for now'],
      [old, 'This address is reserved for now'],
    ]);
    await deliverAudits(world.services);
    for (const mail of world.mails) {
      expect(() => codeIn(mail)).toThrow();
      expect(() => digitsIn(mail)).toThrow();
    }
    // Eve's challenge is stored as for any address; with guessed digits, the write would refuse it.
    const challenge = await world.store.get('challenge', { userId: eve.user.userId, purpose: 'email-change' });
    expect(challenge).toBeDefined();
    expect((await userOf(world, ada))?.email).toBe('b@example.com');
  });

  it('is not taken by a sign-up that waited since before it was given up', async () => {
    const { world } = await staged();
    await world.signUp({ email: 'b@example.com', firstname: 'Eve' });
    const link = codeIn(world.mails.at(-1));
    await move(world, old, 'b@example.com');
    await move(world, 'b@example.com', 'c@example.com');
    expect(await refusalOf(verifyEmail(world.services, link))).toBe('InvalidVerificationLink');
    expect(world.store.all('user')).toHaveLength(1);
  });

  it('is not taken with digits that were mailed before it was given up', async () => {
    const { world } = await staged();
    await world.joined({ email: 'eve@example.com' });
    const eve = await authenticate(
      world.services,
      (await world.signIn({ email: 'eve@example.com' })).tokens.accessToken,
    );
    // Eve asks for b while it is free. Before she gives the digits, Ada moves to b and on to c.
    await startEmailChange(world.services, { user: eve.user, newEmail: 'b@example.com' });
    const digits = digitsIn(world.mails.at(-1));
    await move(world, old, 'b@example.com');
    await move(world, 'b@example.com', 'c@example.com');
    const taken = finishEmailChange(world.services, { ...eve, code: digits });
    expect(await refusalOf(taken)).toBe('Conflict');
    expect(await reserved(world)).toEqual([old, 'b@example.com']);
  });

  it('is one of at most five that an account gives up in a week', async () => {
    const { world } = await staged();
    const addresses = [old, ...Array.from({ length: 5 }, (_, index) => `ada${index}@example.com`)];
    for (const [index, to] of addresses.slice(1).entries()) await move(world, addresses[index] ?? '', to);
    const { tokens } = await world.signIn({ email: addresses.at(-1) ?? '' });
    const { user } = await authenticate(world.services, tokens.accessToken);
    const again = () => refusalOf(startEmailChange(world.services, { user, newEmail: 'ada9@example.com' }));
    expect(await again()).toBe('TooManyRequests');
    world.clock.advance(7 * dayMs);
    expect(await again()).toBe(undefined);
  });
});
