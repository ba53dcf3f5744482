import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { openBrowser, openVisitor, phone, signInByCall, takePicture } from '#test/support/browser.ts';

const services = inject('services');
const { site, api } = services;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

async function firstId(page: Page, path: string): Promise<string> {
  const [first] = (await (await page.request.get(`${api}${path}`)).json()) as { readonly _id: string }[];
  return first?._id ?? '';
}

/** Shows the first purchase of a card as declined, with the button that loads what is missing. */
async function declineOne(page: Page): Promise<void> {
  await page.route(/\/transactions\?page_no=1$/, async (route) => {
    const response = await route.fetch();
    const history = await response.json();
    const [line] = history.transactions;
    const declined = {
      ...line,
      kind: 'purchase',
      status: 'declined',
      amount: 99_900,
      transaction_date: new Date().toISOString(),
      decline_reason: 'Declined: not enough money on the card.',
      decline_code: 'insufficient_funds',
    };
    await route.fulfill({ response, json: { ...history, transactions: [declined, ...history.transactions.slice(1)] } });
  });
}

/** Waits until the page shows what it has read, and then makes its text twice as large (WCAG 1.4.4). */
async function enlargeText(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1') && !document.querySelector('.loading-screen, .skeleton, main [aria-busy="true"]'),
  );
  await page.addStyleTag({ content: 'html{font-size:200% !important}' });
}

/** Returns the unreadable content: pixels by which the page is too wide, cut texts, and texts beyond the edge. */
function lostContent(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const lost = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} pixels wider`] : [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { width, height, right } = element.getBoundingClientRect();
      const { visibility, overflowX } = getComputedStyle(element);
      if (visibility === 'hidden' || width <= 1 || height <= 1 || element.matches('input, select, svg, svg *'))
        continue;
      const text = `“${element.textContent.slice(0, 40)}”`;
      if (['hidden', 'clip'].includes(overflowX) && element.scrollWidth > element.clientWidth + 1)
        lost.push(`cut: ${text}`);
      if (element.children.length === 0 && right > clientWidth + 1) lost.push(`beyond the edge: ${text}`);
    }
    return lost;
  });
}

it.concurrent.each(['user', 'admin'] as const)('text twice as large is readable on a phone, for %s', async (role) => {
  const { context, page } = await openVisitor(browser, { viewport: phone });
  await signInByCall(page, site, services.demo?.[role] ?? { email: '', password: '' });
  const card = role === 'user' ? `/cards/${await firstId(page, '/cards')}` : '';
  const paths =
    role === 'user'
      ? [
          '/dashboard',
          ...['', '?load', '?withdraw', '?freeze', '?manage', '?auto-load'].map((dialog) => card + dialog),
          '/activity',
          '/notifications',
          '/cases',
          '/referral-program',
          '/profile-settings',
          '/security',
        ]
      : [
          '/dashboard',
          '/users',
          `/users/${await firstId(page, '/user/all')}`,
          '/transactions',
          '/audit',
          '/admin/desk',
          '/admin/float',
          '/admin/desk?view=settings',
          '/admin/desk?view=books',
        ];
  await declineOne(page);
  const lost: string[] = [];
  for (const path of paths) {
    await page.goto(`${site}${path}`);
    if (path.includes('?') && !path.includes('view=')) await page.getByRole('dialog').waitFor();
    await enlargeText(page);
    await takePicture(page, `large-text-${path.replaceAll(/\W+/g, '-').replace(/crd_\w+/, '')}`, { full: true });
    lost.push(...(await lostContent(page)).map((each) => `${path}: ${each}`));
  }
  expect(lost).toEqual([]);
  await context.close();
});

it('a card’s name of forty letters without a space leaves its dialogs readable', async () => {
  const { context, page } = await openVisitor(browser, { viewport: phone });
  await signInByCall(page, site, services.demo?.user ?? { email: '', password: '' });
  const card = `/cards/${await firstId(page, '/cards')}`;
  await page.route(/\/api\/cards/, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replaceAll(/"name":"[^"]*"/g, `"name":"${'W'.repeat(40)}"`) });
  });
  const lost: string[] = [];
  for (const dialog of ['load', 'withdraw', 'freeze', 'manage', 'auto-load']) {
    await page.goto(`${site}${card}?${dialog}`);
    await page
      .getByRole('dialog')
      .getByText('W'.repeat(40))
      .or(page.getByRole('dialog').locator('input'))
      .first()
      .waitFor();
    // Behind the dialog, the page cuts long texts on purpose.
    const beyond = (await lostContent(page)).filter((each) => each.startsWith('beyond'));
    lost.push(...beyond.map((each) => `${dialog}: ${each}`));
  }
  expect(lost).toEqual([]);
  await context.close();
});
