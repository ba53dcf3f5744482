import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { asVisitor, openBrowser, signIn } from '#test/support/browser.ts';

const services = inject('services');
const { site } = services;
const demo = services.demo?.user ?? { email: '', password: '' };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name });
const bare = `${site}/dashboard`;

/** Opens Add Funds by clicks up to its third step, and returns the address of that step. */
async function openDeposit(page: Page, dollars: string): Promise<string> {
  await page.getByRole('button', { name: 'Add Money' }).first().click();
  await page.waitForURL(`${bare}?add-money`);
  await button(page, /^USDC/).click();
  await page.waitForURL(`${bare}?add-money=USDC`);
  await dialog(page).getByLabel('Polygon').check({ force: true });
  await dialog(page)
    .getByLabel(/amount/i)
    .fill(dollars);
  await button(page, 'Continue').click();
  await page.waitForURL(/\/dashboard\?deposit=dep_\w+&add-money$/);
  await dialog(page).getByRole('heading', { name: 'Review and pay' }).waitFor();
  return page.url();
}

describe('dialogs and their steps are in the address', () => {
  it('a reload in the last step finds amount, address and countdown again', async () => {
    await asVisitor(browser, {}, async ({ page, context }) => {
      await signIn(page, site, demo);
      const address = await openDeposit(page, '31');
      const sum = dialog(page).getByText(/^[\d.]+ USDC$/);
      const shown = await sum.first().innerText();
      await page.reload();
      expect(page.url()).toBe(address);
      await dialog(page).getByRole('heading', { name: 'Review and pay' }).waitFor();
      expect(await sum.first().innerText()).toBe(shown);
      await dialog(page)
        .getByText(/Rate held for/)
        .waitFor();
      await dialog(page).getByRole('button', { name: 'Copy address' }).waitFor();
      // As on a phone that unloaded the browser while a wallet app was in front.
      const other = await context.newPage();
      await other.goto(address);
      await dialog(other).getByRole('heading', { name: 'Review and pay' }).waitFor();
      expect(
        await dialog(other)
          .getByText(/^[\d.]+ USDC$/)
          .first()
          .innerText(),
      ).toBe(shown);
      await other.close();
    });
  });

  it('the browser’s Back closes one layer, and keeps what was typed below it', async () => {
    await asVisitor(browser, {}, async ({ page }) => {
      await signIn(page, site, demo);
      await openDeposit(page, '32');
      await page.goBack();
      await page.waitForURL(`${bare}?add-money=USDC`);
      expect(
        await dialog(page)
          .getByLabel(/amount/i)
          .inputValue(),
      ).toBe('32');
      expect(await dialog(page).getByLabel('Polygon').isChecked()).toBe(true);
      await page.goBack();
      await page.waitForURL(`${bare}?add-money`);
      await dialog(page).getByRole('heading', { name: 'Choose a coin' }).waitFor();
      await page.goBack();
      await page.waitForURL(bare);
      await dialog(page).waitFor({ state: 'detached' });
      await page.getByText('Available Balance').waitFor();
    });
  });

  it('the dialog’s own Back leads to the first step, closing resets, and neither leaves a layer behind', async () => {
    await asVisitor(browser, {}, async ({ page }) => {
      await signIn(page, site, demo);
      await openDeposit(page, '33');
      await button(page, 'Back').click();
      await page.waitForURL(`${bare}?add-money`);
      await button(page, /^USDC/).click();
      await page.waitForURL(`${bare}?add-money=USDC`);
      expect(
        await dialog(page)
          .getByLabel(/amount/i)
          .inputValue(),
      ).toBe('33');
      await button(page, 'Close').click();
      await page.waitForURL(bare);
      await page.getByRole('button', { name: 'Add Money' }).first().click();
      await button(page, /^USDC/).click();
      expect(
        await dialog(page)
          .getByLabel(/amount/i)
          .inputValue(),
      ).toBe('');
      expect(await dialog(page).getByLabel('Polygon').isChecked()).toBe(false);
      await button(page, 'Close').click();
      await page.waitForURL(bare);
      await page.getByRole('link', { name: /^Everyday ending in/ }).click();
      await page.waitForURL(/\/cards\//);
      await page.goBack();
      await page.waitForURL(bare);
      expect(await dialog(page).count()).toBe(0);
    });
  });

  it('Back closes a dialog that was opened by a link too, and leads to its page', async () => {
    await asVisitor(browser, {}, async ({ page }) => {
      await signIn(page, site, demo, '/dashboard?create-card');
      await dialog(page).getByLabel('Nickname').fill('Trips');
      await page.goBack();
      await page.waitForURL(bare);
      expect(await dialog(page).count()).toBe(0);
      await page.goForward();
      expect(await dialog(page).getByLabel('Nickname').inputValue()).toBe('');
      await button(page, 'Close').click();
      await page.waitForURL(bare);
    });
  });

  it('every dialog of a card survives a reload, and Back closes it', async () => {
    await asVisitor(browser, {}, async ({ page }) => {
      await signIn(page, site, demo);
      await page.getByRole('link', { name: /^Everyday ending in/ }).click();
      await page.getByText('Card balance').waitFor();
      const address = page.url();
      for (const [name, query] of [
        ['Load Money', 'load'],
        ['Manage', 'manage'],
      ] as const) {
        await page.getByRole('button', { name }).click();
        await page.waitForURL(`${address}?${query}`);
        await page.reload();
        await dialog(page).waitFor();
        await page.goBack();
        await page.waitForURL(address);
        await dialog(page).waitFor({ state: 'detached' });
      }
      for (const [name, query] of [
        ['3DS Code', 'pin'],
        ['Delete Card', 'delete'],
      ] as const) {
        await page.getByRole('button', { name: 'Manage' }).click();
        await page.getByRole('button', { name }).click();
        await page.waitForURL(`${address}?${query}`);
        await page.reload();
        await dialog(page).waitFor();
        await page.goBack();
        await page.waitForURL(`${address}?manage`);
        await page.getByRole('heading', { name: 'Manage Everyday' }).waitFor();
        await page.goBack();
        await page.waitForURL(address);
        await dialog(page).waitFor({ state: 'detached' });
      }
    });
  });
});
