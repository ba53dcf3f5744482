import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { eventually } from '#test/support/eventually.ts';
import { asVisitor, openBrowser, signIn, signInByForm } from '#test/support/browser.ts';

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

const greeting = (page: Page) => page.getByRole('heading', { name: /^Good \w+, Dana$/ });

describe('a guest', () => {
  it('is redirected from an unknown address to the landing page', async () => {
    await asVisitor(browser, {}, async ({ page }) => {
      await page.goto(`${site}/no/such/page`);
      await page.waitForURL(`${site}/`);
      await page.getByRole('heading', { name: /crypto-backed/ }).waitFor();
    });
  });

  it('reads the legal pages in any spelling of their address', async () => {
    await asVisitor(browser, {}, async ({ page }) => {
      for (const path of ['/terms', '/Terms', '/PRIVACY']) {
        expect((await page.goto(`${site}${path}`))?.status()).toBe(200);
        await page
          .getByRole('heading', { name: path.slice(1), exact: false })
          .first()
          .waitFor();
      }
    });
  });

  it('is asked to sign in, and then reaches the requested address, query included', async () => {
    await asVisitor(browser, {}, async ({ page }) => {
      await page.goto(`${site}/dashboard?add-money`);
      await page.waitForURL(`${site}/login`);
      await page.getByLabel('Email').fill(demo.email);
      await page.getByLabel('Password', { exact: true }).fill(demo.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(`${site}/dashboard?add-money`);
      await page.getByRole('heading', { name: 'Choose a coin' }).waitFor();
    });
  });

  it('a wrong password is reported, and the typed text stays', async () => {
    await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
      expectRefusal(401, '/api/auth/login');
      await page.goto(`${site}/login`);
      await page.getByLabel('Email').fill('nobody@example.com');
      await page.getByLabel('Password', { exact: true }).fill('Wrong-Password-1');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByLabel('Email').inputValue()).toBe('nobody@example.com');
    });
  });
});

describe('a signed-in person', () => {
  it('is redirected from the pages for guests to the dashboard', async () => {
    await asVisitor(browser, {}, async ({ page }) => {
      await signInByForm(page, site, demo);
      for (const path of ['/login', '/signup', '/password/forgot', '/password/reset?code=some&exp=1']) {
        await page.goto(`${site}${path}`);
        await page.waitForURL(`${site}/dashboard`);
        await greeting(page).waitFor();
      }
    });
  });

  it('logs out for good: Back asks to sign in again', async () => {
    await asVisitor(browser, {}, async ({ page, context }) => {
      await signInByForm(page, site, demo);
      await greeting(page).waitFor();
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await page.waitForURL(`${site}/login`);
      expect((await context.cookies()).map(({ name }) => name)).toEqual(['__Secure-device']);
      await page.goBack();
      await page.waitForURL(`${site}/login`);
      expect(await page.getByText('Available Balance').count()).toBe(0);
    });
  });

  it('renews an expired access token once, however many requests need it at the same time', async () => {
    await asVisitor(browser, {}, async ({ page, context }) => {
      await signInByForm(page, site, demo);
      await greeting(page).waitFor();
      // The open page reads again by itself, and must not be the one that renews the session.
      await page.goto('about:blank');
      await context.clearCookies({ name: '__Host-access' });
      const refreshes: number[] = [];
      context.on('response', (response) => {
        if (response.url() === `${site}/api/auth/refresh`) refreshes.push(response.status());
      });
      const other = await context.newPage();
      await Promise.all([page.goto(`${site}/dashboard`), other.goto(`${site}/dashboard`)]);
      for (const tab of [page, other]) {
        await greeting(tab).waitFor();
        await tab.getByRole('link', { name: /^Everyday ending in/ }).waitFor();
      }
      expect(refreshes).toEqual([200]);
      expect((await context.cookies()).some(({ name }) => name === '__Host-access')).toBe(true);
    });
  });

  it('is asked to sign in when the session has ended, and then returns to the same page', async () => {
    await asVisitor(browser, {}, async ({ page, context }) => {
      await signIn(page, site, demo);
      await page.getByRole('link', { name: /^Everyday ending in/ }).click();
      await page.waitForURL(/\/cards\/crd_/);
      const address = page.url();
      await page.goto('about:blank');
      await context.clearCookies();
      await page.goto(address);
      await page.waitForURL(`${site}/login`);
      await page.getByLabel('Email').fill(demo.email);
      await page.getByLabel('Password', { exact: true }).fill(demo.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(address);
      await page.getByText('Card balance').waitFor();
    });
  });

  it('keeps the theme that was chosen, on every page and after a reload', async () => {
    await asVisitor(browser, { colorScheme: 'light' }, async ({ page }) => {
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      await page.goto(`${site}/login`);
      const light = await ground();
      const toggle = page.getByRole('button', { name: 'Dark theme' });
      // The page is drawn before its script has loaded: until then a button does nothing.
      await eventually(async () => {
        if ((await toggle.getAttribute('aria-pressed')) !== 'true') await toggle.click();
        expect(await ground()).not.toBe(light);
      });
      const dark = await ground();
      await page.reload();
      expect(await ground()).toBe(dark);
      await page.goto(site);
      expect(await ground()).toBe(dark);
      await signIn(page, site, demo);
      expect(await ground()).toBe(dark);
      await toggle.click();
      await eventually(async () => expect(await ground()).toBe(light));
    });
  });
});
