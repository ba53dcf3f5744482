import { describe, expect, inject, it } from 'vitest';

import { makeAdmin } from '#bin/make-admin.ts';
import { localStore } from '#bin/operator/local-store.ts';
import { ApiClient, type ApiAnswer } from '#infra/local/seed/api-client.ts';
import { mailTo, openAccount, until } from '#infra/local/seed/open-account.ts';
import { ageSession } from '#test/support/age-session.ts';
import { softwareAuthenticator } from '#test/support/software-authenticator.ts';
import { totpAt, totpStepMs } from '#test/support/totp-at.ts';

/*
 * A stolen password, a stolen mailbox, a stolen cookie and a lost phone, over real HTTP, with the codes and signatures
 * of other implementations than the product's.
 */

const services = inject('services');
const servicesFile = inject('servicesFile');
const password = 'Correct-horse-1';
const access = '__Host-access';
const site = { origin: services.site.replace('127.0.0.1', 'localhost'), rpId: 'localhost' };
let people = 0;

async function person(): Promise<{ client: ApiClient; email: string; userId: string }> {
  people += 1;
  const email = `factors-${process.pid}-${people}@example.com`;
  const client = await openAccount(services, { email, password, firstname: 'Ada', lastname: 'Lovelace' });
  const { _id: userId } = await client.done<{ _id: string }>('GET', '/user');
  return { client, email, userId };
}

/** The stack's time, which other tests may have moved. */
async function nowMs(): Promise<number> {
  const { offsetMs } = (await (await fetch(`${services.control}/clock`)).json()) as { offsetMs: number };
  return Date.now() + offsetMs;
}

/** Adds an app. Returns its codes by the distance of their step from now, and the recovery codes. */
async function addApp(client: ApiClient) {
  const { secret } = await client.done<{ secret: string }>('POST', '/user/totp');
  const codeAt = async (steps: number) => totpAt(secret, (await nowMs()) + steps * totpStepMs);
  const confirmed = await until('a code of the step before', async () => {
    const answer = await client.call<{ recoveryCodes: string[] }>('POST', '/user/totp/confirm', {
      code: await codeAt(-1),
    });
    return answer.status === 200 ? answer.body : undefined;
  });
  return { codeAt, recoveryCodes: confirmed.recoveryCodes };
}

async function addPasskey(client: ApiClient) {
  const authenticator = softwareAuthenticator(site);
  const options = await client.done<Parameters<typeof authenticator.make>[0]>('POST', '/user/passkeys/options');
  const body = { attestation: authenticator.make(options), name: 'Laptop' };
  const passkey = await client.done<{ _id: string }>('POST', '/user/passkeys', body);
  return { authenticator, passkeyId: passkey._id };
}

const browser = () => new ApiClient(services.site);
const login = (client: ApiClient, email: string, given = password) =>
  client.call<object>('POST', '/auth/login', { email, password: given });
const accepted = (answers: readonly ApiAnswer<unknown>[]) => answers.filter(({ status }) => status < 300).length;
const atOnce = <T>(times: number, ask: () => Promise<T>) => Promise.all(Array.from({ length: times }, ask));

describe('an account with an authenticator app', () => {
  it('opens to password and app code, once per code, even when many browsers send it at once', async () => {
    const { client, email, userId } = await person();
    const { codeAt } = await addApp(client);
    const browsers = Array.from({ length: 8 }, browser);
    expect((await login(browsers[0] ?? browser(), email)).body).toMatchObject({
      isTwoFactorRequired: true,
      methods: ['totp', 'recovery_code'],
    });
    const code = await codeAt(0);
    const answers = await Promise.all(browsers.map((each) => each.call('POST', '/auth/2fa/verify', { code, userId })));
    expect(accepted(answers)).toBe(1);
    const later = browser();
    await login(later, email);
    expect((await later.call('POST', '/auth/2fa/verify', { code, userId })).status).toBe(401);
    expect((await client.call('POST', '/auth/prove', { method: 'totp', code })).status).toBe(401);
    await client.done('POST', '/auth/prove', { method: 'totp', code: await codeAt(1) });
  });

  it('stays shut to a thief of the mailbox, who can reset the password but has no app code', async () => {
    const { client, email, userId } = await person();
    await client.done('PATCH', '/user/2fa', { enabled: true });
    await addApp(client);
    const thief = browser();
    await thief.done('POST', '/auth/password/forgot', { email });
    const verificationCode = await until('the mail with the link', async () => {
      return /\/password\/reset\?code=([\w.-]+)&exp=\d+/.exec(await mailTo(services, email))?.[1];
    });
    await thief.done('POST', '/auth/password/reset', { password: 'Stolen-horse-2', verificationCode });
    expect((await login(thief, email, 'Stolen-horse-2')).body).toMatchObject({ methods: ['totp', 'recovery_code'] });
    expect(await mailTo(services, email)).not.toMatch(/^\d{6}$/m);
    expect((await thief.call('POST', '/auth/2fa/verify', { code: '123456', userId })).status).toBe(401);
    expect((await thief.call('GET', '/user')).status).toBe(401);
  });

  it('opens to an owner without the phone by a recovery code, once per code', async () => {
    const { client, email, userId } = await person();
    const { recoveryCodes } = await addApp(client);
    const [code = ''] = recoveryCodes;
    const [first, second] = [browser(), browser()];
    await login(first, email);
    await first.done('POST', '/auth/2fa/verify', { code: code.toLowerCase().replace('-', ' '), userId });
    await login(second, email);
    expect((await second.call('POST', '/auth/2fa/verify', { code, userId })).status).toBe(401);
    expect(await first.done('GET', '/user/security')).toMatchObject({ totp: true, recoveryCodesLeft: 9 });
    await first.done('DELETE', '/user/totp');
    expect(await first.done('GET', '/user/security')).toMatchObject({ totp: false, recoveryCodesLeft: 0 });
  });

  it('demands an app or recovery code from a stolen cookie, not the password, and ends at the fifth guess', async () => {
    const { client } = await person();
    await addApp(client);
    await ageSession(servicesFile, client.cookies.get(access));
    const thief = browser();
    thief.cookies.set(access, client.cookies.get(access) ?? '');
    const guarded = [
      ['POST', '/user/totp', undefined],
      ['POST', '/user/totp/confirm', { code: '123456' }],
      ['DELETE', '/user/totp', undefined],
      ['POST', '/user/recovery-codes', undefined],
      ['POST', '/user/passkeys/options', undefined],
    ] as const;
    for (const [method, path, body] of guarded) {
      expect([path, await thief.call(method, path, body)]).toMatchObject([
        path,
        { status: 403, body: { code: 'ProofRequired', methods: ['totp', 'recovery_code'] } },
      ]);
    }
    expect((await thief.call('POST', '/auth/prove', { method: 'password', password })).status).toBe(403);
    await atOnce(20, () => thief.call('POST', '/auth/prove', { method: 'totp', code: '000000' }));
    expect((await thief.call('GET', '/user')).status).toBe(401);
  });
});

describe('an account with a passkey', () => {
  it('opens to the passkey alone, once per challenge, in the browser that asked', async () => {
    const { client, userId } = await person();
    const { authenticator } = await addPasskey(client);
    const [owner, thief] = [browser(), browser()];
    const options = await owner.done<{ challenge: string }>('POST', '/auth/passkey/options', {});
    const body = { assertion: authenticator.use(options) };
    await thief.done('POST', '/auth/passkey/options', {});
    expect((await thief.call('POST', '/auth/passkey', body)).status).toBe(401);
    const answers = await atOnce(8, () => owner.call('POST', '/auth/passkey', body));
    expect(accepted(answers)).toBe(1);
    expect(await owner.done('GET', '/user')).toMatchObject({ _id: userId });
  });

  it('accepts the passkey as a proof of presence in the session that asked, and in no other', async () => {
    const { client } = await person();
    const { authenticator } = await addPasskey(client);
    const options = await client.done<{ challenge: string }>('POST', '/auth/passkey/options', { purpose: 'proof' });
    const proof = { method: 'passkey', assertion: authenticator.use(options) };
    const other = (await person()).client;
    expect((await other.call('POST', '/auth/prove', proof)).status).toBe(403);
    await client.done('POST', '/auth/prove', proof);
    expect((await client.call('POST', '/auth/prove', proof)).status).toBe(401);
  });
});

describe('an admin', () => {
  it('can do nothing before adding a factor, everything then, and never loses the last one', async () => {
    const { client, email, userId } = await person();
    await makeAdmin(localStore(servicesFile), email);
    await client.done('POST', '/auth/login', { email, password });
    const code = await until('the digits', async () => /^(\d{6})$/m.exec(await mailTo(services, email))?.[1]);
    await client.done('POST', '/auth/2fa/verify', { code, userId });
    const dashboard = () => client.call<{ code?: string }>('GET', '/admin/stats/dashboard');
    expect(await dashboard()).toMatchObject({ status: 403, body: { code: 'FactorRequired' } });
    expect((await client.call('PATCH', '/user', { firstname: 'X', lastname: 'Y' })).status).toBe(403);
    await addApp(client);
    expect((await dashboard()).status).toBe(200);
    const { passkeyId } = await addPasskey(client);
    const taken = await Promise.all([
      client.call('DELETE', '/user/totp'),
      client.call('DELETE', `/user/passkeys/${passkeyId}`),
    ]);
    expect(taken.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  });
});
