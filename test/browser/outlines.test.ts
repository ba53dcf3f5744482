import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { asVisitor, desktop, openBrowser, phone, signIn } from '#test/support/browser.ts';
import { roleKey } from '#web/lib/session-hint.ts';
import { moneyText } from '#web/ui/money.tsx';

const { site, api, demo } = inject('services');
const nobody = { email: '', password: '' };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** Delays all script files until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  return () => released.resolve();
}

/** Returns the positions of the elements that an outline and its page share, in whole pixels, with all fonts loaded. */
async function placesIn(page: Page, root: '.outline' | '#root'): Promise<Record<string, readonly number[]>> {
  return page.evaluate(async (within) => {
    // A local font that this machine lacks has no file, so loading it fails.
    await Promise.allSettled(Array.from(document.fonts, (face) => face.load()));
    const places: Record<string, readonly number[]> = {};
    for (const name of ['header', 'main', 'h1', 'section', 'section > p']) {
      const box = document.querySelector(`${within} ${name}`);
      if (!box) continue;
      const { left, top, width } = box.getBoundingClientRect();
      places[name] = [left, top, width].map(Math.round);
    }
    return places;
  }, root);
}

async function visit(page: Page, role: 'user' | 'admin'): Promise<void> {
  await signIn(page, site, demo?.[role] ?? nobody);
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
}

describe.each([
  ['390 pixels', phone],
  ['1280 pixels', desktop],
])('before any script is there, at %s', (_, viewport) => {
  it('the dashboard’s outline has its final position, the greeting and the balance', async () => {
    await asVisitor(browser, { viewport }, async ({ page }) => {
      await visit(page, 'user');
      const release = await holdScripts(page);
      await page.goto(`${site}/dashboard`, { waitUntil: 'commit' });
      const { firstname, balance } = (await (await page.request.get(`${api}/user`)).json()) as {
        readonly firstname: string;
        readonly balance: number;
      };
      await page.locator('.outline h1', { hasText: `, ${firstname}` }).waitFor();
      await page.locator('.outline', { hasText: moneyText(balance) }).waitFor();
      // Screen readers find no button in the outline, only the message that the page is loading.
      expect(await page.getByRole('button').count()).toBe(0);
      expect(await page.getByRole('status').textContent()).toBe('Loading');
      const outlined = await placesIn(page, '.outline');
      expect(Object.keys(outlined)).toContain('section');
      release();
      await page.getByRole('button', { name: 'Account menu' }).waitFor();
      expect(await placesIn(page, '#root')).toEqual(outlined);
      expect(await page.locator('.outline').count()).toBe(0);
    });
  });

  it('the outline of a card has its balance, and that of the users has its search field', async () => {
    await asVisitor(browser, { viewport }, async ({ page }) => {
      await visit(page, 'user');
      const everyday = page.getByRole('link', { name: /^Everyday ending in/ });
      const address = (await everyday.getAttribute('href')) ?? '';
      const balanceText = async (): Promise<string> => {
        const answer = await page.request.get(`${api}${address}/public`);
        return moneyText(((await answer.json()) as { readonly balance: number }).balance);
      };
      const before = await balanceText();
      const release = await holdScripts(page);
      await page.goto(`${site}${address}`, { waitUntil: 'commit' });
      const outline = page.locator('.outline', { hasText: /Card balance\$\d/ });
      const [, shown] = /Card balance(\$[\d,.]+\d)/.exec((await outline.textContent()) ?? '') ?? [];
      // Opening the card makes the product read it at the issuer, which may book a purchase of the demo meanwhile.
      expect([before, await balanceText()]).toContain(shown);
      expect(await outline.textContent()).toMatch(/Limits\$[\d,]+\.\d\d of \$10,000\.00 spent this month/);
      const outlined = await placesIn(page, '.outline');
      release();
      await page.getByRole('heading', { level: 1, name: 'Everyday' }).waitFor();
      await page.getByText(/spent this month/).waitFor();
      expect(await placesIn(page, '#root')).toMatchObject({ header: outlined['header'], section: outlined['section'] });
    });
    await asVisitor(browser, { viewport }, async ({ page }) => {
      await visit(page, 'admin');
      const release = await holdScripts(page);
      await page.goto(`${site}/users`, { waitUntil: 'commit' });
      await page.locator('.outline input').waitFor();
      const outlined = await placesIn(page, '.outline');
      release();
      await page.getByRole('table').getByRole('link').first().waitFor();
      expect(await placesIn(page, '#root')).toEqual(outlined);
    });
  });
});

it('an outline for another role disappears as soon as the person is known, before any script runs', async () => {
  await asVisitor(browser, { viewport: phone }, async ({ page, expectRefusal }) => {
    await visit(page, 'user');
    expectRefusal(403, '/api/admin/stats/dashboard');
    await page.evaluate((key) => localStorage.setItem(key, 'admin'), roleKey);
    const release = await holdScripts(page);
    await page.goto(`${site}/dashboard`, { waitUntil: 'commit' });
    await page.locator('.loading-screen').waitFor();
    await expect.poll(() => page.locator('.outline').count()).toBe(0);
    expect(await page.locator('h1').count()).toBe(0);
    release();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});
