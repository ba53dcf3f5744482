import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { desktop, openBrowser, openVisitor, phone, signInByForm } from '#test/support/browser.ts';

const services = inject('services');
const { site } = services;

/** Maximum share of a page that may move while it fills, by the browser's own measure. */
const mostShift = 0.02;

/** Delay of every answer of the API here, in milliseconds, so that each page shows its waiting state. */
const answerAfterMs = 120;

type Role = 'guest' | 'user' | 'admin';

let browser: Browser;
const sessions = new Map<Role, Awaited<ReturnType<BrowserContext['storageState']>>>();
let cardId: string;
let userId: string;

async function enter(role: 'user' | 'admin'): Promise<Page> {
  const { context, page } = await openVisitor(browser);
  await signInByForm(page, site, services.demo?.[role] ?? { email: '', password: '' });
  sessions.set(role, await context.storageState());
  return page;
}

async function firstId(page: Page, path: string): Promise<string> {
  const [first] = (await (await page.request.get(`${services.api}${path}`)).json()) as { readonly _id: string }[];
  return first?._id ?? '';
}

beforeAll(async () => {
  browser = await openBrowser();
  const user = await enter('user');
  cardId = await firstId(user, '/cards');
  const admin = await enter('admin');
  userId = await firstId(admin, '/user/all');
  await Promise.all([user.context().close(), admin.context().close()]);
});
afterAll(async () => {
  await browser?.close();
});

/** Sums up the layout shifts of this document that no input of the user caused. */
async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen = { total: 0, worst: '' };
    Object.assign(window, { seenShifts: seen });
    new PerformanceObserver((list) => {
      type Shift = PerformanceEntry & {
        readonly value: number;
        readonly hadRecentInput: boolean;
        readonly sources: readonly { readonly node: Node | null }[];
      };
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        seen.total += entry.value;
        const nodes = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 90) : ''));
        if (entry.value > 0.002) seen.worst += `${entry.value.toFixed(4)} ${nodes.join(' | ')}\n`;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function untilFilled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await untilDrawn(page);
}

async function untilDrawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('h1') && !document.querySelector('.loading-screen, .skeleton, [aria-busy="true"]'),
  );
  // The last movement is reported with the next frames.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
}

async function expectSteady(page: Page, where: string): Promise<void> {
  const seen = await page.evaluate(
    () => (window as unknown as { seenShifts: { total: number; worst: string } }).seenShifts,
  );
  expect(seen.total, `${where}\n${seen.worst}`).toBeLessThanOrEqual(mostShift);
}

/** Returns the pixels by which the page exceeds the window when its text is twice as large (WCAG 1.4.4). */
async function widerAtTwiceTheText(page: Page): Promise<number> {
  await page.addStyleTag({ content: 'html{font-size:200% !important}' });
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

const routes: readonly (readonly [Role, () => readonly string[]])[] = [
  ['guest', () => ['/', '/terms', '/faq', '/support', '/login', '/signup', '/password/forgot']],
  ['user', () => ['/dashboard', `/cards/${cardId}`, '/referral-program', '/profile-settings']],
  ['admin', () => ['/dashboard', '/users', `/users/${userId}`, '/transactions']],
];

it.concurrent.each(
  routes.flatMap(([role, paths]) =>
    [phone, desktop].map((viewport) => ({ role, paths, viewport, at: viewport.width })),
  ),
)('nothing moves while a page fills, and large text fits: $role, $at pixels', async ({ role, paths, viewport }) => {
  const storageState = sessions.get(role) ?? { cookies: [], origins: [] };
  const { context, page } = await openVisitor(browser, { viewport, storageState });
  await watchShifts(context);
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, answerAfterMs));
    await route.continue();
  });
  // Prices other than those that the pages were built with.
  if (role === 'guest')
    await page.route('**/api/prices', async (route) => {
      const prices = { version: 9, cardFeeCents: 2_550, firstLoadCents: 750, loadPercent: 3.55, loadFixedCents: 101 };
      await new Promise((resolve) => setTimeout(resolve, answerAfterMs));
      await route.fulfill({ json: { present: { ...prices, from: '2026-01-01T00:00:00.000Z' }, next: null } });
    });
  // A page without scripts may be painted before its font arrives, in Arial scaled to the width of Geist. Here, where
  // there is no Arial, a wider font is used, so the text would move although it does not for people.
  if (role === 'guest') await page.route('**/*.woff2', (route) => route.abort());
  for (const path of paths()) {
    await page.goto(`${site}${path}`);
    await untilFilled(page);
    await expectSteady(page, `${path} at ${viewport.width} pixels`);
    if (viewport === desktop)
      expect(await widerAtTwiceTheText(page), `${path}: pixels wider than the page`).toBeLessThanOrEqual(0);
  }
  await context.close();
});

it.concurrent.each([phone, desktop])(
  'nothing moves on the way to the sign-in on a slow line: $width pixels',
  async (viewport) => {
    const { context, page } = await openVisitor(browser, { viewport });
    await watchShifts(context);
    await page.route('**/assets/login-page*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, answerAfterMs * 5));
      await route.continue();
    });
    await page.goto(`${site}/dashboard`);
    await page.waitForURL(`${site}/login`);
    await untilDrawn(page);
    await expectSteady(page, `/dashboard to /login at ${viewport.width} pixels`);
    await context.close();
  },
);
