import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { asVisitor, openBrowser, signIn } from '#test/support/browser.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';

const services = inject('services');
const demo = services.demo?.user ?? { email: '', password: '' };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

async function openActivity(page: Page, query = ''): Promise<void> {
  await signIn(page, services.site, demo, `/activity${query}`);
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
}

/** Clicks a button that downloads, and returns the file's text. */
async function download(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return readFile(await file.path(), 'utf8');
}

it('the activity page lists purchases and movements by day, and opens one, in every variant', async () => {
  await asVisitor(browser, {}, async ({ page }) => {
    await openActivity(page);
    await page
      .getByRole('button', { name: /^Corner Coffee/ })
      .first()
      .waitFor();
    await expectFineInEveryVariant(page, 'activity');
    await page
      .getByRole('button', { name: /^Corner Coffee/ })
      .first()
      .click();
    const details = page.getByRole('dialog', { name: 'Corner Coffee' });
    await details.getByRole('button', { name: 'Copy reference' }).waitFor();
    await details.getByText('Card balance after').waitFor();
    await expectFineInEveryVariant(page, 'activity details');
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe('');
    await page
      .getByRole('button', { name: /^Card creation/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('Balance after', { exact: true }).waitFor();
    await expectFineInEveryVariant(page, 'activity details of the account', 'few');
  });
});

it('a filter is kept in the address, and the exported file holds exactly the filtered lines', async () => {
  await asVisitor(browser, {}, async ({ page }) => {
    await openActivity(page, '?kind=card_creation');
    await page
      .getByRole('button', { name: /^Card creation/ })
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: /^Corner Coffee/ }).count()).toBe(0);
    const csv = await download(page, 'Export CSV');
    const [head = '', ...lines] = csv.replace('\ufeff', '').trimEnd().split('\r\n');
    expect(head).toMatch(/^Date \(UTC\),Reference,/);
    expect(lines.length).toBe(await page.getByRole('button', { name: /^Card creation/ }).count());
    await page.getByLabel('Search transactions').fill('nothing of this');
    await page.getByText('No transactions found').waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('nothing of this');
  });
});

it('the fields of the filter have letters of 16 pixels, so that a phone does not zoom in on them', async () => {
  await asVisitor(browser, {}, async ({ page }) => {
    await openActivity(page, '?kind=card_load');
    const fields = page.locator('details').locator('select, input');
    await fields.first().waitFor();
    const sizes = await fields.evaluateAll((found) => found.map((field) => getComputedStyle(field).fontSize));
    expect(sizes).toEqual(['16px', '16px', '16px']);
  });
});

it('both dates of the filter stand in one row on a phone', async () => {
  await asVisitor(browser, { viewport: { width: 390, height: 844 } }, async ({ page }) => {
    await openActivity(page, '?kind=card_load');
    const dates = page.locator('details').locator('input[type="date"]');
    await dates.first().waitFor();
    const tops = await dates.evaluateAll((found) => found.map((field) => field.getBoundingClientRect().top));
    expect(tops).toHaveLength(2);
    expect(tops[1]).toBe(tops[0]);
  });
});

it('a page of the list before a search that comes late does not show among what the search found', async () => {
  await asVisitor(browser, {}, async ({ page }) => {
    const asked = Promise.withResolvers<void>();
    const isSearched = Promise.withResolvers<void>();
    await page.route(/\/api\/activity\?/, async (route) => {
      const { searchParams } = new URL(route.request().url());
      if (searchParams.has('search')) return route.fallback();
      if (!searchParams.has('cursor')) {
        const response = await route.fetch();
        const link = '</api/activity?cursor=second>; rel="next"';
        return route.fulfill({ response, headers: { ...response.headers(), link } });
      }
      asked.resolve();
      await isSearched.promise;
      return route.fulfill({ json: [] });
    });
    await openActivity(page);
    await page.getByRole('button', { name: 'Show more' }).click();
    await asked.promise;
    await page.getByLabel('Search transactions').fill('nothing of this');
    await page.getByText('No transactions found').waitFor();
    const came = page.waitForResponse(/cursor=second/);
    isSearched.resolve();
    await came;
    // The list would be drawn within this time.
    await page.waitForTimeout(1_000);
    expect(await page.getByRole('button', { name: /^Corner Coffee/ }).count()).toBe(0);
    expect(await page.getByText('No transactions found').isVisible()).toBe(true);
  });
});

it('a statement of this month ends with the balance that the site shows', async () => {
  await asVisitor(browser, {}, async ({ page }) => {
    await openActivity(page);
    await page
      .getByRole('button', { name: /^Corner Coffee/ })
      .first()
      .waitFor();
    const csv = await download(page, 'Download statement');
    const lines = csv.replace('\ufeff', '').trimEnd().split('\r\n');
    const { balance } = (await page.evaluate(async () => (await fetch('/api/user')).json())) as { balance: number };
    expect(lines[0]?.split(',').at(-1)).toBe('balance');
    expect(Number(lines.at(-1)?.split(',').at(-1))).toBe(balance / 100);
  });
});

it('a statement is printed with the name, days and clock by which it was chosen', async () => {
  const timezoneId = 'Pacific/Auckland';
  await asVisitor(browser, { timezoneId }, async ({ page }) => {
    const asked = Promise.withResolvers<void>();
    const isChanged = Promise.withResolvers<void>();
    await page.route(/\/api\/transactions\/statement\?/, async (route) => {
      asked.resolve();
      await isChanged.promise;
      await route.fallback();
    });
    await openActivity(page);
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    const firstDay = await page.getByLabel('First day').inputValue();
    const replied = page.waitForResponse(/\/api\/transactions\/statement\?/);
    await page.getByRole('button', { name: 'Print statement' }).click();
    await asked.promise;
    await page.getByLabel('For', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('First day').fill('2020-01-01');
    isChanged.resolve();
    const { lines } = (await (await replied).json()) as { lines: { at: string }[] };
    const paper = page.locator('[data-print-view]');
    await paper.waitFor({ state: 'attached' });
    const moments = await paper.locator('tbody td:first-child').allTextContents();
    const asThere = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: timezoneId });
    expect(moments).toEqual(lines.map((line) => asThere.format(Date.parse(line.at))));
    expect(moments).not.toEqual([]);
    expect(await paper.locator('header').textContent()).toContain(`Times are in ${timezoneId}.`);
    expect(await paper.locator('h1').textContent()).toBe('Satchel · Statement · Account balance');
    expect(await paper.locator('header').textContent()).toContain(`${firstDay} to `);
  });
});

it('spending of this month has the same sum by category as by merchant', async () => {
  await asVisitor(browser, {}, async ({ page }) => {
    await openActivity(page);
    await page.getByRole('button', { name: 'Show spending' }).click();
    const rowsOf = (head: string) => page.getByRole('table').filter({ hasText: head }).locator('tbody tr');
    await rowsOf('Merchant').filter({ hasText: 'Corner Coffee' }).waitFor();
    const sumOf = async (head: string): Promise<number> => {
      const texts = await rowsOf(head).locator('td:nth-of-type(1)').allTextContents();
      return Math.round(texts.reduce((sum, text) => sum + Number(text.replaceAll(/[$,]/g, '')), 0) * 100);
    };
    expect(await sumOf('Category')).toBe(await sumOf('Merchant'));
    expect(await sumOf('Merchant')).toBeGreaterThan(0);
    await expectFineInEveryVariant(page, 'activity spending');
  });
});
