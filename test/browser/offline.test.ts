import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, onTestFailed } from 'vitest';

import { buildSite } from '#infra/build/build-site.ts';
import type { ApiClient } from '#infra/local/seed/api-client.ts';
import { asVisitor, openBrowser, openVisitor, takeFailedPicture, takePicture } from '#test/support/browser.ts';
import { openCard, openFundedAccount, readIssuedCard, untilSettled, type HeldCard } from '#test/support/money-stack.ts';
import { makeNextBuild, serveBuilds } from '#test/support/site-builds.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';
import { cookiesFor } from '#test/support/visitor-cookies.ts';

const services = inject('services');
const { site } = services;

type Person = { readonly client: ApiClient; readonly userId: string; readonly email: string; readonly last4: string };

/** Opens an account with a card of an unmistakable name. */
async function openPerson(name: string): Promise<Person> {
  const client = await openFundedAccount(services, 5_000, name);
  const cardId = await openCard(client, `Card of ${name}`);
  await untilSettled(services, client);
  const { _id: userId, email } = await client.done<{ _id: string; email: string }>('GET', '/user');
  const { last4Digits: last4 } = await client.done<HeldCard>('GET', `/cards/${cardId}/public`);
  return { client, userId, email, last4 };
}

let browser: Browser;
let first: Person;
let second: Person;
beforeAll(async () => {
  browser = await openBrowser();
  [first, second] = await Promise.all([openPerson('first'), openPerson('second')]);
});
afterAll(async () => {
  await browser?.close();
});

/** Waits until the service worker holds the shell and answers for the page, and the balances of `person` are kept. */
async function untilReady(page: Page, person: Person): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await expect.poll(() => keptBalances(page)).toContain(person.last4);
}

function keptBalances(page: Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem('satchel.last-balances') ?? '');
}

/** Everything that the browser keeps for the site: addresses and texts of its caches, both storages, its databases. */
function everythingKept(page: Page) {
  return page.evaluate(async () => {
    const cached: { address: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const reply = await cache.match(request);
        cached.push({ address: new URL(request.url).pathname, text: (await reply?.text()) ?? '' });
      }
    }
    const storages = JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);
    return { cached, storages, databases: await indexedDB.databases(), cookies: document.cookie };
  });
}

/** Fails when any data of a person is kept in the browser. */
async function expectNothingOf(page: Page, { userId, email, last4 }: Person): Promise<void> {
  const { cached, storages, databases, cookies } = await everythingKept(page);
  for (const text of [storages, ...cached.map((each) => each.text)])
    for (const personal of [userId, email, 'Card of']) expect(text).not.toContain(personal);
  // As a number of its own: four digits are in a time by chance.
  expect(storages).not.toMatch(new RegExp(String.raw`\b${last4}\b`));
  expect(storages).not.toContain('satchel.last-balances');
  expectOnlyShell(cached);
  expect([databases, cookies]).toEqual([[], '']);
}

/** Caches hold files of the build, which are the same for everybody, and no reply of the API. */
function expectOnlyShell(cached: readonly { address: string }[]): void {
  expect(cached.length).toBeGreaterThan(5);
  for (const { address } of cached) expect(address).toMatch(/^\/(app\.html|assets\/[\w.-]+)$/);
}

it('without a connection the app shows the last balances and their time, and comes back by itself', async () => {
  await asVisitor(browser, { serviceWorkers: 'allow' }, async (visitor) => {
    const { page, context } = visitor;
    await context.addCookies(cookiesFor(site, first.client));
    const document = await page.goto(`${site}/dashboard`);
    expect(document?.headers()['content-security-policy']).toContain("worker-src 'self'");
    await untilReady(page, first);
    // Secrets that are shown are kept nowhere.
    await page.getByRole('link', { name: /^Card of first/ }).click();
    await page.getByRole('button', { name: 'Show CVV' }).click();
    await page.getByRole('button', { name: 'Hide CVC' }).waitFor();
    const secrets = await readIssuedCard(services, first.last4);
    const { cached, storages } = await everythingKept(page);
    expectOnlyShell(cached);
    expect(storages).not.toContain(secrets.cardNumber);
    expect(storages).not.toContain(first.email);
    expect(Object.keys(JSON.parse(await keptBalances(page)) as object).toSorted()).toEqual([
      'balance',
      'cards',
      'owner',
      'readAtMs',
    ]);
    await page.goBack();
    await page.getByText('Available Balance').waitFor();

    await context.setOffline(true);
    await page.getByText(/^You’re offline\. Balances are as of \w+ \d+, \d{4}, \d+:\d\d\s[AP]M\.$/).waitFor();
    await expectFineInEveryVariant(page, 'offline bar', 'few');
    await page.reload();
    await page.getByRole('heading', { name: 'You’re offline' }).waitFor();
    await page.getByText('Last known balances').waitFor();
    await page.getByText(/^As of \w+ \d+, \d{4}/).waitFor();
    await page.getByText('$30.00').waitFor();
    await page.getByText(`•• ${first.last4}`).waitFor();
    await expectFineInEveryVariant(page, 'offline start', 'few');
    await context.setOffline(false);
    await page.getByText('Available Balance').waitFor();

    // Offline before the page has fetched the code of the offline bar: the service worker has it.
    await page.reload();
    await page.getByText('Available Balance').waitFor();
    await context.setOffline(true);
    await page.getByText(/^You’re offline\. Balances are as of /).waitFor();
    await context.setOffline(false);
  });
});

it('no data of a person is kept after a lock, an ended session, another person’s sign-in or a sign-out', async () => {
  await asVisitor(browser, { serviceWorkers: 'allow' }, async ({ page, context }) => {
    await context.addCookies(cookiesFor(site, first.client));
    await page.goto(`${site}/dashboard`);
    await untilReady(page, first);

    await first.client.done('POST', '/user/lock');
    await page.reload();
    await page.getByText('Your account is locked', { exact: true }).waitFor();
    await expect.poll(() => keptBalances(page)).toBe('');
    await first.client.done('POST', '/auth/prove', { method: 'password', password: 'Long-Walks-88' });
    await first.client.done('POST', '/user/unlock');
    await page.reload();
    await untilReady(page, first);

    // Without cookies the session is over, which the next call finds out.
    await context.clearCookies();
    await page.reload();
    await page.waitForURL(`${site}/login`);
    await expectNothingOf(page, first);

    await context.addCookies(cookiesFor(site, first.client));
    await page.goto(`${site}/dashboard`);
    await untilReady(page, first);
    await context.clearCookies();
    await context.addCookies(cookiesFor(site, second.client));
    const other = await context.newPage();
    await other.goto(`${site}/dashboard`);
    await page.getByText('Another account is signed in').waitFor();
    await untilReady(other, second);
    const { storages } = await everythingKept(other);
    for (const personal of [first.userId, first.email]) expect(storages).not.toContain(personal);
    expect(storages).not.toMatch(new RegExp(String.raw`\b${first.last4}\b`));

    await other.getByRole('button', { name: 'Account menu' }).click();
    await other.getByRole('menuitem', { name: 'Logout' }).click();
    await other.waitForURL(`${site}/login`);
    await expectNothingOf(other, second);
    await expectNothingOf(other, first);
  });
});

it('a deployment is offered to open tabs, and a tab whose files are gone reloads into it', async () => {
  const built = await buildSite();
  const folder = mkdtempSync(path.join(tmpdir(), 'satchel-next-'));
  const next = path.join(folder, 'site');
  makeNextBuild(built, next);
  const builds = await serveBuilds(built, site);
  const entryOf = (page: Page) =>
    page.evaluate(() => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '');
  const cacheNames = (page: Page) => page.evaluate(() => caches.keys());
  const hasAsked = (page: Page, address: string) =>
    page.evaluate((end) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(end)), address);
  try {
    const { page, context, problems } = await openVisitor(browser, { serviceWorkers: 'allow' });
    await context.addCookies(cookiesFor(builds.address, first.client));
    await page.goto(`${builds.address}/dashboard`);
    await untilReady(page, first);
    const older = await context.newPage();
    onTestFailed(() => takeFailedPicture(older, 'older-tab'));
    await older.goto(`${builds.address}/dashboard`);
    await older.getByRole('link', { name: /^Card of first/ }).waitFor();
    const [before] = await cacheNames(page);
    expect(await page.getByText('A new version is ready.').count()).toBe(0);
    const worker = await context.request.get(`${builds.address}/service-worker.js`);
    expect(worker.headers()['cache-control']).toBe('public, max-age=0, must-revalidate, s-maxage=31536000');
    // The status bar's code is fetched seconds after the page. If it were gone by then, the page would reload at once.
    for (const tab of [page, older]) await expect.poll(() => hasAsked(tab, '/api/status')).toBe(true);

    builds.deploy(next);
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
    });
    await page.getByText('A new version is ready.').waitFor();
    await expectFineInEveryVariant(page, 'new version', 'few');
    await expect.poll(() => cacheNames(page)).toEqual([expect.stringContaining('next-')]);
    expect(await cacheNames(page)).not.toContain(before);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => entryOf(page)).toContain('next.js');
    await page.getByText('Available Balance').waitFor();
    await takePicture(page, 'after-update');
    expect(await page.getByText('A new version is ready.').count()).toBe(0);

    // The other tab still runs the first build, whose files are gone from the server.
    expect(await entryOf(older)).not.toContain('next.js');
    await older.getByRole('button', { name: 'Add Money' }).first().click();
    await expect.poll(() => entryOf(older).catch(() => '')).toContain('next.js');
    await older.getByText('Available Balance').waitFor();
    // The only problems are failed requests for files of the earlier build.
    const ofGoneFiles = /^console: (Refused to apply style from|Failed to load resource: .* status of 404)/;
    expect(problems.filter((problem) => !ofGoneFiles.test(problem))).toEqual([]);
    await context.close();
  } finally {
    await builds.close();
    rmSync(folder, { recursive: true });
  }
});
