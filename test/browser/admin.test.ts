import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import { asVisitor, openBrowser, phone, type Visitor } from '#test/support/browser.ts';
import { openFundedAccount } from '#test/support/money-stack.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';
import { cookiesFor } from '#test/support/visitor-cookies.ts';

type Person = { readonly _id: string; readonly email: string };

const services = inject('services');
const { site } = services;
const admin = new ApiClient(site);
let person: ApiClient;
let self: Person;

let browser: Browser;
beforeAll(async () => {
  person = await openFundedAccount(services, 4_200, 'zelda');
  self = await person.done<Person>('GET', '/user');
  await admin.done('POST', '/auth/login', services.demo?.admin);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

async function asAdmin(visit: (visitor: Visitor) => Promise<void>, viewport?: typeof phone): Promise<void> {
  await asVisitor(browser, viewport ? { viewport } : {}, async (visitor) => {
    await visitor.context.addCookies(cookiesFor(site, admin));
    await visit(visitor);
  });
}

describe('an admin', () => {
  it('sees the platform’s statistics, and opens users and transactions from the navigation bar', async () => {
    await asAdmin(async ({ page }) => {
      await page.goto(`${site}/dashboard`);
      const figures = page.getByRole('list', { name: 'Platform statistics' });
      for (const label of ['Total Users', 'Total Cards', 'Total Paid Invoices', 'Total Funds']) {
        // All data of this stack is from today, so there is no earlier week to compute growth from.
        const figure = figures.getByRole('listitem').filter({ hasText: label });
        await figure.getByText('New', { exact: true }).waitFor();
        await figure.getByText('this week').waitFor();
      }
      expect(await page.getByRole('table', { name: 'Activity of the last 7 days' }).getByRole('row').count()).toBe(8);
      await page.getByRole('img', { name: /^Bar chart of the last 7 days/ }).waitFor();
      await page.getByRole('table', { name: 'Recent transactions' }).getByText(self.email).first().waitFor();
      await expectFineInEveryVariant(page, 'admin dashboard');
      const bar = page.getByRole('navigation', { name: 'Main' });
      await bar.getByRole('link', { name: 'Transactions' }).click();
      await page.getByRole('heading', { name: 'Transactions' }).waitFor();
      await page.getByLabel('Search transactions').fill(self.email);
      const row = page.getByRole('table', { name: 'All transactions' }).getByRole('row').nth(1);
      await row.getByText('$42.00', { exact: true }).waitFor();
      await row.getByText(/^✅\s*Paid$/).waitFor();
      await expectFineInEveryVariant(page, 'all transactions');
      await bar.getByRole('link', { name: 'Users' }).click();
      await page.getByRole('table', { name: 'Users' }).getByText(self.email).waitFor();
      await expectFineInEveryVariant(page, 'users');
    });
  });

  it('types into fields of 16 pixels on a user’s page, so that a phone does not zoom in on them', async () => {
    await asAdmin(async ({ page }) => {
      await page.goto(`${site}/users/${self._id}?tab=notes`);
      await page.getByLabel('Internal note (optional)').waitFor();
      await page.getByLabel('New note').waitFor();
      const fields = page.locator('input:not([type="checkbox"]), textarea, select');
      const sizes = await fields.evaluateAll((found) => found.map((field) => getComputedStyle(field).fontSize));
      expect(sizes.length).toBeGreaterThan(3);
      expect(new Set(sizes)).toEqual(new Set(['16px']));
    }, phone);
  });

  it('finds a person, switches their sign-in codes, suspends and reactivates them', async () => {
    await asAdmin(async ({ page, expectRefusal }) => {
      expectRefusal(400, `/api/admin/suspend/${self._id}`);
      await page.goto(`${site}/users`);
      await page.getByLabel('Search users').fill(self.email);
      await page.waitForURL(/\?search=/);
      const found = page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: self.email });
      await found.getByRole('link').click();
      await page.waitForURL(`${site}/users/${self._id}`);
      await page.getByText('Total card balance').waitFor();
      const name = await page.getByRole('heading', { level: 1 }).innerText();
      await expect.poll(() => page.title()).toBe(`${name} · Satchel`);
      await expectFineInEveryVariant(page, 'user');

      const codes = page.getByRole('switch', { name: /Two-Factor Authentication/ });
      await codes.check();
      await page.getByText(`Two-factor authentication is on for ${self.email}.`).waitFor();
      expect(await person.done('GET', '/user')).toMatchObject({ isTwoFactorEnabled: true });

      await page.getByLabel('Internal note (optional)').fill('Card 4242 4242 4242 4242.');
      await page.getByRole('button', { name: 'Suspend Account', exact: true }).click();
      await page.getByText(/^This has a card number in it\./).waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
      await page.getByLabel('Internal note (optional)').fill('Not for the user.');
      await page.getByLabel('Reason for the user (optional)').fill('A test of the site.');
      const preview = page.getByRole('region', { name: 'Email to the user' });
      await preview.getByText('Reason: A test of the site.').waitFor();
      expect(await preview.textContent()).not.toContain('Not for the user.');
      await page.getByRole('button', { name: 'Suspend Account', exact: true }).click();
      await page.getByText('Suspended', { exact: true }).waitFor();
      expect((await person.call('GET', '/user')).body).toMatchObject({ code: 'AccountSuspended' });

      await expectFineInEveryVariant(page, 'suspended user');

      await page.getByRole('button', { name: 'Activate Account', exact: true }).click();
      await page.getByRole('button', { name: 'Suspend Account' }).waitFor();
    });
  });

  it('is offered no reset of factors for a person who has none', async () => {
    await asAdmin(async ({ page }) => {
      await page.goto(`${site}/users/${self._id}`);
      await page.getByRole('button', { name: 'Suspend Account', exact: true }).waitFor();
      expect(await page.getByRole('region', { name: 'Lost factors' }).count()).toBe(0);
    });
  });

  it('reads every part of a person’s file by its own address, and leaves a note that stays', async () => {
    if (!services.demo) throw new Error('the stack has no demo');
    const [demo] = await admin.done<Person[]>(
      'GET',
      `/user/all?search=${encodeURIComponent(services.demo.user.email)}`,
    );
    if (!demo) throw new Error('the demo’s cardholder is not listed');
    await asAdmin(async ({ page, expectRefusal }) => {
      expectRefusal(400, `/api/admin/users/${demo._id}/notes`);
      await page.goto(`${site}/users/${demo._id}`);
      const tab = (name: string) => page.getByRole('tab', { name, exact: true });
      const rows = (name: string) => page.getByRole('table', { name, exact: true }).getByRole('row');
      await rows('Cards').filter({ hasText: '••••' }).first().waitFor();
      await tab('Movements').click();
      await page.waitForURL(/\?tab=movements$/);
      await rows('Movements')
        .filter({ hasText: 'Deposit credited' })
        .filter({ hasText: 'Balance after' })
        .first()
        .waitFor();
      await page.reload();
      await tab('Movements').and(page.locator('[aria-selected="true"]')).waitFor();
      for (const name of ['Deposits', 'Operations', 'Sessions']) {
        await tab(name).click();
        await rows(name).nth(1).waitFor();
      }
      await tab('Notes').click();
      await page.getByLabel('New note').fill('4111 1111 1111 1111');
      await page.getByRole('button', { name: 'Add Note' }).click();
      await page.getByText('has a card number in it', { exact: false }).waitFor();
      await page.getByLabel('New note').fill('Called about a frozen card.');
      await page.getByRole('button', { name: 'Add Note' }).click();
      await rows('Notes').filter({ hasText: 'Called about a frozen card.' }).waitFor();
      await expectFineInEveryVariant(page, 'a person’s file', 'few');
      await tab('Log').click();
      await rows('Log').filter({ hasText: 'User file opened' }).first().waitFor();
    });
  });

  it('reads in the audit log who did what to a person, filters the log and exports it', async () => {
    await asAdmin(async ({ page }) => {
      await page.goto(`${site}/users/${self._id}`);
      await page.getByRole('link', { name: 'Audit log of this user' }).click();
      const log = page.getByRole('table', { name: 'Audit log' });
      const suspended = log.getByRole('row').filter({ hasText: 'Account suspended' });
      await suspended.getByText('Suspended: no → yes', { exact: false }).waitFor();
      await suspended.getByText('Not for the user.').waitFor();
      await log.getByText('User file opened').first().waitFor();
      await expectFineInEveryVariant(page, 'audit log');

      await page.getByLabel('Kind').selectOption('Account activated');
      await page.waitForURL(/kind=activate/);
      await suspended.waitFor({ state: 'detached' });
      expect(await log.getByRole('row').count()).toBe(2);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export CSV' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^satchel-audit-.*\.csv$/);

      await page.getByLabel('Actor').fill('nobody@nowhere.test');
      await page.getByText('User not found.').waitFor();
      await page.getByLabel('Actor').fill(self.email);
      await page.getByText(`Press Enter for ${self.email}.`).waitFor();
      await page.getByLabel('Actor').press('Enter');
      await page.waitForURL(new RegExp(`actor=${self._id}`));
      await page.getByText('Nothing in the log matches.').waitFor();
      await page.getByRole('button', { name: 'Show all records' }).click();
      await log.getByRole('row').nth(1).waitFor();
    });
  });

  it('a refused action shows the server’s words in a toast', async () => {
    await asAdmin(async ({ page, expectRefusal }) => {
      expectRefusal(409, `/api/admin/suspend/${self._id}`);
      await page.goto(`${site}/users/${self._id}`);
      await page.getByLabel('Internal note (optional)').fill('A second reason.');
      // Another admin is faster.
      await admin.done('PATCH', `/admin/suspend/${self._id}`, { suspended: true });
      await page.getByRole('button', { name: 'Suspend Account' }).click();
      const words = page.getByLabel('Messages').getByText(/^This account is suspended already/);
      await words.waitFor();
      await admin.done('PATCH', `/admin/suspend/${self._id}`, { suspended: false });
      // The toast covers no control that is needed, and disappears by itself.
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
      await words.waitFor({ state: 'detached' });
    });
  });

  it('finds the navigation in the account menu on a phone', async () => {
    await asAdmin(async ({ page }) => {
      await page.goto(`${site}/users`);
      expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Transactions' }).click();
      await page.waitForURL(`${site}/transactions`);
    }, phone);
  });

  it('is redirected from a cardholder’s pages to the dashboard', async () => {
    await asAdmin(async ({ page }) => {
      await page.goto(`${site}/referral-program`);
      await page.waitForURL(`${site}/dashboard`);
      await page.getByText('Total Funds').waitFor();
    });
  });
});

it('redirects a cardholder from an admin’s pages to the dashboard', async () => {
  await asVisitor(browser, {}, async ({ page }) => {
    const client = new ApiClient(site);
    await client.done('POST', '/auth/login', services.demo?.user);
    await page.context().addCookies(cookiesFor(site, client));
    await page.goto(`${site}/dashboard`);
    await page.getByText('Available Balance').waitFor();
    for (const path of ['/users', '/transactions', `/users/${self._id}`]) {
      await page.goto(`${site}${path}`);
      await page.waitForURL(`${site}/dashboard`);
      await page.getByText('Available Balance').waitFor();
    }
  });
});
