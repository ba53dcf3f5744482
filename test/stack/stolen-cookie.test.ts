import { describe, expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import { mailTo, openAccount, until } from '#infra/local/seed/open-account.ts';
import { ageSession } from '#test/support/age-session.ts';

const services = inject('services');
const servicesFile = inject('servicesFile');
const password = 'Correct-horse-1';
const access = '__Host-access';
let people = 0;

async function person(): Promise<{ readonly client: ApiClient; readonly email: string }> {
  people += 1;
  const email = `stolen-${process.pid}-${people}@example.com`;
  const client = await openAccount(services, { email, password, firstname: 'Ada', lastname: 'Lovelace' });
  return { client, email };
}

/** Waits for the match of a pattern in the newest mail to an address. */
const inMail = (email: string, pattern: RegExp): Promise<string> =>
  until(`a mail with ${pattern}`, async () => pattern.exec(await mailTo(services, email))?.[1]);

/** A browser with the access cookie of another one, and nothing else. */
function thiefOf({ cookies }: ApiClient): ApiClient {
  const thief = new ApiClient(services.site);
  thief.cookies.set(access, cookies.get(access) ?? '');
  return thief;
}

const noCard = `/cards/crd_${'0'.repeat(26)}`;
const guarded = [
  ['GET', `${noCard}/private`, undefined],
  ['PATCH', `${noCard}/pin`, { pin: 7 }],
  ['POST', '/user/update/email/init', { newEmail: 'thief@example.com' }],
  ['POST', '/user/update/email/verify', { otp: '123456' }],
  ['PATCH', '/user/2fa', { enabled: false }],
] as const;

describe('a stolen access cookie', () => {
  it('opens neither card, address nor second factor, and ends with the fifth wrong password', async () => {
    const { client } = await person();
    await client.done('PATCH', '/user/2fa', { enabled: true });
    await ageSession(servicesFile, client.cookies.get(access));
    const thief = thiefOf(client);
    for (const [method, path, body] of guarded) {
      const refused = await thief.call<object>(method, path, body);
      expect([path, refused.status, refused.body]).toEqual([
        path,
        403,
        expect.objectContaining({ code: 'ProofRequired', methods: ['password'] }),
      ]);
    }
    expect((await thief.call('GET', '/user')).status).toBe(200);
    for (let guess = 0; guess < 5; guess++) {
      const wrong = await thief.call('POST', '/auth/prove', { method: 'password', password: `Wrong-guess-${guess}` });
      expect(wrong).toMatchObject({ status: 401, body: { code: 'InvalidCredentials' } });
    }
    expect((await thief.call('GET', '/user')).status).toBe(401);
    expect((await client.call('GET', '/auth/refresh')).status).toBe(401);
  });

  it('suffices for the owner: after one proof with the password the same calls succeed', async () => {
    const { client } = await person();
    await ageSession(servicesFile, client.cookies.get(access));
    await client.done('GET', '/auth/refresh');
    expect(await client.call('GET', `${noCard}/private`)).toMatchObject({ status: 403 });
    const proved = await client.call('POST', '/auth/prove', { method: 'password', password });
    expect([proved.status, proved.body]).toEqual([204, undefined]);
    expect(await client.call('GET', `${noCard}/private`)).toMatchObject({ status: 404 });
    await client.done('GET', '/auth/refresh');
    expect(await client.call('PATCH', `${noCard}/pin`, { pin: 7 })).toMatchObject({ status: 404 });
  });
});

describe('an account whose address a thief changed', () => {
  it('comes back by the link in the mail to the old address, locked until that address resets the password', async () => {
    const { client, email } = await person();
    await client.done('PATCH', '/user/2fa', { enabled: true });
    await client.done('PATCH', '/user/2fa', { enabled: false });
    const newEmail = `thief-${email}`;
    await client.done('POST', '/user/update/email/init', { newEmail });
    await client.done('POST', '/user/update/email/verify', { otp: await inMail(newEmail, /^(\d{6})$/m) });
    const token = await inMail(email, /\/email\/undo#([\w.-]+)$/m);

    const stranger = new ApiClient(services.site);
    const applicant = { email, password, confirmPassword: password, firstname: 'Eve', lastname: 'Early' };
    expect((await stranger.call('POST', '/auth/register', applicant)).status).toBe(201);
    expect(await mailTo(services, email)).not.toMatch(/\/email\/verify\//);

    expect((await stranger.call('POST', '/auth/email/undo', { token })).status).toBe(200);
    expect(await stranger.call('POST', '/auth/email/undo', { token })).toMatchObject({
      status: 400,
      body: { code: 'InvalidUndoLink' },
    });
    expect(await client.call('GET', '/user')).toMatchObject({ status: 403, body: { code: 'AccountLocked' } });
    const signIn = (given: object) => new ApiClient(services.site).call('POST', '/auth/login', given);
    expect(await signIn({ email, password })).toMatchObject({ status: 403, body: { code: 'AccountLocked' } });
    expect(await signIn({ email: newEmail, password })).toMatchObject({ status: 401 });

    await stranger.done('POST', '/auth/password/forgot', { email });
    const verificationCode = await inMail(email, /\/password\/reset\?code=([\w.-]+)&exp=\d+/);
    await stranger.done('POST', '/auth/password/reset', { password: 'Long-Walks-88', verificationCode });
    // The codes that were switched off before the change are on again.
    expect(await signIn({ email, password: 'Long-Walks-88' })).toMatchObject({
      status: 200,
      body: { isTwoFactorRequired: true },
    });
  });
});

describe('two who sign up with one address', () => {
  it('do not affect each other: the link that is opened creates the account, with the password given with it', async () => {
    people += 1;
    const email = `shared-${process.pid}-${people}@example.com`;
    const client = new ApiClient(services.site);
    const signUp = (given: string) =>
      client.done('POST', '/auth/register', {
        email,
        password: given,
        confirmPassword: given,
        firstname: 'Ada',
        lastname: 'Lovelace',
      });
    await signUp('First-was-mine-1');
    const first = await inMail(email, /\/email\/verify\/([\w-]+)/);
    await signUp(password);
    const second = await until('another link', async () => {
      const found = /\/email\/verify\/([\w-]+)/.exec(await mailTo(services, email))?.[1];
      return found === first ? undefined : found;
    });
    expect(await mailTo(services, email)).toContain('If this sign-up wasn’t you, ignore this email.');
    await client.done('GET', `/auth/email/verify/${second}`);
    expect((await client.call('GET', `/auth/email/verify/${first}`)).status).toBe(400);
    expect((await client.call('POST', '/auth/login', { email, password: 'First-was-mine-1' })).status).toBe(401);
    expect((await client.call('POST', '/auth/login', { email, password })).status).toBe(200);
  });
});
