import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { asVisitor, openBrowser, signInByForm } from '#test/support/browser.ts';

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

/** Collects every call of the API and every console error from now on. */
function listen(context: BrowserContext): { readonly calls: string[]; readonly errors: string[] } {
  const calls: string[] = [];
  const errors: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  context.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return { calls, errors };
}

/** Waits until React has hydrated the page and the network is idle: earlier the app could not have sent a call. */
async function comeAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main button') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
  await page.waitForLoadState('networkidle');
}

describe('a page for guests', () => {
  it.each(['/login', '/signup', '/password/forgot'])('makes no call of the API at %s', async (address) => {
    await asVisitor(browser, {}, async ({ context, page }) => {
      const heard = listen(context);
      await page.goto(site + address);
      await comeAlive(page);
      expect(heard).toEqual({ calls: [], errors: [] });
    });
  });

  it.each(['Enter', 'Enter and on', 'a password manager'])('keeps input from before its script: %s', async (way) => {
    await asVisitor(browser, {}, async ({ page }) => {
      const came = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await came.promise;
        await route.continue();
      });
      await page.goto(`${site}/login`, { waitUntil: 'domcontentloaded' });
      await page.getByLabel('Email').fill(demo.email);
      await page.getByLabel('Password').fill(way === 'Enter and on' ? demo.password.slice(0, -1) : demo.password);
      if (way === 'a password manager')
        await page.getByLabel('Password').evaluate((field: HTMLInputElement) => field.form?.requestSubmit());
      else await page.keyboard.press('Enter');
      if (way === 'Enter and on') await page.keyboard.insertText(demo.password.slice(-1));
      came.resolve();
      if (way === 'Enter and on') {
        // Typing after Enter cancels the early submission.
        await comeAlive(page);
        expect(page.url()).toBe(`${site}/login`);
        await page.getByRole('button', { name: 'Sign in' }).click();
      }
      await page.waitForURL(`${site}/dashboard`);
    });
  });

  it('leads a signed-in person, in any tab, to the dashboard', async () => {
    await asVisitor(browser, {}, async ({ context, page }) => {
      const other = await context.newPage();
      await other.goto(`${site}/login`);
      await signInByForm(page, site, demo);
      await other.reload();
      await other.waitForURL(`${site}/dashboard`);
      await page.goto(`${site}/signup`);
      await page.waitForURL(`${site}/dashboard`);
    });
  });

  it('says at the field that a name of spaces is missing', async () => {
    await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
      expectRefusal(400, '/api/auth/register');
      await page.goto(`${site}/signup`);
      await page.getByLabel('First name').fill('   ');
      await page.getByLabel('Last name').fill('Lund');
      await page.getByLabel('Email').fill('spaces@example.com');
      for (const label of ['Password', 'Confirm password'])
        await page.getByLabel(label, { exact: true }).fill('Long-Walks-88');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('This is missing.').waitFor();
      await page.locator('[name=firstname]:focus').waitFor();
      // The words below one field move or stretch nothing of the field beside it.
      const [first, last] = await Promise.all(
        ['First name', 'Last name'].map((label) => page.getByLabel(label).boundingBox()),
      );
      expect([last?.y, last?.height]).toEqual([first?.y, first?.height]);
    });
  });

  it('opens an account also from an invite with other text behind it', async () => {
    await asVisitor(browser, {}, async ({ page }) => {
      await page.goto(`${site}/signup?ref=usr_01M8HEWCKPPRGNR19RKC47P2CJ, ${'look at this '.repeat(4)}`);
      await page.getByLabel('First name').fill('Ingrid');
      await page.getByLabel('Last name').fill('Lund');
      await page.getByLabel('Email').fill('glued@example.com');
      for (const label of ['Password', 'Confirm password'])
        await page.getByLabel(label, { exact: true }).fill('Long-Walks-88');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('glued@example.com').waitFor();
    });
  });

  it('tries to renew a session that ended unnoticed once, and not again', async () => {
    await asVisitor(browser, {}, async ({ context, page }) => {
      await signInByForm(page, site, demo);
      // The open page reads again by itself, and its request must not be the refused one.
      await page.goto('about:blank');
      await context.clearCookies();
      const refused = page.waitForResponse((response) => response.url() === `${site}/api/auth/refresh`);
      await page.goto(`${site}/login`);
      expect((await refused).status()).toBe(401);
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      await page.waitForFunction(() => localStorage.getItem('satchel.signed-in') === null);
      const heard = listen(context);
      await page.goto(`${site}/signup`);
      await comeAlive(page);
      expect(heard.calls).toEqual([]);
    });
  });

  it('is skipped by cookies alone, even when local storage was cleared', async () => {
    await asVisitor(browser, {}, async ({ context, page }) => {
      await signInByForm(page, site, demo);
      await page.evaluate(() => localStorage.clear());
      const other = await context.newPage();
      await other.goto(`${site}/dashboard`);
      await other.getByRole('link', { name: /^Everyday ending in/ }).waitFor();
      await other.goto(`${site}/login`);
      await other.waitForURL(`${site}/dashboard`);
    });
  });

  it('sends no request after a sign-out', async () => {
    await asVisitor(browser, {}, async ({ context, page }) => {
      await signInByForm(page, site, demo);
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await page.waitForURL(`${site}/login`);
      await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
      const heard = listen(context);
      await page.reload();
      await comeAlive(page);
      expect(heard).toEqual({ calls: [], errors: [] });
    });
  });
});

it('a mailed link that is pasted over one that had run out is a page of its own', async () => {
  await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
    expectRefusal(410, '/api/cards/freeze-by-link');
    await page.route('**/api/cards/freeze-by-link', (route) =>
      route.fulfill({ status: 410, json: { code: 'InvalidUndoLink', message: 'The link has run out.' } }),
    );
    await page.goto(`${site}/freeze-card#old`);
    const freeze = page.getByRole('button', { name: 'Freeze the card' });
    await freeze.click();
    await page.getByText('Invalid or expired link').waitFor();
    // The same document: a browser loads nothing for another fragment.
    await page.goto(`${site}/freeze-card#new`);
    await freeze.waitFor();
    const sent = page.waitForRequest('**/api/cards/freeze-by-link');
    await freeze.click();
    expect((await sent).postDataJSON()).toEqual({ token: 'new' });
  });
});
