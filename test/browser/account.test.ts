import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import { mailTo, openAccount } from '#infra/local/seed/open-account.ts';
import { ageSession } from '#test/support/age-session.ts';
import { asVisitor, openBrowser, signIn, signInByForm } from '#test/support/browser.ts';
import { eventually } from '#test/support/eventually.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';

const services = inject('services');
const servicesFile = inject('servicesFile');
const { site } = services;
const firstPassword = 'Long-Walks-88';
const secondPassword = 'Short-Runs-99';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

let accounts = 0;

/** A person with an account of their own, not signed in anywhere. */
async function newcomer(name: string): Promise<{ email: string; password: string }> {
  accounts += 1;
  const email = `${name}.${Date.now()}.${accounts}@example.com`;
  await openAccount(services, { email, password: firstPassword, firstname: name, lastname: 'Lund' });
  return { email, password: firstPassword };
}

/** Waits for a mail to an address whose match of `pattern` differs from `before`, and returns that match. */
async function fromMail(email: string, pattern: RegExp, before?: string): Promise<string> {
  let found: string | undefined;
  await eventually(async () => {
    found = pattern.exec(await mailTo(services, email))?.[0];
    expect(found).toBeDefined();
    expect(found).not.toBe(before);
  });
  return found ?? '';
}

const sixDigits = /(?<!\d)\d{6}(?!\d)/;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('status', { name: 'Messages' }).getByText(text).waitFor();

describe('a person who forgot the password', () => {
  it.concurrent('gets a link by mail, chooses a strong one with it, and signs in', async () => {
    const { email } = await newcomer('vera');
    await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
      await page.goto(`${site}/login`);
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await page.waitForURL(`${site}/password/forgot`);
      const send = button(page, 'Send reset link');
      expect(await send.isDisabled()).toBe(true);
      expectRefusal(400, '/api/auth/password/forgot');
      await page.getByLabel('Email').fill('nobody@nowhere');
      await send.click();
      await page.getByRole('alert').getByText('Enter a valid email address.').waitFor();
      // As pasted from a mail or a document.
      await page.getByLabel('Email').fill(`\u200B${email}\u2060\u00A0`);
      await send.click();
      await page.getByRole('heading', { name: 'Email sent! Check your inbox for further instructions.' }).waitFor();
      expect(await page.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login');
      await expectFineInEveryVariant(page, 'forgot password, sent', 'few');

      const link = await fromMail(email, /https?:\S+\/password\/reset\?code=[\w.-]+&exp=\d+/);
      await page.goto(link);
      const reset = button(page, 'Reset password');
      expect(await reset.isDisabled()).toBe(true);
      await page.getByLabel('New password').fill('weak');
      await page.getByText('Password does not meet the strength requirements.').waitFor();
      expect(await reset.isDisabled()).toBe(true);
      await page.getByLabel('New password').fill(secondPassword);
      await reset.click();
      await page.getByText('Your password has been changed.').waitFor();
      await expectFineInEveryVariant(page, 'new password, done', 'few');

      expectRefusal(400, '/api/auth/password/reset');
      await page.goto(link);
      await page.getByLabel('New password').fill(firstPassword);
      await reset.click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByLabel('New password').inputValue()).toBe(firstPassword);
      await page.getByRole('link', { name: 'Request a new link' }).click();
      await page.waitForURL(`${site}/password/forgot`);
      await signInByForm(page, site, { email, password: secondPassword });
    });
  });

  it.concurrent('uses the link on a device whose clock is hours fast', async () => {
    const { email } = await newcomer('nils');
    await new ApiClient(site).done('POST', '/auth/password/forgot', { email });
    const link = await fromMail(email, /https?:\S+\/password\/reset\?code=[\w.-]+&exp=\d+/);
    await asVisitor(browser, {}, async ({ page }) => {
      await page.addInitScript(() => {
        const real = Date.now;
        Date.now = () => real() + 3 * 3_600_000;
      });
      // The prerendered form is not the page yet: what follows it is waited for.
      const asked = page.waitForResponse(/\/api\/status$/);
      await page.goto(link);
      await asked;
      await page.getByLabel('New password').fill(secondPassword);
      await button(page, 'Reset password').click();
      await page.getByText('Your password has been changed.').waitFor();
    });
  });

  it.concurrent('says when a reset link cannot work, and where to get a new one', async () => {
    await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
      for (const query of ['', '?code=x', `?exp=${Date.now() + 60_000}`, '?code=x&exp=1']) {
        await page.goto(`${site}/password/reset${query}`);
        await page.getByRole('heading', { name: 'Invalid or expired link' }).waitFor();
        await page.getByText('The password reset link is no longer valid.').waitFor();
      }
      expectRefusal(400, '/api/auth/email/verify/x');
      await page.goto(`${site}/email/verify/x`);
      await page.getByRole('heading', { name: 'Invalid Verification Link' }).waitFor();
      await page.getByRole('link', { name: 'Request a new link' }).click();
      await page.waitForURL(`${site}/password/forgot`);
    });
  });
});

describe('a person whose email address was changed by a thief', () => {
  it.concurrent('undoes it with a click on the page of the mailed link, and chooses a new password', async () => {
    const { email, password } = await newcomer('lotte');
    const client = new ApiClient(site);
    await client.done('POST', '/auth/login', { email, password });
    const newEmail = `thief.${email}`;
    await client.done('POST', '/user/update/email/init', { newEmail });
    await client.done('POST', '/user/update/email/verify', { otp: await fromMail(newEmail, sixDigits) });
    const link = await fromMail(email, /https?:\S+\/email\/undo#[\w.-]+/);
    await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
      await page.goto(link);
      await page.getByRole('heading', { name: 'Undo the email change?' }).waitFor();
      await expectFineInEveryVariant(page, 'undo the email change');
      // Opening the page did nothing yet.
      expect(await client.done('GET', '/user')).toMatchObject({ email: newEmail });
      await button(page, 'Undo the change').click();
      await page.getByRole('heading', { name: 'Your email address is back' }).waitFor();
      await expectFineInEveryVariant(page, 'undo the email change, done', 'few');
      expect((await client.call('GET', '/user')).status).toBe(403);
      await page.getByRole('link', { name: 'Choose a new password' }).click();
      await page.waitForURL(`${site}/password/forgot`);
      expectRefusal(400, '/api/auth/email/undo');
      await page.goto(link);
      await page.reload();
      await button(page, 'Undo the change').click();
      await page.getByRole('heading', { name: 'Invalid or expired link' }).waitFor();
    });
  });
});

describe('profile settings', () => {
  it.concurrent('change the password: a refusal says why and keeps the typed text', async () => {
    const person = await newcomer('olaf');
    await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
      await signIn(page, site, person);
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Profile Settings' }).click();
      await page.waitForURL(`${site}/profile-settings`);
      await eventually(async () => expect(await page.title()).toBe('Profile Settings · Satchel'));
      await page
        .getByText('Minimum 8 characters, including uppercase, lowercase, number, and special character.')
        .waitFor();
      const update = button(page, 'Update Password');
      const field = (label: string) => page.getByLabel(label, { exact: true });
      await field('Current password').fill('Not-The-Right-1');
      await field('New password').fill('weak');
      await page.getByText('Password does not meet the strength requirements.').waitFor();
      await field('New password').fill(secondPassword);
      await field('Confirm password').fill('Another-One-1');
      expect(await update.isDisabled()).toBe(true);
      await field('Confirm password').fill(secondPassword);
      await page.getByRole('button', { name: 'Show password' }).nth(1).click();
      expect(await field('New password').getAttribute('type')).toBe('text');
      await update.click();
      await eventually(async () => expect(await field('Current password').getAttribute('aria-invalid')).toBe('true'));
      expect(await page.getByRole('status', { name: 'Messages' }).getByRole('paragraph').count()).toBe(0);
      expect(await field('New password').inputValue()).toBe(secondPassword);
      await expectFineInEveryVariant(page, 'profile settings, refused');
      expectRefusal(400, '/api/user/update/password');
      await field('Current password').fill(person.password);
      await update.click();
      await toast(page, 'Your password has been changed.');
      expect(await field('New password').inputValue()).toBe('');
      expect(
        (await new ApiClient(site).call('POST', '/auth/login', { email: person.email, password: secondPassword }))
          .status,
      ).toBe(200);
    });
  });

  it.concurrent('change the name, and say at the field why a name is refused', async () => {
    const person = await newcomer('nora');
    await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
      await signIn(page, site, person, '/profile-settings');
      const panel = page.getByRole('region', { name: 'Name', exact: true });
      const update = panel.getByRole('button', { name: 'Update Name' });
      expect(await update.isDisabled()).toBe(true);
      expectRefusal(400, '/api/user');
      await panel.getByLabel('Last name').fill('<Hopper>');
      await update.click();
      await panel.getByText('This has characters that a name does not have.').waitFor();
      await panel.getByLabel('Last name').fill('  ');
      await panel.getByLabel('First name').press('Enter');
      await panel.getByText('This is missing.').waitFor();
      await panel.locator('[name=lastname]:focus').waitFor();
      await panel.getByLabel('Last name').fill('');
      await page.keyboard.insertText('w'.repeat(61));
      await update.click();
      await panel.getByText('This is too long.').waitFor();
      // A refusal of another form moves the focus within that one.
      expectRefusal(400, '/api/user/update/email/init');
      await page.getByRole('button', { name: 'Change Email' }).click();
      const email = page.getByLabel('New email');
      await email.fill('ada@example.c');
      await page.getByRole('button', { name: 'Send OTP' }).click();
      await page.getByText('Enter a valid email address.').waitFor();
      await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
      await panel.getByLabel('First name').fill('Grace');
      await panel.getByLabel('Last name').fill('Hopper');
      await update.click();
      await toast(page, 'Name updated.');
      await page.getByText('Signed in as Grace Hopper').waitFor();
      await page.reload();
      await page.getByText('Signed in as Grace Hopper').waitFor();
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByText('Grace Hopper', { exact: true }).waitFor();
    });
  });

  it.concurrent('change the email with a code that was sent to the new address', async () => {
    const person = await newcomer('ida');
    const newEmail = `new.${person.email}`;
    await asVisitor(browser, {}, async ({ page }) => {
      await signIn(page, site, person, '/profile-settings');
      const panel = page.getByRole('region', { name: 'Email' });
      await panel.getByText(person.email).waitFor();
      await panel.getByRole('button', { name: 'Change Email' }).click();
      const send = panel.getByRole('button', { name: 'Send OTP' });
      expect(await send.isDisabled()).toBe(true);
      await panel.getByLabel('New email').fill(newEmail);
      await send.click();
      const code = await fromMail(newEmail, sixDigits);
      const verify = panel.getByRole('button', { name: 'Verify' });
      await panel.getByLabel('OTP code').fill('12345');
      expect(await verify.isDisabled()).toBe(true);
      await panel.getByLabel('OTP code').fill(code === '123456' ? '123457' : '123456');
      await verify.click();
      await panel.getByRole('alert').waitFor();
      await expectFineInEveryVariant(page, 'profile settings, code', 'few');
      await panel.getByLabel('OTP code').fill(code);
      await verify.click();
      // The step before names the new address too, so its end is awaited first.
      await panel.getByRole('button', { name: 'Change Email' }).waitFor();
      await panel.getByText(newEmail).waitFor();
    });
  });

  it.concurrent('ask for the password in place once the session is not fresh, then finish the change by themselves', async () => {
    const person = await newcomer('mia');
    const newEmail = `new.${person.email}`;
    await asVisitor(browser, {}, async ({ page, context, expectRefusal }) => {
      await signIn(page, site, person, '/profile-settings');
      const cookies = await context.cookies(`${site}/api/user`);
      await ageSession(servicesFile, cookies.find(({ name }) => name === '__Host-access')?.value);
      expectRefusal(403, '/api/user/update/email/init');
      const panel = page.getByRole('region', { name: 'Email' });
      await panel.getByRole('button', { name: 'Change Email' }).click();
      await panel.getByLabel('New email').fill(newEmail);
      const send = panel.getByRole('button', { name: 'Send OTP' });
      const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });

      await send.click();
      await dialog.waitFor();
      const password = dialog.getByLabel('Password', { exact: true });
      expect(await password.evaluate((field) => field === document.activeElement)).toBe(true);
      await expectFineInEveryVariant(page, 'proof of presence');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await panel.getByLabel('New email').inputValue()).toBe(newEmail);

      await send.click();
      const confirm = dialog.getByRole('button', { name: 'Confirm' });
      expect(await confirm.isDisabled()).toBe(true);
      await password.fill('Not-The-Right-1');
      await confirm.click();
      await dialog.getByText('The current password is wrong.').waitFor();
      await password.fill(person.password);
      await confirm.click();
      await dialog.waitFor({ state: 'detached' });
      // The call was repeated without another click.
      await panel.getByLabel('OTP code').fill(await fromMail(newEmail, sixDigits));
      await panel.getByRole('button', { name: 'Verify' }).click();
      await panel.getByText(newEmail).waitFor();
    });
  });

  it.concurrent('switch on the codes at sign-in, and the login page asks for one', async () => {
    const person = await newcomer('nils');
    await asVisitor(browser, {}, async ({ page }) => {
      await signIn(page, site, person, '/profile-settings');
      const panel = page.getByRole('region', { name: 'Two-Factor Authentication' });
      await panel.getByRole('switch').click();
      await panel.getByText('Active', { exact: true }).waitFor();
      await toast(page, 'Two-factor authentication is on.');
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await page.waitForURL(`${site}/login`);

      await page.goto(`${site}/profile-settings`);
      await page.waitForURL(`${site}/login`);
      await page.getByLabel('Email').fill(person.email);
      expect(await button(page, 'Sign in').isDisabled()).toBe(true);
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      await button(page, 'Sign in').click();
      const field = page.getByLabel('Verification code');
      const verify = button(page, 'Verify');
      expect(await verify.isDisabled()).toBe(true);
      const code = await fromMail(person.email, sixDigits);
      // The sixth digit submits the code, once; a wrong code stays in the field, to be typed over.
      await field.pressSequentially(code === '123456' ? '123457' : '123456');
      await page.getByRole('alert').waitFor();
      await expectFineInEveryVariant(page, 'login, wrong code');
      await field.fill(code);
      await verify.click();
      await page.waitForURL(`${site}/profile-settings`);
      await panel.getByText('Active', { exact: true }).waitFor();
    });
  });

  it.concurrent('keep the chosen theme, and are available to admins', async () => {
    await asVisitor(browser, { colorScheme: 'light' }, async ({ page }) => {
      await signIn(page, site, services.demo?.admin ?? { email: '', password: '' }, '/profile-settings');
      await page.getByRole('radio', { name: 'Dark' }).check();
      expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
      await page.reload();
      await page.getByRole('radio', { name: 'Dark', checked: true }).waitFor();
      await page.getByRole('radio', { name: 'System' }).check();
      expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBeUndefined();
      await page.goto(`${site}/referral-program`);
      await page.waitForURL(`${site}/dashboard`);
    });
  });
});

describe('the palette', () => {
  it.concurrent('goes anywhere by the keyboard alone, and gives the focus back', async () => {
    await asVisitor(browser, {}, async ({ page }) => {
      await signIn(page, site, services.demo?.user ?? { email: '', password: '' });
      await page.getByRole('link', { name: /^Everyday ending in/ }).waitFor();
      const opener = button(page, 'Go to…');
      await opener.focus();
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: 'Page, action, card or search' });
      await field.waitFor();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('option', { name: /^Activity/, selected: true }).waitFor();
      await page.keyboard.press('Escape');
      await field.waitFor({ state: 'detached' });
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press('Meta+k');
      await field.pressSequentially('every');
      await page.getByRole('option', { name: /^Everyday/, selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/cards\/crd_/);
      await eventually(async () => {
        const focused = await page.evaluate(() => document.activeElement?.tagName);
        expect(focused).toBe('H1');
      });
    });
  });
});
