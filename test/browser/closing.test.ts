import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { mailsTo, openAccount } from '#infra/local/seed/open-account.ts';
import { asVisitor, openBrowser, signIn, signInByForm } from '#test/support/browser.ts';
import { eventually } from '#test/support/eventually.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';

const services = inject('services');
const { site } = services;
const password = 'Long-Walks-88';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

describe('a person who leaves', () => {
  it('reads the consequences, closes the account, and reopens it by signing in', async () => {
    const email = `leaver.${Date.now()}@example.com`;
    await openAccount(services, { email, password, firstname: 'Lea', lastname: 'Lund' });
    await asVisitor(browser, {}, async ({ page }) => {
      await signIn(page, site, { email, password }, '/profile-settings');
      await page.getByRole('button', { name: 'Close account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Close your account?' });
      await dialog.getByText('Unpaid deposits are canceled.').waitFor();
      await expectFineInEveryVariant(page, 'close the account', 'few');
      await dialog.getByRole('button', { name: 'Close account' }).click();
      await page.getByText('Your account is closed').waitFor();
      await page.getByText(/Sign in before .+ and it opens again\./).waitFor();
      await page.goto(`${site}/dashboard`);
      await page.waitForURL(/\/login/);
      const mails = async (): Promise<string> => JSON.stringify(await mailsTo(services, email));
      await eventually(async () => expect(await mails()).toContain('Your Satchel account is closed'));
      await signInByForm(page, site, { email, password });
      await eventually(async () => expect(await mails()).toContain('nothing will be erased'));
    });
  });

  it('cannot call off a closing that was sent, and reads that it was done although the dialog is gone', async () => {
    const email = `hasty.${Date.now()}@example.com`;
    await openAccount(services, { email, password, firstname: 'Hal', lastname: 'Lund' });
    await asVisitor(browser, {}, async ({ page }) => {
      await signIn(page, site, { email, password }, '/profile-settings');
      const sent = Promise.withResolvers<void>();
      await page.route('**/api/user/close', async (route) => {
        await sent.promise;
        await route.fallback();
      });
      await page.getByRole('button', { name: 'Close account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Close your account?' });
      const keep = dialog.getByRole('button', { name: 'Keep account' });
      expect(await keep.isEnabled()).toBe(true);
      await dialog.getByRole('button', { name: 'Close account' }).click();
      await expect.poll(() => keep.isDisabled()).toBe(true);
      await dialog.getByRole('button', { name: 'Close', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      sent.resolve();
      await page.getByText('Your account is closed').waitFor();
      await page.getByText(/Sign in before .+ and it opens again\./).waitFor();
    });
  });

  it('waits until the issuer has closed the last card, then can close the account without a reload', async () => {
    const email = `waiter.${Date.now()}@example.com`;
    await openAccount(services, { email, password, firstname: 'Wim', lastname: 'Lund' });
    await asVisitor(browser, {}, async ({ page }) => {
      let isClosing = true;
      await page.route('**/api/user', async (route) => {
        const response = await route.fetch();
        const user = (await response.json()) as object;
        await route.fulfill({ response, json: { ...user, ...(isClosing && { closingCards: 1 }) } });
      });
      await signIn(page, site, { email, password }, '/profile-settings');
      await page.getByText('A card that you deleted is still being closed by the card issuer.').waitFor();
      const close = page.getByRole('button', { name: 'Close account' });
      expect(await close.isDisabled()).toBe(true);
      isClosing = false;
      await page.getByText('still being closed').waitFor({ state: 'detached' });
      await close.click();
      await page.getByRole('dialog', { name: 'Close your account?' }).waitFor();
    });
  });

  it('is asked to spend the money before the card that prevents closing the account is deleted', async () => {
    await asVisitor(browser, {}, async ({ page }) => {
      if (!services.demo) throw new Error('the stack has no demo');
      await signIn(page, site, services.demo.user, '/profile-settings');
      const panel = page.locator('section').filter({ hasText: 'Close your account' });
      await panel.getByText(/You have .+\. Spend it first: at most \$20\.00 can be given up\./).waitFor();
      expect(await panel.getByRole('link', { name: 'Go to dashboard' }).getAttribute('href')).toBe('/dashboard');
    });
  });
});
