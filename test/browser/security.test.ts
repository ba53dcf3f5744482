import { createHmac } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import { makeLocalAdmin } from '#infra/local/seed/make-local-admin.ts';
import { mailTo, openAccount } from '#infra/local/seed/open-account.ts';
import { ageSession } from '#test/support/age-session.ts';
import { asVisitor, openBrowser, openVisitor, refuseProblems, signIn, signInByCall } from '#test/support/browser.ts';
import { eventually } from '#test/support/eventually.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';
import { cookiesFor } from '#test/support/visitor-cookies.ts';

const services = inject('services');
const servicesFile = inject('servicesFile');
const { site, control } = services;
const password = 'Long-Walks-88';
const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

let accounts = 0;

async function newcomer(name: string): Promise<{ email: string; password: string }> {
  accounts += 1;
  const email = `${name}.${Date.now()}.${accounts}@example.com`;
  await openAccount(services, { email, password, firstname: name, lastname: 'Lund' });
  return { email, password };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The time of the product, whose clock other tests may have moved. */
async function productNow(): Promise<number> {
  const { offsetMs } = (await (await fetch(`${control}/clock`)).json()) as { offsetMs: number };
  return Date.now() + offsetMs;
}

/** A code of an authenticator app, as RFC 6238 says: 30 seconds, SHA-1, six digits. */
function codeAt(secret: string, atMs: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)));
  const mac = createHmac('sha1', key).update(step).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) % 16) % 2 ** 31;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Sets an authenticator app up on the security page. Returns its secret and the recovery codes. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto(`${site}/security`);
  await button(page, 'Set up').click();
  const dialog = page.getByRole('dialog');
  const shown = dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/);
  const secret = ((await shown.textContent()) ?? '').replaceAll(' ', '');
  const field = dialog.getByLabel('Code from your app');
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
  expect(await field.getAttribute('inputmode')).toBe('numeric');
  await expectFineInEveryVariant(page, 'app setup', 'few');
  await field.fill(codeAt(secret, await productNow()));
  await button(page, 'Confirm').click();
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
  const codes = await dialog.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await expectFineInEveryVariant(page, 'recovery codes', 'few');
  // They are shown once: no number of Escapes takes them away.
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
  await dialog.getByText(codes[0] ?? '', { exact: true }).waitFor();
  await button(page, 'I saved them').click();
  await dialog.waitFor({ state: 'detached' });
  return { secret, codes };
}

/** Gives email and password on the login page, at an origin of the site. */
async function givePassword(page: Page, person: { email: string }, origin: string = site): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(password);
  await button(page, 'Sign in').click();
}

async function forgetProof(page: Page, origin: string = site): Promise<void> {
  const cookies = await page.context().cookies(`${origin}/api/user`);
  await ageSession(servicesFile, cookies.find(({ name }) => name === '__Host-access')?.value);
}

describe('the security page', () => {
  it.concurrent('sets up an authenticator app; the next sign-in accepts its code, or a recovery code', async () => {
    const person = await newcomer('astrid');
    await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
      await signInByCall(page, site, person);
      const { secret, codes } = await setUpApp(page);
      await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
      await expectFineInEveryVariant(page, 'security');
      const other = await openVisitor(browser);
      other.expectRefusal(401, '/api/auth/2fa/verify');
      await givePassword(other.page, person);
      await other.page.getByLabel('Code from your app').waitFor();
      await expectFineInEveryVariant(other.page, 'second step of an app', 'few');
      // The code of the next half minute, since the setup used up the present one.
      await other.page.getByLabel('Code from your app').fill(codeAt(secret, (await productNow()) + 30_000));
      await other.page.waitForURL(`${site}/dashboard`);
      refuseProblems(other);
      await other.context.close();

      const lost = await openVisitor(browser);
      await givePassword(lost.page, person);
      await lost.page.getByLabel('Code from your app').fill('123');
      await button(lost.page, 'Use a recovery code').click();
      expect(await lost.page.getByLabel('Recovery code').inputValue()).toBe('');
      await lost.page.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase());
      await button(lost.page, 'Verify').click();
      await lost.page.waitForURL(`${site}/dashboard`);
      refuseProblems(lost);
      await lost.context.close();

      // A code of the app proves presence in the middle of another form: typed text stays, and the call is repeated.
      await page.goto(`${site}/profile-settings`);
      await forgetProof(page);
      expectRefusal(403, '/api/user/update/email/init');
      const panel = page.getByRole('region', { name: 'Email', exact: true });
      await button(page, 'Change Email').click();
      await panel.getByLabel('New email').fill(`new.${person.email}`);
      await button(page, 'Send OTP').click();
      const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
      await proof.getByLabel('Code', { exact: true }).waitFor();
      expect(await proof.getByLabel('Password').count()).toBe(0);
      await expectFineInEveryVariant(page, 'proof by an app', 'few');
      await button(page, 'Use a recovery code').click();
      await proof.getByLabel('Recovery code').fill(codes[0] ?? '');
      await button(page, 'Confirm').click();
      await proof.getByText('This code is wrong or was used already.').waitFor();
      await proof.getByLabel('Recovery code').fill(codes[1] ?? '');
      await button(page, 'Confirm').click();
      await panel.getByLabel('OTP code').waitFor();
    });
  });

  it.concurrent('lists where the account is signed in, and signs another browser out at once', async () => {
    const person = await newcomer('bodil');
    await asVisitor(browser, {}, async ({ page }) => {
      await signInByCall(page, site, person);
      await asVisitor(browser, { userAgent: android }, async (phone) => {
        await signIn(phone.page, site, person, '/profile-settings');
        await phone.page.getByRole('heading', { name: 'Profile Settings' }).waitFor();
        await page.goto(`${site}/security`);
        await page.getByText('This device').waitFor();
        await button(page, 'Sign out Chrome on Android').click();
        await page.getByText('Chrome on Android is signed out.').waitFor();
        await eventually(async () =>
          expect(await page.getByText('Chrome on Android', { exact: true }).count()).toBe(0),
        );
        await phone.page.getByLabel('First name').fill('Bea');
        await phone.page.getByRole('region', { name: 'Name' }).getByRole('button').first().click();
        await phone.page.waitForURL(`${site}/login`);
        await phone.page.getByText(/^You’ve been signed out/).waitFor();
        await givePasswordHere(phone.page, person);
        await phone.page.waitForURL(`${site}/profile-settings`);
      });
    });
  });

  it.concurrent('keeps the focus in its panel when all other browsers are signed out', async () => {
    const person = await newcomer('birte');
    await asVisitor(browser, {}, async ({ page }) => {
      await new ApiClient(site).done('POST', '/auth/login', person);
      await signIn(page, site, person, '/security');
      const others = button(page, 'Sign out everywhere else');
      await others.focus();
      await page.keyboard.press('Enter');
      await others.waitFor({ state: 'detached' });
      const title = page.getByRole('heading', { name: 'Where you’re signed in' });
      await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true);
    });
  });

  it.concurrent('leads to the sign-in after five wrong proofs, and back', async () => {
    const person = await newcomer('cilla');
    await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
      await signIn(page, site, person, '/security');
      await page.getByText('This device').waitFor();
      await forgetProof(page);
      expectRefusal(403, '/api/user/totp');
      await button(page, 'Set up').click();
      const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
      for (let round = 1; round <= 5; round += 1) {
        await proof.getByLabel('Password', { exact: true }).fill(`Wrong-guess-${round}`);
        await button(page, 'Confirm').click();
        if (round < 5) await proof.getByText('The current password is wrong.').waitFor();
        if (round < 5) await eventually(async () => expect(await button(page, 'Confirm').isEnabled()).toBe(true));
      }
      await page.waitForURL(`${site}/login`);
      await page.getByText(/a code or password was wrong five times/).waitFor();
      await givePasswordHere(page, person);
      await page.waitForURL(`${site}/security`);
    });
  });

  it.concurrent('is the only page of a new admin until a factor is added', async () => {
    const person = await newcomer('frida');
    await makeLocalAdmin(servicesFile, person.email);
    await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
      for (const path of [
        'admin/stats/dashboard',
        'user/all',
        'user/sessions',
        'user/security/log',
        'notifications/unread',
      ]) {
        expectRefusal(403, `/api/${path}`);
      }
      await givePassword(page, person);
      await page.waitForURL(`${site}/security`);
      await page.getByText('Add an app or a passkey to continue').waitFor();
      expect(await page.getByRole('heading', { name: 'Where you’re signed in' }).count()).toBe(0);
      await expectFineInEveryVariant(page, 'factor required', 'few');
      await page.goto(`${site}/users`);
      await page.waitForURL(`${site}/security`);
      await setUpApp(page);
      await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
      await page.goto(`${site}/users`);
      await page.getByRole('heading', { name: 'Users', exact: true }).waitFor();
      expect((await page.request.get(`${site}/api/user/all`)).status()).toBe(200);
    });
  });

  it.concurrent('shows a lock whose reply was lost', async () => {
    const person = await newcomer('dagmar');
    await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
      await signIn(page, site, person, '/security');
      await page.route('**/api/user/lock', async (route) => {
        await route.fetch();
        await route.fulfill({ status: 502, body: 'bad gateway' });
      });
      expectRefusal(502, '/api/user/lock');
      await button(page, 'Lock everything').click();
      await page.getByText('Locked', { exact: true }).waitFor();
      await button(page, 'Unlock').waitFor();
    });
  });

  it.concurrent('locks everything, and unlocks it with a proof', async () => {
    const person = await newcomer('dagny');
    await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
      await signIn(page, site, person, '/security');
      await button(page, 'Lock everything').click();
      await page.getByText('Locked', { exact: true }).waitFor();
      await page.goto(`${site}/dashboard`);
      await page.getByText('Your account is locked').waitFor();
      await expectFineInEveryVariant(page, 'dashboard of a locked account', 'few');
      await page.getByRole('link', { name: 'Unlock in Security' }).click();
      await forgetProof(page);
      expectRefusal(403, '/api/user/unlock');
      await button(page, 'Unlock').click();
      const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
      await proof.getByLabel('Password', { exact: true }).fill(password);
      await button(page, 'Confirm').click();
      await button(page, 'Lock everything').waitFor();
      await page.reload();
      await page.getByText('Everything unlocked', { exact: true }).waitFor();
    });
  });

  it.concurrent('adds a passkey, which completes the next sign-in', async () => {
    const person = await newcomer('ebba');
    const named = site.replace('127.0.0.1', 'localhost');
    await asVisitor(browser, {}, async ({ page, context }) => {
      const devtools = await context.newCDPSession(page);
      await devtools.send('WebAuthn.enable');
      await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      await givePassword(page, person, named);
      await page.waitForURL(`${named}/dashboard`);
      await page.goto(`${named}/security`);
      await button(page, 'Add a passkey').click();
      const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
      await dialog.getByLabel(/^Name/).fill('Test key');
      await expectFineInEveryVariant(page, 'add a passkey', 'few');
      await button(page, 'Continue').click();
      await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
      await button(page, 'I saved them').click();
      await button(page, 'Rename Test key').click();
      const renaming = page.getByRole('dialog', { name: 'Rename passkey' });
      await renaming.getByLabel('Name').fill('Work key');
      await expectFineInEveryVariant(page, 'rename a passkey', 'few');
      await button(page, 'Save').click();
      await page.getByText('Work key', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await page.waitForURL(`${named}/login`);
      await givePassword(page, person, named);
      await page.getByRole('heading', { name: 'Use your passkey' }).waitFor();
      await expectFineInEveryVariant(page, 'second step of a passkey', 'few');
      await button(page, 'Use a passkey').click();
      await page.waitForURL(`${named}/dashboard`);
      await page.goto(`${named}/security`);
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await page.waitForURL(`${named}/login`);
      await button(page, 'Use a passkey').click();
      await page.waitForURL(`${named}/dashboard`);
      await page.goto(`${named}/security`);
      await button(page, 'Remove Work key').click();
      const question = page.getByRole('dialog', { name: 'Remove Work key?' });
      await question.getByText(/Your password alone will sign you in/).waitFor();
      await expectFineInEveryVariant(page, 'remove a passkey', 'few');
      await question.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('Passkey removed.').waitFor();
      // The removed row had the focus: it moves to the title of the panel, not to the start of the page.
      await eventually(async () =>
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Passkeys'),
      );
    });
  });

  it.concurrent('says where passkeys work, on a site where they do not', async () => {
    const person = await newcomer('gerda');
    const words = `Passkeys don’t work at this address. Open ${site.replace('127.0.0.1', 'localhost')} instead.`;
    await asVisitor(browser, {}, async ({ page }) => {
      await page.goto(`${site}/login`);
      await button(page, 'Use a passkey').click();
      await page.getByRole('alert').getByText(words).waitFor();
      await signIn(page, site, person, '/security');
      await page.getByText(words).waitFor();
      expect(await button(page, 'Add a passkey').count()).toBe(0);
    });
  });
});

describe('a person whose factors two admins are to remove', () => {
  it.concurrent('sees that on the security page, and cancels it there or with the mailed link', async () => {
    const person = await protectedClient(await newcomer('ragna'));
    const { _id: id, email } = await person.done<{ _id: string; email: string }>('GET', '/user');
    const admins: ApiClient[] = [];
    for (const [name, act, badge] of [
      ['first', 'Propose Reset', 'Proposed'],
      ['second', 'Approve Reset', 'Approved'],
    ] as const) {
      const account = await newcomer(name);
      await makeLocalAdmin(servicesFile, account.email);
      const admin = await protectedClient(account);
      admins.push(admin);
      await asVisitor(browser, {}, async ({ page, context }) => {
        await context.addCookies(cookiesFor(site, admin));
        await page.goto(`${site}/users/${id}`);
        const panel = page.getByRole('region', { name: 'Lost factors' });
        await panel.getByLabel('Reason for the reset').fill('Lost the phone. Checked by video call.');
        await panel.getByRole('button', { name: act }).click();
        await panel.getByText(badge, { exact: true }).waitFor();
        expect(await panel.getByLabel('Reason for the reset').count()).toBe(0);
        await panel.getByRole('button', { name: 'Cancel Reset' }).waitFor();
        await expectFineInEveryVariant(page, `lost factors, ${badge}`, 'few');
      });
    }
    let link = '';
    await eventually(async () => {
      link = /https?:\S+\/factor-reset\/cancel#[\w.-]+/.exec(await mailTo(services, email))?.[0] ?? '';
      expect(link).not.toBe('');
    });
    await asVisitor(browser, {}, async ({ page, context, expectRefusal }) => {
      await context.addCookies(cookiesFor(site, person));
      await page.goto(`${site}/dashboard`);
      await page.getByText('Your app, passkeys and recovery codes are about to be removed').waitFor();
      await page.getByRole('link', { name: 'See or cancel it' }).click();
      await page.getByRole('heading', { name: 'Security', exact: true }).waitFor();
      await page.getByText('Your app, passkeys and recovery codes are about to be removed').waitFor();
      await expectFineInEveryVariant(page, 'security during a reset', 'few');
      await page.goto(link);
      await page.getByRole('heading', { name: 'Cancel the reset?' }).waitFor();
      await expectFineInEveryVariant(page, 'cancel the reset', 'few');
      // Opening the page did nothing yet.
      expect(await person.done('GET', '/user/security')).toMatchObject({ factorReset: expect.anything() });
      await button(page, 'Cancel the reset').click();
      await page.getByRole('heading', { name: 'The reset is canceled' }).waitFor();
      expect(await person.done('GET', '/user/security')).toMatchObject({ totp: true, factorReset: null });
      expectRefusal(400, '/api/auth/factor-reset/cancel');
      await page.reload();
      await button(page, 'Cancel the reset').click();
      await page.getByRole('heading', { name: 'Invalid or expired link' }).waitFor();
      const reason = 'Lost the phone again.';
      for (const admin of admins) await admin.done('POST', `/admin/factor-reset/${id}`, { reason });
      await page.goto(`${site}/security`);
      await button(page, 'Cancel the reset').click();
      await page.getByText('The reset is canceled.').waitFor();
      await button(page, 'Cancel the reset').waitFor({ state: 'detached' });
      expect(await person.done('GET', '/user/security')).toMatchObject({ totp: true, factorReset: null });
    });
  });
});

/** Signs a person in without a browser and gives the account an authenticator app. */
async function protectedClient(account: { email: string; password: string }): Promise<ApiClient> {
  const client = new ApiClient(site);
  await client.done('POST', '/auth/login', account);
  const { secret } = await client.done<{ secret: string }>('POST', '/user/totp');
  await client.done('POST', '/user/totp/confirm', { code: codeAt(secret, await productNow()) });
  return client;
}

/** Gives email and password on the login page that is open. */
async function givePasswordHere(page: Page, person: { email: string }): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(password);
  await button(page, 'Sign in').click();
}
