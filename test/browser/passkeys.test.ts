import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { mailTo, until } from '#infra/local/seed/open-account.ts';
import { openBrowser, openVisitor, type Visitor } from '#test/support/browser.ts';

/*
 * Passkeys of a real browser's virtual authenticator, at http://localhost: the API accepts what this browser sends, and
 * the browser refuses passkeys where the site has an IP address instead of a name.
 */

const services = inject('services');
const atAddress = services.site;
const atName = services.site.replace('127.0.0.1', 'localhost');
const password = 'Long-Walks-88';
const email = `passkeys-${process.pid}-${Date.now()}@example.com`;

let browser: Browser;
let visitor: Visitor;
let cdp: CDPSession;
let recoveryCode: string;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await openVisitor(browser);
  cdp = await visitor.context.newCDPSession(visitor.page);
  await cdp.send('WebAuthn.enable');
  await visitor.page.goto(`${atName}/login`);
});
afterAll(async () => {
  await visitor?.context.close();
  await browser?.close();
});

type Answer = { readonly status: number; readonly body: Record<string, unknown> };

/** Sends a call from the page, as the site does. */
const call = (page: Page, method: string, path: string, body?: unknown): Promise<Answer> =>
  page.evaluate(
    async ([method, path, sent]) => {
      const headers: Record<string, string> = sent === undefined ? {} : { 'content-type': 'application/json' };
      const response = await fetch(`/api${path}`, { method, headers, ...(sent === undefined ? {} : { body: sent }) });
      const text = await response.text();
      return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
  );

/** Has the browser create or use a passkey. Returns its response, or the name of the error that the browser throws. */
const ask = (page: Page, how: 'create' | 'get', options: unknown): Promise<unknown> =>
  page.evaluate(
    async ([how, json]): Promise<unknown> => {
      try {
        const made =
          how === 'create'
            ? await navigator.credentials.create({
                publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json as never),
              })
            : await navigator.credentials.get({
                publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json as never),
              });
        return (made as PublicKeyCredential).toJSON();
      } catch (thrown) {
        return (thrown as Error).name;
      }
    },
    [how, options] as const,
  );

/** Plugs an authenticator in. Returns a function that removes it. */
async function plugIn(isUserVerified = true): Promise<() => Promise<void>> {
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
  return async () => void (await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }));
}

async function signUp(page: Page): Promise<void> {
  const names = { firstname: 'Pat', lastname: 'Keys' };
  await call(page, 'POST', '/auth/register', { email, ...names, password, confirmPassword: password });
  const code = await until('the link', async () => /verify\/([\w-]+)/.exec(await mailTo(services, email))?.[1]);
  await call(page, 'GET', `/auth/email/verify/${code}`);
  expect((await call(page, 'POST', '/auth/login', { email, password })).status).toBe(200);
}

describe('a passkey of a real browser, at http://localhost', () => {
  it('is added, signs in without a password, is the second step after a password, and proves presence', async () => {
    const { page } = visitor;
    for (const path of ['/api/auth/prove', '/api/auth/passkey']) visitor.expectRefusal(401, path);
    const takeOut = await plugIn();
    await signUp(page);

    const creation = await call(page, 'POST', '/user/passkeys/options');
    const attestation = await ask(page, 'create', creation.body);
    expect(attestation).toBeTypeOf('object');
    const added = await call(page, 'POST', '/user/passkeys', { attestation, name: 'This laptop' });
    expect(added).toMatchObject({ status: 201, body: { name: 'This laptop', lastUsedAt: null } });
    expect(added.body['recoveryCodes']).toHaveLength(10);
    [recoveryCode] = added.body['recoveryCodes'] as [string];
    const again = await call(page, 'POST', '/user/passkeys/options');
    // The browser itself refuses a second passkey for this account on the same device.
    expect(await ask(page, 'create', again.body)).toBe('InvalidStateError');

    const proofOptions = await call(page, 'POST', '/auth/passkey/options', { purpose: 'proof' });
    const proof = { method: 'passkey', assertion: await ask(page, 'get', proofOptions.body) };
    expect((await call(page, 'POST', '/auth/prove', proof)).status).toBe(204);
    expect((await call(page, 'POST', '/auth/prove', proof)).status).toBe(401);

    await call(page, 'GET', '/auth/logout');
    const login = await call(page, 'POST', '/auth/login', { email, password });
    expect(login.body).toMatchObject({ isTwoFactorRequired: true, methods: ['passkey', 'recovery_code'] });
    for (let signIn = 1; signIn <= 2; signIn += 1) {
      const options = await call(page, 'POST', '/auth/passkey/options', {});
      const assertion = await ask(page, 'get', options.body);
      expect((await call(page, 'POST', '/auth/passkey', { assertion })).status).toBe(200);
      expect((await call(page, 'GET', '/user')).body).toMatchObject({ email });
      expect((await call(page, 'POST', '/auth/passkey', { assertion })).status).toBe(401);
      await call(page, 'GET', '/auth/logout');
    }
    await takeOut();
  });

  it('is not created by an authenticator that does not verify its user', async () => {
    const { page } = visitor;
    const takeOut = await plugIn(false);
    const { userId } = (await call(page, 'POST', '/auth/login', { email, password })).body;
    expect((await call(page, 'POST', '/auth/2fa/verify', { userId, code: recoveryCode })).status).toBe(200);
    const creation = await call(page, 'POST', '/user/passkeys/options');
    expect(await ask(page, 'create', creation.body)).toBe('NotAllowedError');
    await takeOut();
  });

  it('is refused by the browser where the site has an IP address instead of a name', async () => {
    const elsewhere = await openVisitor(browser);
    const { page } = elsewhere;
    await page.goto(`${atAddress}/login`);
    const options = await call(page, 'POST', '/auth/passkey/options', {});
    expect(options.body).toMatchObject({ rpId: 'localhost' });
    expect(await ask(page, 'get', options.body)).toBe('SecurityError');
    await elsewhere.context.close();
  });
});
