import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import { until } from '#infra/local/seed/open-account.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import { asVisitor, openBrowser } from '#test/support/browser.ts';
import { callDoor, openFundedAccount, type Account } from '#test/support/money-stack.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';
import { cookiesFor } from '#test/support/visitor-cookies.ts';

type Opened = ReplyOf<'transactions.create'>;

const services = inject('services');
const { site } = services;
const admin = new ApiClient(site);
let person: ApiClient;
let browser: Browser;
beforeAll(async () => {
  person = await openFundedAccount(services, 10_000, 'inboxperson');
  await admin.done('POST', '/auth/login', services.demo?.admin);
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe('the webhook inbox', () => {
  it('shows the outcome of a webhook, replays it, and has the provider resend it; nothing is booked twice', async () => {
    const body = { network: 'TRON', currency: 'USDT', amountInUsd: 1_000 };
    const { transaction } = await person.done<Opened>('POST', '/transactions', body);
    await callDoor(`${services.payments}/sandbox/invoices/${transaction._id}/pay`);
    const path = `/admin/webhooks?about=${transaction._id}`;
    const webhooks = () => admin.done<ReplyOf<'admin.webhooks'>>('GET', path);
    await until('the webhook', async () => (await webhooks()).some(({ outcome }) => outcome === 'done') || undefined);
    const { balance } = await person.done<Account>('GET', '/user');

    await asVisitor(browser, {}, async ({ page, context }) => {
      await context.addCookies(cookiesFor(site, admin));
      await page.goto(`${site}/admin/desk`);
      await page.getByRole('link', { name: 'Webhooks' }).click();
      await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
      await page.getByLabel('About').fill(transaction._id);
      await page.getByLabel('About').press('Enter');
      await page.waitForURL(new RegExp(`about=${transaction._id}`));
      const rows = page.getByRole('table', { name: 'Webhooks' }).getByRole('row');
      // The earlier rows stay on the page until the rows about the deposit have arrived.
      const row = rows.filter({ hasText: 'is credited' }).filter({ hasText: transaction._id });
      await row.getByText('Done').waitFor();
      await expectFineInEveryVariant(page, 'webhook inbox');
      const [webhook] = await webhooks();
      const day = (offset: number) =>
        new Date(Date.parse(webhook?.receivedAt ?? '') + offset * 86_400_000).toISOString().slice(0, 10);
      await page.getByLabel('To (UTC)').fill(day(-1));
      await page.getByText('No webhooks found').waitFor();
      await page.getByLabel('From (UTC)').fill(day(0));
      await page.getByText('Choose the same day or a later one.').waitFor();
      await page.getByLabel('To (UTC)').fill(day(0));
      await row.getByText('Done').waitFor();
      await row.getByRole('button', { name: /^Open/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Webhook' });
      await dialog.getByText('Body, without secrets').waitFor();
      expect(await dialog.locator('pre').innerText()).toContain(transaction._id);
      expect(await dialog.locator('pre').innerText()).not.toContain('"sign"');
      await dialog.getByLabel('Decision').selectOption('Replay');
      await dialog.getByText('Its worker asks the provider again. Nothing is booked twice.').waitFor();
      await expectFineInEveryVariant(page, 'webhook');
      await dialog.getByRole('button', { name: 'Replay' }).click();
      await page.getByText('The webhook is with its worker again.').waitFor();
      await until(
        'the replay',
        async () => (await webhooks()).every(({ outcome }) => outcome !== 'waiting') || undefined,
      );

      await page.getByRole('button', { name: /^Open/ }).first().click();
      await dialog.getByLabel('Decision').selectOption('Ask the provider');
      await dialog.getByRole('button', { name: 'Ask the Provider' }).click();
      await page.getByText('$10.00 is credited by its record. It sends its webhook again.').waitFor();
      await page.goto(`${site}/audit?kind=replay-webhook`);
      await page.getByRole('table').getByText('Webhook replayed').first().waitFor();
    });
    const again = await until('the webhook that was sent again', async () =>
      (await webhooks()).find(({ deliveries }) => deliveries > 1),
    );
    expect(again).toMatchObject({ verdict: 'accepted', about: transaction._id });
    expect((await person.done<Account>('GET', '/user')).balance).toBe(balance);
  });
});
