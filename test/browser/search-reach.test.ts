import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Browser } from 'playwright-core';

import { asVisitor, openBrowser, signIn } from '#test/support/browser.ts';

const services = inject('services');
const demo = services.demo?.user ?? { email: '', password: '' };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

it('a search says none only once the whole list was looked at', async () => {
  await asVisitor(browser, {}, async ({ page }) => {
    await signIn(page, services.site, demo);
    const row = (tid: string, createdAt: string) => ({
      _id: `op_${tid}`,
      tid,
      kind: 'card_load',
      type: 'debit',
      amount: 500,
      amountPaid: 500,
      fee: 0,
      email: demo.email,
      status: 'completed',
      description: 'Load',
      cardId: null,
      paymentUrl: null,
      createdAt,
      updatedAt: createdAt,
    });
    await page.route(/\/api\/transactions\?limit=100/, (route) =>
      route.request().url().includes('cursor=')
        ? route.fulfill({ json: [row('needle', '2026-10-01T12:00:00.000Z')] })
        : route.fulfill({
            json: [row('newest', '2026-11-03T12:00:00.000Z')],
            headers: { link: '</api/transactions?limit=100&cursor=older>; rel="next"' },
          }),
    );
    await page.reload();
    const search = page.getByRole('searchbox', { name: 'Search transactions' });
    await search.fill('needle');
    await page.getByText('Searched back to Nov 3, 2026').waitFor();
    expect(await page.getByText('No transactions found').count()).toBe(0);
    await page.getByRole('button', { name: 'Search further back' }).click();
    await page.getByText('TID needle').waitFor();
    await search.fill('nothing like it');
    await page.getByText('No transactions found').waitFor();
  });
});
