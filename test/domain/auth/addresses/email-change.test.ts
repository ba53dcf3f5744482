import { describe, expect, it, vi } from 'vitest';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import { resendAfterMs } from '#shared/resend.ts';
import { findPeople } from '#functions/domain/admin/find-people.ts';
import { authenticate } from '#functions/domain/auth/sessions/authenticate.ts';
import { finishEmailChange } from '#functions/domain/auth/addresses/finish-email-change.ts';
import { undoEmailChange } from '#functions/domain/auth/addresses/undo-email-change.ts';
import { driveDueUsers } from '#functions/domain/auth/drive-due-users.ts';
import { forgotPassword } from '#functions/domain/auth/passwords/forgot-password.ts';
import { resetPassword } from '#functions/domain/auth/passwords/reset-password.ts';
import type { SessionTokens } from '#functions/domain/auth/sessions/session-tokens.ts';
import { startEmailChange } from '#functions/domain/auth/addresses/start-email-change.ts';
import { MailRefused } from '#functions/ports/mailer.ts';
import { authWorld, digitsIn, refusalOf, resetCodeIn, undoTokenIn, type AuthWorld } from '#test/support/auth-world.ts';
import { grantedServices } from '#test/support/granted-services.ts';

const newEmail = 'Ada@New.example';

type Signed = { readonly tokens: SessionTokens; readonly user: User; readonly session: Session };

async function signIn(world: AuthWorld, email = 'ada@example.com'): Promise<Signed> {
  const { tokens } = await world.signIn({ email });
  return { tokens, ...(await authenticate(world.services, tokens.accessToken)) };
}

async function signedIn(): Promise<Signed & { readonly world: AuthWorld }> {
  const world = authWorld();
  await world.joined();
  const signed = await signIn(world);
  world.mails.length = 0;
  return { world, ...signed };
}

const start = (world: AuthWorld, { user }: Signed, to = newEmail): Promise<void> =>
  startEmailChange(world.services, { user, newEmail: to });
const finish = (world: AuthWorld, { user, session }: Signed, code: string) =>
  finishEmailChange(world.services, { user, session, code });
const not = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a new address', () => {
  it('is proved by digits that only its mailbox gets', async () => {
    const { world, ...here } = await signedIn();
    await start(world, here, ` ${newEmail} `);
    expect(world.mails.map(({ to, subject }) => [to, subject])).toEqual([[newEmail, 'Confirm your new email address']]);
    expect(world.mails[0]?.text).not.toMatch(/Ada,|, Ada|ada@example/);
    expect(world.userByEmail('ada@example.com').userId).toBe(here.user.userId);
    expect(JSON.stringify([world.store.all('challenge'), world.logs])).not.toContain(digitsIn(world.mails[0]));
  });

  it('replaces the old address in one transaction, ends all earlier sessions and is reported there', async () => {
    const { world, ...here } = await signedIn();
    const elsewhere = await signIn(world);
    world.mails.length = 0;
    world.clock.advance(60_000);
    await start(world, here);
    const { tokens, deviceToken } = await finish(world, here, digitsIn(world.mails[0]));
    expect(world.userByEmail(newEmail).userId).toBe(here.user.userId);
    const [oldHash, newHash] = await Promise.all(
      ['ada@example.com', 'ada@new.example'].map((email) => world.services.keys.emailHash(email)),
    );
    expect(world.store.all('emailOwner')).toEqual([{ emailHash: newHash, userId: here.user.userId }]);
    // An erasure finds the owner of the address by this hash.
    expect(world.userByEmail(newEmail).emailHash).toBe(newHash);
    expect(await world.services.keys.readDeviceToken(newHash ?? '', deviceToken)).toBeDefined();
    expect(await world.services.keys.readDeviceToken(oldHash ?? '', deviceToken)).toBeUndefined();
    const { session } = await authenticate(world.services, tokens.accessToken);
    const { expiresAtMs, device } = here.session;
    expect(session).toMatchObject({ expiresAtMs, device });
    for (const old of [here, elsewhere]) {
      expect(await refusalOf(authenticate(world.services, old.tokens.accessToken))).toBe('InvalidAccessToken');
    }
    const notice = world.mails.at(-1);
    expect(notice).toMatchObject({ to: 'ada@example.com', subject: 'Your email address was changed' });
    expect(`${notice?.text}${notice?.html}`.toLowerCase()).not.toContain('ada@new');
    expect(await refusalOf(world.signIn())).toBe('InvalidCredentials');
    await expect(signIn(world, newEmail)).resolves.toBeDefined();
  });

  it('is reported to the old address by the job when the mail of the request failed, once, with a link that works', async () => {
    const { world, ...here } = await signedIn();
    await start(world, here);
    const code = digitsIn(world.mails[0]);
    const { services } = world;
    const away = { send: () => Promise.reject(new Error('SES is away')) };
    await finishEmailChange({ ...services, mailer: away }, { user: here.user, session: here.session, code });
    world.mails.length = 0;
    await driveDueUsers(services);
    expect(world.mails).toEqual([]);
    world.clock.advance(60_000);
    await driveDueUsers({ ...services, mailer: away });
    const refused = vi.fn<(what: string) => void>();
    await driveDueUsers(grantedServices(services, 'job.remind-people', refused));
    world.clock.advance(60 * 60_000);
    await driveDueUsers(services);
    expect(refused).not.toHaveBeenCalled();
    expect(world.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada@example.com', 'Your email address was changed'],
    ]);
    await undoEmailChange(services, { token: undoTokenIn(world.mails[0]) });
    expect(world.userByEmail('ada@example.com').userId).toBe(here.user.userId);
  });

  it('is reported to each earlier address, also while the mail to another one fails', async () => {
    const { world, ...here } = await signedIn();
    const { services } = world;
    const away = { send: () => Promise.reject(new Error('SES is away')) };
    await start(world, here);
    let code = digitsIn(world.mails.at(-1));
    await finishEmailChange({ ...services, mailer: away }, { user: here.user, session: here.session, code });
    const { user, session } = await signIn(world, newEmail);
    await startEmailChange(services, { user, newEmail: 'ada@third.example' });
    code = digitsIn(world.mails.at(-1));
    await finishEmailChange({ ...services, mailer: away }, { user, session, code });
    world.clock.advance(60_000);
    world.mails.length = 0;
    const send: typeof services.mailer.send = async (mail) =>
      mail.to === 'ada@example.com' ? away.send() : services.mailer.send(mail);
    await driveDueUsers({ ...services, mailer: { send } });
    expect(world.mails.map(({ to }) => to)).toEqual([newEmail]);
    await driveDueUsers(services);
    expect(world.mails.map(({ to }) => to)).toEqual([newEmail, 'ada@example.com']);
  });

  it('is reported again under the same id when the request died before noting it, and under its own each time', async () => {
    const { world, ...here } = await signedIn();
    await start(world, here);
    const code = digitsIn(world.mails[0]);
    world.mails.length = 0;
    world.store.beforeCommit = () => {
      if (world.mails.length === 1) throw new Error('died');
    };
    await finish(world, here, code).catch(() => undefined);
    world.store.beforeCommit = undefined;
    world.clock.advance(60_000);
    await driveDueUsers(world.services);
    const again = await signIn(world, newEmail);
    await start(world, again, 'ada@third.example');
    await finish(world, again, digitsIn(world.mails.at(-1)));
    const ids = world.mails.filter(({ subject }) => subject.endsWith('was changed')).map(({ mailId }) => mailId);
    expect(ids).toEqual([expect.any(String), ids[0], expect.any(String)]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('is reported once when the request mailed it, and never to a mailbox that refuses it', async () => {
    const { world, ...here } = await signedIn();
    await start(world, here);
    await finish(world, here, digitsIn(world.mails[0]));
    world.clock.advance(60_000);
    await driveDueUsers(world.services);
    expect(world.mails).toHaveLength(2);
    const again = await signIn(world, newEmail);
    await start(world, again, 'ada@third.example');
    const refusing = { send: () => Promise.reject(new MailRefused(undefined)) };
    const code = digitsIn(world.mails.at(-1));
    const given = { user: again.user, session: again.session, code };
    await finishEmailChange({ ...world.services, mailer: refusing }, given);
    world.mails.length = 0;
    world.clock.advance(60_000);
    await driveDueUsers(world.services);
    expect(world.mails).toEqual([]);
  });

  it('finds the person in searches from then on, and the old one does not', async () => {
    const { world, ...here } = await signedIn();
    await start(world, here);
    await finish(world, here, digitsIn(world.mails[0]));
    const found = async (search: string): Promise<number> =>
      (await findPeople(world.store, search, { limit: 10 })).items.length;
    expect([await found('ada@new'), await found('ada@example'), await found('lovelace')]).toEqual([1, 0, 1]);
  });

  it('frees the old address for another person after seven days', async () => {
    const { world, ...here } = await signedIn();
    await start(world, here);
    await finish(world, here, digitsIn(world.mails[0]));
    world.clock.advance(7 * 24 * 60 * 60_000);
    const other = await world.joined();
    expect(other.userId).not.toBe(here.user.userId);
  });

  it('that is taken gets the same reply as a free one; only its owner gets a mail', async () => {
    const { world, ...here } = await signedIn();
    const eve = await world.joined({ email: 'eve@example.com' });
    world.mails.length = 0;
    const commits: string[][] = [];
    world.store.beforeCommit = (writes) => void commits.push(writes.map(({ write, kind }) => `${write} ${kind}`));
    const [get, send] = [vi.spyOn(world.store, 'get'), vi.spyOn(world.services.mailer, 'send')];
    const trace = async (to: string): Promise<unknown> => {
      const before = [get.mock.calls.length, send.mock.calls.length];
      const outcome = await refusalOf(start(world, here, to));
      return [outcome, get.mock.calls.length - (before[0] ?? 0), send.mock.calls.length - (before[1] ?? 0)];
    };
    expect(await trace('EVE@example.com')).toEqual(await trace('free@example.com'));
    expect(commits[0]).toEqual(['insert rateCounter', 'insert rateCounter', 'insert rateCounter', 'insert challenge']);
    expect(commits).toHaveLength(2);
    expect(world.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['eve@example.com', 'Your address already has an account'],
      ['free@example.com', 'Confirm your new email address'],
    ]);
    expect(() => digitsIn(world.mails[0])).toThrow();
    expect(world.userByEmail('eve@example.com').userId).toBe(eve.userId);
  });

  it('that two people confirm at once goes to one of them', async () => {
    const { world, ...ada } = await signedIn();
    await world.joined({ email: 'eve@example.com' });
    const eve = await signIn(world, 'eve@example.com');
    await start(world, ada);
    const adas = digitsIn(world.mails.at(-1));
    await start(world, eve);
    const eves = digitsIn(world.mails.at(-1));
    const outcomes = await Promise.all([refusalOf(finish(world, ada, adas)), refusalOf(finish(world, eve, eves))]);
    expect(outcomes.filter((outcome) => outcome === 'Conflict')).toHaveLength(1);
    expect(world.store.all('user').filter(({ email }) => email === newEmail)).toHaveLength(1);
    expect(world.store.all('emailOwner')).toHaveLength(2);
  });

  it('is not set when another account has given it up since, also in an account that changed its own before', async () => {
    const { world, ...ada } = await signedIn();
    await world.joined({ email: 'eve@example.com' });
    const before = await signIn(world, 'eve@example.com');
    await start(world, before, 'eve@new.example');
    await finish(world, before, digitsIn(world.mails.at(-1)));
    const eve = await signIn(world, 'eve@new.example');
    await start(world, eve);
    const eves = digitsIn(world.mails.at(-1));
    await start(world, ada);
    await finish(world, ada, digitsIn(world.mails.at(-1)));
    const again = await signIn(world, newEmail);
    await start(world, again, 'ada@third.example');
    await finish(world, again, digitsIn(world.mails.at(-1)));
    expect(await refusalOf(finish(world, eve, eves))).toBe('Conflict');
    expect(world.userByEmail('eve@new.example').userId).toBe(eve.user.userId);
  });

  it('is set once, also when the digits are given eight times at once', async () => {
    const { world, ...here } = await signedIn();
    await start(world, here);
    const code = digitsIn(world.mails[0]);
    world.mails.length = 0;
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => refusalOf(finish(world, here, code))));
    expect(outcomes.filter((outcome) => typeof outcome !== 'string')).toHaveLength(1);
    expect(world.mails).toHaveLength(1);
  });

  it('is not set with digits that are wrong, late, or of another person', async () => {
    const { world, ...here } = await signedIn();
    expect(await refusalOf(finish(world, here, '123456'))).toBe('InvalidCode');
    await start(world, here);
    const code = digitsIn(world.mails[0]);
    await world.joined({ email: 'eve@example.com' });
    const eve = await signIn(world, 'eve@example.com');
    expect(await refusalOf(finish(world, eve, code))).toBe('InvalidCode');
    expect(await refusalOf(finish(world, here, not(code)))).toBe('InvalidCode');
    world.clock.advance(10 * 60_000);
    expect(await refusalOf(finish(world, here, code))).toBe('InvalidCode');
    expect(world.userByEmail('ada@example.com')).toEqual(here.user);
  });

  it('allows five guesses at its digits, also at once', async () => {
    const { world, ...here } = await signedIn();
    await start(world, here);
    const code = digitsIn(world.mails[0]);
    const hash = vi.spyOn(world.services.keys, 'codeHash');
    await Promise.all(Array.from({ length: 50 }, () => refusalOf(finish(world, here, not(code)))));
    expect(hash.mock.calls.length).toBeLessThanOrEqual(5);
    await expect(finish(world, here, code)).rejects.toMatchObject({
      code: 'TooManyRequests',
      message: 'This code was tried too often. Request a new one.',
    });
  });

  it('has to differ from the present address', async () => {
    const { world, ...here } = await signedIn();
    await expect(start(world, here, 'ADA@example.com ')).rejects.toMatchObject({
      code: 'ValidationFailed',
      fields: { newEmail: expect.any(String) },
    });
  });

  it('may be corrected at once, and is mailed again after half a minute, at most five times an hour', async () => {
    const { world, ...here } = await signedIn();
    await start(world, here, 'ada@typo.example');
    await start(world, here);
    await expect(start(world, here)).rejects.toMatchObject({ code: 'TooManyRequests', retryAfterSeconds: 30 });
    expect(await refusalOf(finish(world, here, digitsIn(world.mails[0])))).toBe('InvalidCode');
    for (let round = 0; round < 3; round++) {
      world.clock.advance(resendAfterMs);
      await start(world, here);
    }
    world.clock.advance(resendAfterMs);
    expect(await refusalOf(start(world, here))).toBe('TooManyRequests');
    expect(world.mails).toHaveLength(5);
  });

  it('is not flooded with mails by many accounts', async () => {
    const { world, ...here } = await signedIn();
    for (let index = 0; index < 5; index++) {
      await world.joined({ email: `user${index}@example.com` });
      await start(world, await signIn(world, `user${index}@example.com`));
    }
    expect(await refusalOf(start(world, here))).toBe('TooManyRequests');
  });

  it('voids a reset link that was sent to the old address', async () => {
    const { world, ...here } = await signedIn();
    await forgotPassword(world.services, { email: 'ada@example.com', clientAddress: '203.0.113.9' });
    const stale = resetCodeIn(world.mails.at(-1));
    await start(world, here);
    await finish(world, here, digitsIn(world.mails.at(-1)));
    const reset = resetPassword(world.services, { verificationCode: stale, password: 'Long-Walks-88' });
    expect(await refusalOf(reset)).toBe('InvalidResetLink');
  });
});
