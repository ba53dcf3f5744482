import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { buildSite } from '#infra/build/build-site.ts';
import { scopedName } from '#web/build/lean-styles.ts';
import { accessCookieName } from '#functions/runtime/session-cookies.ts';
import { openBrowser, openVisitor, phone, signIn, signInByForm } from '#test/support/browser.ts';
import { flightsOf } from '#test/support/flights.ts';

const services = inject('services');
const { site } = services;
const nobody = { email: '', password: '' };
const { user: demo = nobody, admin = nobody } = services.demo ?? {};

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

type Weight = {
  readonly js: number;
  readonly css: number;
  /** The styles in the HTML. */
  readonly inlineCss: number;
  readonly font: number;
  readonly html: number;
};

const kinds = { script: 'js', stylesheet: 'css', font: 'font', document: 'html' } as const;

const gzipped = (bytes: Buffer): number => gzipSync(bytes, { level: 9 }).length;

/** The styles that a document holds. */
const stylesIn = (html: Buffer): Buffer =>
  Buffer.from([...html.toString('utf8').matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style]) => style).join(''));

/** Returns the bytes that a page fetched until `arrive` returned, gzip −9; fonts are compressed already. */
async function weigh(arrive: (page: Page) => Promise<void>): Promise<Weight> {
  const { context, page } = await openVisitor(browser, { viewport: phone });
  // Parts that nobody waits for are fetched two seconds after the document: on a slow machine before the page is there.
  await context.addInitScript(() => {
    const set = window.setInterval.bind(window);
    Object.assign(window, { setInterval: (act: () => void, ms = 0) => (ms < 2_000 ? set(act, ms) : 0) });
  });
  const fetched = new Map<string, Promise<Partial<Weight>>>();
  const hear = (response: Response): void => {
    const kind = response.request().resourceType();
    if (!(kind in kinds) || !response.ok()) return;
    const weight = kinds[kind as keyof typeof kinds];
    fetched.set(
      response.url(),
      response.body().then((body) => ({
        [weight]: weight === 'font' ? body.length : gzipped(body),
        ...(weight === 'html' && { inlineCss: gzipped(stylesIn(body)) }),
      })),
    );
  };
  context.on('response', hear);
  await arrive(page);
  // Later requests are not weighed: the browser may have closed before their bodies can be read.
  context.off('response', hear);
  const sums = { js: 0, css: 0, inlineCss: 0, font: 0, html: 0 };
  for (const weights of await Promise.all(fetched.values()))
    for (const kind of Object.keys(sums) as (keyof Weight)[]) sums[kind] += weights[kind] ?? 0;
  await context.close();
  return sums;
}

describe('downloads of a phone', () => {
  it('need no script for the landing page, and one round trip of HTML and CSS', async () => {
    const landing = await weigh(async (page) => {
      await page.goto(site, { waitUntil: 'networkidle' });
    });
    expect(landing.js).toBe(0);
    expect(landing.html + landing.css).toBeLessThanOrEqual(14_000);
    // One font file: the landing page uses only the letters that every page needs.
    expect(landing.font).toBeLessThanOrEqual(15_000);
  });

  it.each(['/terms', '/privacy', '/faq', '/support'])('need no script for %s', async (address) => {
    const { js } = await weigh(async (page) => {
      await page.goto(`${site}${address}`, { waitUntil: 'networkidle' });
    });
    expect(js).toBe(0);
  });

  it.each([
    ['/login', 'Welcome back'],
    ['/signup', 'Create your account'],
    ['/password/forgot', 'Forgot your password?'],
    [`/password/reset?code=some&exp=${Date.now() + 3_600_000}`, 'New password'],
  ])('are at most 95 kB of script for %s', async (address, heading) => {
    const { js } = await weigh(async (page) => {
      await page.goto(`${site}${address}`, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { name: heading }).waitFor();
    });
    expect(js).toBeGreaterThan(0);
    expect(js).toBeLessThanOrEqual(95_000);
  });

  it('are at most 115 kB of script and 12 kB of styles for the dashboard', async () => {
    const { context, page } = await openVisitor(browser);
    await signInByForm(page, site, demo);
    const storageState = await context.storageState();
    await context.close();
    const dashboard = await weigh(async (shown) => {
      await shown.context().addCookies(storageState.cookies);
      await shown.goto(`${site}/dashboard`);
      await shown.getByRole('link', { name: /^Everyday ending in/ }).waitFor();
    });
    expect(dashboard.js).toBeGreaterThan(0);
    expect(dashboard.js).toBeLessThanOrEqual(115_000);
    // One round trip, outlines of pages included.
    expect(dashboard.html).toBeLessThanOrEqual(14_000);
    expect(dashboard.inlineCss).toBeGreaterThan(0);
    expect(dashboard.css + dashboard.inlineCss).toBeLessThanOrEqual(12_000);
  });

  it.each(['/login', '/dashboard'])('fetch no style again that the document of %s already links', async (address) => {
    const { context, page } = await openVisitor(browser);
    if (address === '/dashboard') await signInByForm(page, site, demo);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto(`${site}${address}`);
    const inDocument = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][disabled]')].map(({ href }) => href),
    );
    if (address === '/login') await signInByForm(page, site, demo);
    await page.getByRole('link', { name: /^Everyday ending in/ }).waitFor();
    // A second page fetches only its own files: the app runs already.
    await page.getByRole('link', { name: 'Referral Program' }).first().click();
    await page.waitForURL(`${site}/referral-program`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(fetched.some((url) => url.endsWith('.css'))).toBe(true);
    expect(inDocument.length).toBeGreaterThan(0);
    expect(fetched.filter((url) => inDocument.includes(url))).toEqual([]);
    await context.close();
  });

  it('include the styles of every CSS module under the class names that scripts use', async () => {
    const assets = path.join(await buildSite(), 'assets');
    const styles = readdirSync(assets)
      .filter((file) => file.endsWith('.css'))
      .map((file) => readFileSync(path.join(assets, file), 'utf8'))
      .join('');
    const web = path.resolve(import.meta.dirname, '../../web');
    const modules = readdirSync(web, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.module.css') && !/^(gallery|features[\\/]public)[\\/]/.test(file))
      .map((file) => path.join(web, file));
    const lost = modules.filter((file) => {
      const [, name = ''] = /^\.([\w-]+)/m.exec(readFileSync(file, 'utf8')) ?? [];
      return !styles.includes(`.${scopedName(name, file)}`);
    });
    expect(modules.length).toBeGreaterThan(30);
    expect(lost).toEqual([]);
  });

  it('are at most 228 kB of script for the whole app', async () => {
    const assets = path.join(await buildSite(), 'assets');
    const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
    const total = scripts.reduce((sum, file) => sum + gzipped(readFileSync(path.join(assets, file))), 0);
    expect(scripts.length).toBeGreaterThan(5);
    expect(total).toBeLessThanOrEqual(228_000);
  });
});

describe('waiting for the network', () => {
  const everyday = (page: Page) => page.getByRole('link', { name: /^Everyday ending in/ });
  const pages = {
    dashboard: { login: demo, arrived: (page: Page) => everyday(page).waitFor() },
    card: { login: demo, arrived: (page: Page) => page.getByText('Transaction history').waitFor() },
    users: { login: admin, arrived: (page: Page) => page.getByRole('table').getByRole('link').first().waitFor() },
  } as const;

  it.each([
    ['dashboard', 'present', 2, 2],
    ['card', 'present', 2, 2],
    // The largest text of this page is in the document.
    ['users', 'present', 2, 1],
    // Fifteen minutes after the last visit the session is renewed first, which takes one more flight.
    ['card', 'old', 3, 3],
  ] as const)(
    'takes one flight for the document and one for everything else: %s with a session that is %s',
    async (name, session, flights, largestAfter) => {
      const { login, arrived } = pages[name];
      const { context, page } = await openVisitor(browser, { viewport: phone });
      // At the first visit the browser stores who is signed in.
      await signIn(page, site, login);
      await page.getByRole('button', { name: 'Account menu' }).waitFor();
      const address = name === 'card' ? await everyday(page).getAttribute('href') : `/${name}`;
      if (session === 'old') {
        await page.evaluate(() => localStorage.setItem('satchel.refreshed-at', String(Date.now() - 15 * 60_000)));
        await context.clearCookies({ name: accessCookieName });
      }
      await page.close();
      const next = await context.newPage();
      expect(await flightsOf(next, `${site}${address}`, arrived)).toEqual({
        toArrival: flights,
        toLargestPaint: largestAfter,
      });
      await context.close();
    },
  );
});
