import { describe, expect, it, vi } from 'vitest';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import { authenticate } from '#functions/domain/auth/sessions/authenticate.ts';
import { changePassword } from '#functions/domain/auth/passwords/change-password.ts';
import type { SessionTokens } from '#functions/domain/auth/sessions/session-tokens.ts';
import { isFresh } from '#functions/domain/auth/sessions/session-life.ts';
import { provePresence } from '#functions/domain/auth/sign-in/prove-presence.ts';
import { addTotp } from '#test/support/add-totp.ts';
import { authWorld, goodPassword, refusalOf, type AuthWorld } from '#test/support/auth-world.ts';
import { deliverAudits } from '#test/support/deliver-audits.ts';

const newPassword = 'Long-Walks-88';

type Signed = { readonly tokens: SessionTokens; readonly user: User; readonly session: Session };

async function signIn(world: AuthWorld): Promise<Signed> {
  const { tokens } = await world.signIn();
  return { tokens, ...(await authenticate(world.services, tokens.accessToken)) };
}

async function signedIn(): Promise<Signed & { readonly world: AuthWorld }> {
  const world = authWorld();
  await world.joined();
  const signed = await signIn(world);
  await deliverAudits(world.services);
  world.mails.length = 0;
  return { world, ...signed };
}

const change = (world: AuthWorld, by: Signed, changes: { currentPassword?: string; newPassword?: string } = {}) =>
  changePassword(world.services, { ...by, currentPassword: goodPassword, newPassword, ...changes });

describe('changing the password', () => {
  it('keeps this browser signed in with new cookies, ends all other sessions and mails the owner', async () => {
    const { world, ...here } = await signedIn();
    const elsewhere = await signIn(world);
    await deliverAudits(world.services);
    world.mails.length = 0;
    const fresh = await change(world, here);
    const caller = await authenticate(world.services, fresh.accessToken);
    expect(caller.session.sessionId).not.toBe(here.session.sessionId);
    expect(caller.session.device).toBe('Unknown device');
    for (const old of [here, elsewhere]) {
      expect(await refusalOf(authenticate(world.services, old.tokens.accessToken))).toBe('InvalidAccessToken');
    }
    await deliverAudits(world.services);
    expect(world.mails).toEqual([
      expect.objectContaining({ to: 'ada@example.com', subject: 'Your password was changed' }),
    ]);
    expect(JSON.stringify([world.mails, world.logs, world.store.all('user')])).not.toContain(newPassword);
    expect(await refusalOf(world.signIn())).toBe('InvalidCredentials');
    await expect(world.signIn({ password: newPassword })).resolves.toBeDefined();
  });

  it('refuses a wrong present password in a way that refreshes no session', async () => {
    const { world, ...here } = await signedIn();
    expect(await refusalOf(change(world, here, { currentPassword: 'Wrong-guess-1' }))).toBe('InvalidCredentials');
    await expect(authenticate(world.services, here.tokens.accessToken)).resolves.toBeDefined();
    await deliverAudits(world.services);
    expect(world.mails).toHaveLength(0);
  });

  it('checks at most five wrong passwords of a session, also at once, and slows down no other session', async () => {
    const { world, ...here } = await signedIn();
    const elsewhere = await signIn(world);
    const verify = vi.spyOn(world.services.keys, 'verifyPassword');
    await Promise.all(
      Array.from({ length: 50 }, () => refusalOf(change(world, here, { currentPassword: 'Wrong-guess-1' }))),
    );
    expect(verify.mock.calls.length).toBeLessThanOrEqual(5);
    world.clock.advance(2_000);
    expect(await refusalOf(change(world, here))).toBe('TooManyRequests');
    await expect(change(world, elsewhere)).resolves.toBeDefined();
  });

  it('proves no presence where an app is on', async () => {
    const { world, ...here } = await signedIn();
    await addTotp(world.services, here.user);
    world.clock.advance(11 * 60_000);
    const by = { ...here, ...(await authenticate(world.services, here.tokens.accessToken)) };
    const caller = await authenticate(world.services, (await change(world, by)).accessToken);
    expect(isFresh(caller.session, world.clock.now())).toBe(false);
  });

  it('gives a thief who knows the password no further guesses at the code of an app', async () => {
    const { world, ...here } = await signedIn();
    await addTotp(world.services, here.user);
    const guess = (by: Signed) =>
      refusalOf(
        provePresence(world.services, {
          user: by.user,
          session: by.session,
          proof: { method: 'totp', code: 'abcdef' },
        }),
      );
    const guesser = { ...here, ...(await authenticate(world.services, here.tokens.accessToken)) };
    for (let guesses = 0; guesses < 4; guesses += 1) expect(await guess(guesser)).toBe('InvalidCode');
    expect(await refusalOf(change(world, guesser, { newPassword: goodPassword }))).toBe('ValidationFailed');
    world.clock.advance(60_000);
    await guess(guesser);
    expect(await refusalOf(authenticate(world.services, here.tokens.accessToken))).toBe('InvalidAccessToken');
  });

  it('is allowed ten times a day where an app is on, because each session has guesses of its own', async () => {
    const { world, ...here } = await signedIn();
    await addTotp(world.services, here.user);
    let by: Signed = { ...here, ...(await authenticate(world.services, here.tokens.accessToken)) };
    let currentPassword = goodPassword;
    for (let times = 0; times < 10; times += 1) {
      const newPassword = `Long-Walks-${times}00`;
      const tokens = await change(world, by, { currentPassword, newPassword });
      by = { tokens, ...(await authenticate(world.services, tokens.accessToken)) };
      currentPassword = newPassword;
    }
    expect(await refusalOf(change(world, by, { currentPassword }))).toBe('TooManyRequests');
  });

  it('is not blocked by strangers who guess the password at sign-in', async () => {
    const { world, ...here } = await signedIn();
    for (let round = 0; round < 12; round++) {
      await refusalOf(world.signIn({ password: 'Wrong-guess-1', clientAddress: `10.0.${round}.1` }));
    }
    await expect(change(world, here)).resolves.toBeDefined();
  });

  it.each([
    ['the present password', goodPassword],
    ['a common password', 'Password-123'],
  ])('refuses %s, naming the field', async (_, chosen) => {
    const { world, ...here } = await signedIn();
    await expect(change(world, here, { newPassword: chosen })).rejects.toMatchObject({
      code: 'ValidationFailed',
      fields: { newPassword: expect.any(String) },
    });
    await expect(authenticate(world.services, here.tokens.accessToken)).resolves.toBeDefined();
  });

  it('does one of two changes at once', async () => {
    const { world, ...here } = await signedIn();
    const outcomes = await Promise.all(
      ['Long-Walks-88', 'Long-Walks-99'].map((chosen) => refusalOf(change(world, here, { newPassword: chosen }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'InvalidCredentials')).toHaveLength(1);
    await deliverAudits(world.services);
    expect(world.mails).toHaveLength(1);
  });

  it('keeps another change of the person that was made at the same time', async () => {
    const { world, ...here } = await signedIn();
    const hash = world.services.keys.hashPassword.bind(world.services.keys);
    vi.spyOn(world.services.keys, 'hashPassword').mockImplementationOnce(async (chosen) => {
      await world.change(here.user.userId, { firstname: 'Augusta' });
      return hash(chosen);
    });
    await change(world, here);
    expect(world.userByEmail('ada@example.com').firstname).toBe('Augusta');
    await expect(world.signIn({ password: newPassword })).resolves.toBeDefined();
  });
});
