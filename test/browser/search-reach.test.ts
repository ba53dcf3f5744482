import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';

import { asVisitor, openBrowser, signIn } from '#test/support/browser.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';

const services = inject('services');
const demo = services.demo?.user ?? { email: '', password: '' };
const admin = services.demo?.admin ?? { email: '', password: '' };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

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
  updatedAt: '2026-11-09T12:00:00.000Z',
});

/** Stubs the API: a search finds nothing in the newest lines, and `needle` on the second page. Returns all queries. */
async function answerInTwoLooks(page: Page, path: string): Promise<URLSearchParams[]> {
  const asked: URLSearchParams[] = [];
  await page.route(
    (url) => url.pathname === path && url.searchParams.has('search'),
    (route) => {
      const query = new URL(route.request().url()).searchParams;
      asked.push(query);
      if (query.has('cursor'))
        return route.fulfill({
          json: query.get('search') === 'needle' ? [row('needle', '2026-10-01T12:00:00.000Z')] : [],
        });
      return route.fulfill({
        json: [],
        headers: {
          'search-reached': '2026-11-03T12:00:00.000Z',
          link: `<${path}?search=${query.get('search')}&limit=100&cursor=older>; rel="next"`,
        },
      });
    },
  );
  return asked;
}

it.each([
  ['the account', '/dashboard', '/api/transactions', demo],
  ['everybody', '/transactions', '/api/transactions/all', admin],
])('a search of %s asks the API, and reports no result only when all is searched', async (_, address, path, login) => {
  await asVisitor(browser, {}, async ({ page }) => {
    await signIn(page, services.site, login, address);
    const asked = await answerInTwoLooks(page, path);
    const search = page.getByRole('searchbox', { name: 'Search transactions' });
    // All keys in one task: between keys that are sent one by one, a busy machine makes pauses.
    await search.evaluate((field: HTMLInputElement) => {
      for (const key of 'needle') {
        field.setRangeText(key, field.value.length, field.value.length, 'end');
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    await page.getByText('Searched back to Nov 3, 2026').waitFor();
    expect(await page.getByText('No transactions found').count()).toBe(0);
    // Only a pause in typing begins a search, not every key.
    expect(asked).toHaveLength(1);
    await expectFineInEveryVariant(page, `search reach ${address.slice(1)}`, 'few');
    await page.getByRole('button', { name: 'Search further back' }).click();
    // The date is the one that the list is sorted by, not that of the last change.
    await page.getByRole('row', { name: 'TID needle' }).getByText('Oct 1, 2026').waitFor();
    expect(asked.at(-1)?.get('cursor')).toBe('older');
    expect(new URL(page.url()).search).toBe('?search=needle');
    await page.reload();
    await page.getByText('Searched back to Nov 3, 2026').waitFor();
    expect(await search.inputValue()).toBe('needle');
    await search.fill('nothing like it');
    await page.waitForURL(/nothing/);
    await page.getByText('Searched back to Nov 3, 2026').waitFor();
    await page.getByRole('button', { name: 'Search further back' }).click();
    await page.getByText('No transactions found').waitFor();
    await page.getByRole('button', { name: 'Show all transactions' }).click();
    await page.getByRole('row').nth(2).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await search.inputValue()).toBe('');
  });
});

it('filters are in the address, stay while a dialog is open, and are sent to the API', async () => {
  await asVisitor(browser, {}, async ({ page }) => {
    await signIn(page, services.site, demo);
    await page.getByRole('row').nth(2).waitFor();
    await page.getByRole('button', { name: 'Completed' }).click();
    await page.getByText('Type and dates').click();
    const answered = page.waitForResponse((response) => response.url().includes('kind=deposit'));
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Deposit');
    expect((await answered).url()).toContain('status=paid%2Cpaid_over%2Cpaid_less%2Ccompleted%2Crefund_paid');
    await page.waitForURL(`${services.site}/dashboard?status=done&kind=deposit`);
    const open = page
      .getByRole('table')
      .getByRole('button', { name: /^Deposit .*show its timeline/ })
      .first();
    await open.click();
    await page.waitForURL(/\?status=done&kind=deposit&deposit=dep_/);
    await page.reload();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.waitForURL(`${services.site}/dashboard?status=done&kind=deposit`);
    await open.waitFor();
    await page.getByLabel('From').fill('2020-01-01');
    await page.getByLabel('To', { exact: true }).fill('2020-01-31');
    await page.getByText('No transactions found').waitFor();
    await expectFineInEveryVariant(page, 'transactions filtered', 'few');
    await page.getByRole('searchbox', { name: 'Search transactions' }).fill('$20');
    await page.getByLabel('To', { exact: true }).fill('2020-03-31');
    await page.getByText(/31 days at a time/).waitFor();
  });
});

it('an export holds the results of the typed search, even when it is started before the search', async () => {
  await asVisitor(browser, {}, async ({ page }) => {
    await signIn(page, services.site, demo);
    const file = page.getByRole('button', { name: 'Export CSV' });
    await file.waitFor();
    const asked = await answerInTwoLooks(page, '/api/transactions');
    const download = page.waitForEvent('download');
    // Clicks from inside the page right after the input: the search finds nothing at first, which removes the button.
    // As in Safari, the click does not move the focus.
    await file.evaluate((button: HTMLButtonElement) =>
      document.addEventListener('input', () => setTimeout(() => button.click()), { once: true }),
    );
    await page.getByRole('searchbox', { name: 'Search transactions' }).fill('needle');
    const stream = await (await download).createReadStream();
    const csv = await new Response(stream as unknown as ReadableStream).text();
    expect(csv.trim().split('\r\n')).toHaveLength(2);
    expect(csv).toContain('needle');
    expect(new Set(asked.map((query) => query.get('search')))).toEqual(new Set(['needle']));
  });
});
