import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import { until } from '#infra/local/seed/open-account.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import { asVisitor, openBrowser } from '#test/support/browser.ts';
import { openFundedAccount } from '#test/support/money-stack.ts';
import { openRing } from '#test/support/open-ring.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';
import { cookiesFor } from '#test/support/visitor-cookies.ts';

const services = inject('services');
const { site } = services;
const admin = new ApiClient(site);
let browser: Browser;
beforeAll(async () => {
  await admin.done('POST', '/auth/login', services.demo?.admin);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

it('a ring of referrals leads from the desk to the referrer’s file, where one is released and the others are refused', async () => {
  const referrer = await openFundedAccount(services, 6_000, 'ringleader');
  const { _id, email } = await referrer.done<{ _id: string; email: string }>('GET', '/user');
  const network = `127.${(Date.now() % 200) + 20}.9`;
  const [first = ''] = await openRing(services, { referredBy: _id, network, people: 4 });
  const held = () => admin.done<ReplyOf<'admin.held-referrals'>>('GET', `/admin/held-referrals?user=${_id}`);
  await until('the holds', async () => ((await held()).length === 4 ? true : undefined));
  await asVisitor(browser, {}, async ({ context, page }) => {
    await context.addCookies(cookiesFor(site, admin));
    await page.goto(`${site}/admin/desk?list=breaks`);
    const row = page.getByRole('table', { name: 'Breaks' }).getByRole('row').filter({ hasText: email });
    await row.getByText('Referrals are held for review').waitFor();
    await row.getByRole('button', { name: /^Review/ }).click();
    const ticket = page.getByRole('dialog', { name: 'Referrals are held for review' });
    await ticket.getByText('Signed up from the same network as others here').waitFor();
    await expectFineInEveryVariant(page, 'desk referrals', 'few');
    await ticket.getByRole('link', { name: 'Review the Referrals' }).click();
    await page.waitForURL(`${site}/users/${_id}?tab=referrals`);
    await page.getByText('4 referrals are held').waitFor();
    await expectFineInEveryVariant(page, 'held referrals');

    const table = page.getByRole('table', { name: 'Held referrals' });
    await table
      .getByRole('row')
      .filter({ hasText: first })
      .getByRole('button', { name: /^Review/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Held referral' });
    await dialog.getByText('Signed up from the same network as others here').waitFor();
    await dialog.getByLabel('Decision').selectOption('Release');
    await dialog.getByLabel('Reason').fill('Confirmed by phone.');
    await expectFineInEveryVariant(page, 'held referral');
    await dialog.getByRole('button', { name: 'Decide' }).click();
    await page.getByText('The referral is released.').waitFor();

    await page.getByText('3 referrals are held').waitFor();
    await page.getByRole('button', { name: 'Decide All 3' }).click();
    const all = page.getByRole('dialog', { name: '3 held referrals' });
    await all.getByLabel('Decision').selectOption('Refuse');
    await all.getByLabel('Reason').fill('Three accounts of one person.');
    await all.getByRole('button', { name: 'Decide' }).click();
    await page.getByText('3 referrals are refused.').waitFor();
    await table.waitFor({ state: 'detached' });
    await page
      .getByRole('cell', { name: /Sign-up of .*doesn’t earn rewards/ })
      .first()
      .waitFor();

    await page.goto(`${site}/audit?kind=referral-refused`);
    await page.getByRole('row').filter({ hasText: 'Three accounts of one person.' }).first().waitFor();
  });
  expect(await held()).toEqual([]);
});
