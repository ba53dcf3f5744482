import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import { asVisitor, openBrowser } from '#test/support/browser.ts';
import { openFundedAccount, runJob } from '#test/support/money-stack.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';
import { cookiesFor } from '#test/support/visitor-cookies.ts';

const services = inject('services');
const { site } = services;
const admin = new ApiClient(site);

let browser: Browser;
beforeAll(async () => {
  await openFundedAccount(services, 10_000, 'bookkeeping');
  await admin.done('POST', '/auth/login', services.demo?.admin);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

describe('the books', () => {
  it('show the day’s deposits, the comparison with the provider and an export, and accept an entry', async () => {
    await runJob(services, 'close-books');
    await asVisitor(browser, {}, async ({ context, page, expectRefusal }) => {
      await context.addCookies(cookiesFor(site, admin));
      await page.goto(`${site}/admin/desk`);
      await page.getByRole('link', { name: 'Books' }).click();
      const deposits = page.getByRole('table', { name: 'Deposits by coin' });
      await deposits
        .getByRole('row', { name: /^(?:USDT|TRX|BTC|ETH)/ })
        .first()
        .waitFor();
      const revenue = page.getByRole('region', { name: 'Revenue and costs' });
      await revenue.getByText('Payment provider’s fees').waitFor();
      await page.getByRole('table', { name: 'Coins at the payment provider' }).waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export CSV' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^satchel-books-\d{4}-\d\d-\d\d/);
      await expectFineInEveryVariant(page, 'books');

      await page.getByLabel('What moved').selectOption('payout');
      await page.getByLabel('Arrived').fill('2500.00');
      await page.getByLabel('Amount of the coin').fill('250');
      await page.getByText(/^Worth about \$2\d\d\.\d\d now\. Check both amounts\.$/).waitFor();
      await page.getByLabel('What moved').selectOption('top_up');
      await page.getByLabel('Arrived').fill('250.00');
      await page.getByLabel('Reference').fill('WIRE-7');
      await page.getByLabel('Reason').fill('Top-up of the week.');
      await page.getByRole('button', { name: 'Propose', exact: true }).click();
      await page.getByText('Entered. Another admin has to approve it on the desk.').waitFor();

      // A refusal stands at its field.
      expectRefusal(409, '/api/admin/treasury');
      expectRefusal(400, '/api/admin/treasury');
      const refusedAt = async (label: string, words: string): Promise<void> => {
        await page.getByRole('button', { name: 'Propose', exact: true }).click();
        const field = page.getByLabel(label, { exact: true });
        await page.waitForFunction(
          ([element, text]) =>
            element?.getAttribute('aria-invalid') === 'true' &&
            (element.getAttribute('aria-describedby') ?? '')
              .split(' ')
              .some((id) => element.ownerDocument.getElementById(id)?.textContent.includes(text)),
          [await field.elementHandle(), words] as const,
        );
        expect(await page.getByText('Nothing was entered').count()).toBe(0);
      };
      await page.getByLabel('Arrived').fill('250.00');
      await page.getByLabel('Reference').fill('WIRE-7');
      await page.getByLabel('Reason').fill('Top-up of the week.');
      await refusedAt('Reference', 'This reference was entered already.');
      await page.getByLabel('Cost beside it').fill('2000000000.00');
      await refusedAt('Cost beside it', 'This is too large.');
      await page.getByRole('button', { name: 'Back to desk' }).click();
      await page.waitForFunction(() => /^Desk \(\d+\)/.test(document.title));
      await page.getByRole('tab', { name: 'Payouts and top-ups (1)' }).click();
      await page.getByText('Top-up of the float: WIRE-7').waitFor();
      await expectFineInEveryVariant(page, 'desk treasury');
      await page.getByRole('button', { name: /^Review payouts and top-ups/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('You entered this.').waitFor();
      await dialog.getByLabel('Decision').selectOption('reject');
      await dialog.getByLabel(/^Reason/).fill('A slip.');
      await dialog.getByRole('button', { name: 'Decide' }).click();
      await page.getByText('Nothing waits here').waitFor();
      expect(await admin.done<ReplyOf<'admin.treasury'>>('GET', '/admin/treasury')).toEqual([]);
    });
  });
});
