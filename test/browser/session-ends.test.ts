import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import { asVisitor, openBrowser, signInByCall, takePicture, type Visitor } from '#test/support/browser.ts';
import { intercept } from '#test/support/intercept.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';
import { openCard, openFundedAccount, untilSettled } from '#test/support/money-stack.ts';

const services = inject('services');
const { site } = services;
const password = 'Long-Walks-88';

let browser: Browser;
let person: { client: ApiClient; email: string; cardId: string };
beforeAll(async () => {
  browser = await openBrowser();
  const client = await openFundedAccount(services, 12_000, 'leaver');
  const { email } = await client.done<{ email: string }>('GET', '/user');
  const cardId = await openCard(client, 'Everyday');
  await untilSettled(services, client);
  person = { client, email, cardId };
});
afterAll(async () => {
  await browser?.close();
});

const dialog = (page: Page) => page.getByRole('dialog');
const loadAddress = () => `${site}/cards/${person.cardId}?load`;

async function typeIn(page: Page, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the card's page and types an amount into Load Money, without sending it. */
async function typeAnAmount(page: Page): Promise<void> {
  await page.goto(`${site}/cards/${person.cardId}`);
  await page.waitForURL(`${site}/login`);
  await typeIn(page);
  await page.getByRole('button', { name: 'Load Money' }).click();
  await page.waitForURL(loadAddress());
  await dialog(page).getByLabel('Amount to load').fill('12.34');
}

/** Expects the login page in the open tab to say why, and a sign-in there to lead back to the typed text. */
async function comesBack(page: Page, why: RegExp, secret = password): Promise<void> {
  await page.waitForURL(`${site}/login`);
  await page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: why }).waitFor();
  expect(await page.getByText('Card balance').count()).toBe(0);
  expect(await page.getByLabel('Messages').getByRole('paragraph').count()).toBe(0);
  await typeIn(page, secret);
  await page.waitForURL(loadAddress());
  await expect.poll(() => dialog(page).getByLabel('Amount to load').inputValue()).toBe('12.34');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await page.waitForURL(`${site}/cards/${person.cardId}`);
  await page.getByRole('button', { name: 'Load Money' }).click();
  expect(await dialog(page).getByLabel('Amount to load').inputValue()).toBe('');
}

async function signOutInAnotherTab(context: BrowserContext): Promise<Page> {
  const other = await context.newPage();
  await other.goto(`${site}/dashboard`);
  await other.getByRole('button', { name: 'Account menu' }).click();
  await other.getByRole('menuitem', { name: 'Logout' }).click();
  await other.waitForURL(`${site}/login`);
  return other;
}

const press = (page: Page) =>
  dialog(page)
    .getByRole('button', { name: /^Load Card/ })
    .click();

const ended = /session expired or was ended, your password or email was changed/;

/** Stops the page's polls, which on a slow machine would notice the end of the session before the button is pressed. */
async function stopPolls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const set = window.setTimeout.bind(window);
    Object.assign(window, { setTimeout: (act: () => void, ms = 0) => (ms < 1000 ? set(act, ms) : 0) });
  });
}

async function visit(act: (visitor: Visitor) => Promise<void>): Promise<void> {
  await asVisitor(browser, {}, async (visitor) => {
    visitor.expectRefusal(403, `/api/cards/${person.cardId}/load`);
    visitor.expectRefusal(403, '/api/auth/refresh');
    await stopPolls(visitor.page);
    await typeAnAmount(visitor.page);
    await act(visitor);
  });
}

describe('a session that ends in an open tab leads to the login page at once, and back to the typed text', () => {
  it('when its refresh token was revoked', async () => {
    await visit(async ({ page, context }) => {
      const cookies = new Map((await context.cookies()).map(({ name, value }) => [name, value]));
      // A sign-out elsewhere with the same session, of which this browser gets no notice.
      const elsewhere = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
      expect((await fetch(`${site}/api/auth/logout`, { headers: elsewhere })).status).toBe(200);
      await press(page);
      await comesBack(page, ended);
    });
  });

  it('when its cookies were deleted', async () => {
    await visit(async ({ page, context }) => {
      await context.clearCookies();
      await press(page);
      await comesBack(page, ended);
    });
  });

  it('when another tab signed out, without a click', async () => {
    await visit(async ({ page, context }) => {
      await signOutInAnotherTab(context);
      await comesBack(page, /signed out in another tab/);
    });
  });

  it('when another tab signed out and in again, with a reload', async () => {
    await visit(async ({ page, context }) => {
      const other = await signOutInAnotherTab(context);
      await page.getByText(/signed out in another tab/).waitFor();
      await typeIn(other);
      await other.waitForURL(`${site}/dashboard`);
      await page.reload();
      await page.waitForURL(loadAddress());
      await expect.poll(() => dialog(page).getByLabel('Amount to load').inputValue()).toBe('12.34');
    });
  });

  it('when the password was changed elsewhere', async () => {
    const second = 'Short-Runs-99';
    await visit(async ({ page }) => {
      const elsewhere = new ApiClient(site);
      await elsewhere.done('POST', '/auth/login', { email: person.email, password });
      await elsewhere.done('POST', '/user/update/password', { currentPassword: password, newPassword: second });
      await press(page);
      await comesBack(page, ended, second);
      await elsewhere.done('POST', '/user/update/password', { currentPassword: second, newPassword: password });
    });
  });

  it('when the account was suspended', async () => {
    const admin = new ApiClient(site);
    await admin.done('POST', '/auth/login', services.demo?.admin);
    const { _id } =
      (await admin.done<{ _id: string; email: string }[]>('GET', `/user/all?search=${person.email}`))[0] ?? {};
    await visit(async ({ page }) => {
      await admin.done('PATCH', `/admin/suspend/${_id}`, { suspended: true });
      await press(page);
      await page.waitForURL(`${site}/login`);
      await page
        .getByText(/This account is suspended/)
        .first()
        .waitFor();
      await takePicture(page, 'session-suspended');
      await admin.done('PATCH', `/admin/suspend/${_id}`, { suspended: false });
      await comesBack(page, /This account is suspended/);
    });
  });
});

describe('a tab in which another tab signed in another person', () => {
  const demo = services.demo?.user ?? { email: '', password: '' };

  /** Opens two tabs: one signs in and types into the card's dialog, then the other signs in as the demo's user. */
  async function signInTwice(
    hearsNothing: boolean,
    { act, leave }: { act?: (page: Page) => Promise<void>; leave: (page: Page, other: Page) => Promise<void> },
  ): Promise<void> {
    await asVisitor(browser, {}, async ({ page, context, expectRefusal }) => {
      // Until the page hears of the sign-in, its reads go out with the cookies of the other person.
      const own = `/api/cards/${person.cardId}`;
      for (const read of [own, `${own}/codes`, `${own}/transactions`]) expectRefusal(404, read);
      if (hearsNothing)
        await page.addInitScript(() => {
          for (const news of ['storage', 'focus', 'visibilitychange'])
            window.addEventListener(news, (event) => event.stopImmediatePropagation(), true);
        });
      if (hearsNothing) await stopPolls(page);
      const other = await context.newPage();
      await other.goto(`${site}/login`);
      await typeAnAmount(page);
      await other.getByLabel('Email').fill(demo.email);
      await other.getByLabel('Password', { exact: true }).fill(demo.password);
      await other.getByRole('button', { name: 'Sign in' }).click();
      await other.waitForURL(`${site}/dashboard`);
      await act?.(page);
      await page.getByText('Another account is signed in').waitFor();
      expect(await page.getByText('Card balance').count()).toBe(0);
      expect(await page.getByLabel('Amount to load').count()).toBe(0);
      await expectFineInEveryVariant(page, 'another account', 'few');
      await leave(page, other);
    });
  }

  it('shows nothing of either at once, and what was typed once its own person is signed in again', async () => {
    await signInTwice(false, {
      leave: async (page, other) => {
        await signInByCall(other, site, { email: person.email, password });
        await other.reload();
        await page.getByText('Card balance').waitFor();
        await expect.poll(() => page.getByLabel('Amount to load').inputValue()).toBe('12.34');
      },
    });
  });

  it('sends no change, even when it did not notice the other sign-in', async () => {
    await signInTwice(true, {
      act: async (page) => {
        const sent: string[] = [];
        page.on('request', (request) => sent.push(request.method()));
        await press(page);
        await page.getByText('Another account is signed in').waitFor();
        expect(sent.filter((method) => method !== 'GET')).toEqual([]);
      },
      leave: async (page) => {
        await page.getByRole('button', { name: 'Go to dashboard' }).click();
        await page.waitForURL(`${site}/dashboard`);
        await page.getByRole('link', { name: /^Everyday ending in/ }).waitFor();
        await page.getByRole('button', { name: 'Account menu' }).click();
        await page.getByText(demo.email).waitFor();
      },
    });
  });
});

describe('the kept state of a dialog', () => {
  it('survives a reload, except the 3DS code, and is deleted by the sign-out', async () => {
    await asVisitor(browser, {}, async ({ page }) => {
      await page.goto(`${site}/dashboard?create-card`);
      await page.waitForURL(`${site}/login`);
      await typeIn(page);
      await dialog(page).getByLabel('Nickname').fill('Groceries');
      await dialog(page).getByLabel('3DS code').fill('4826');
      await page.reload();
      await expect.poll(() => dialog(page).getByLabel('Nickname').inputValue()).toBe('Groceries');
      expect(await dialog(page).getByLabel('3DS code').inputValue()).toBe('');
      const kept = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
      expect(await kept()).not.toContain('4826');
      await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
      expect(await kept()).toContain('Groceries');
      await dialog(page).getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await page.waitForURL(`${site}/login`);
      expect(await kept()).not.toMatch(/Groceries|usr_/);
    });
  });
});

describe('a page whose owner could not be read', () => {
  it('says so and offers to try again instead of asking for a password', async () => {
    await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
      expectRefusal(500, '/api/user');
      await page.goto(`${site}/dashboard`);
      await page.waitForURL(`${site}/login`);
      await typeIn(page);
      await page.getByText('Available Balance').waitFor();
      const failNoMore = await intercept(page, '**/api/user', (route) =>
        route.fulfill({
          status: 500,
          json: { code: 'Internal', message: 'Something went wrong on our side.', requestId: 'req-12345678-abcd' },
        }),
      );
      await page.reload();
      await page.getByText('We couldn’t load your account').waitFor();
      await page.getByText(/Something went wrong on our side/).waitFor();
      expect(page.url()).toBe(`${site}/dashboard`);
      await takePicture(page, 'user-failure-1280');
      failNoMore();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('Available Balance').waitFor();
    });
  });
});
