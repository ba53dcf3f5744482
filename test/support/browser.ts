import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';

import { findChromium } from './installed-chromium.ts';

const screens = path.resolve(import.meta.dirname, '../../.build/screens');

/** The two sizes of window in which pages are tested. */
export const desktop = { width: 1280, height: 900 } as const;
export const phone = { width: 390, height: 844 } as const;

/** Timeout for a page to show the expected text, on a busy machine. */
const patienceMs = 120_000;

/** Flags that keep the browser from sending requests of its own. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--no-first-run',
  '--no-pings',
  '--disable-quic',
];

/**
 * Flags for pages that live for seconds, as in tests. Optimizing compilers and parallel garbage collection would take a
 * twelfth of the browser's CPU without a gain.
 */
const shortLived = ['--js-flags=--no-opt --no-maglev --single-threaded-gc', '--num-raster-threads=1'];

/** True when pictures of all screens are taken for people. */
const drawsPictures = process.env['VARIANTS'] === 'all';

/** The shared browsers: the one for tests, and the one that runs as people's browsers do (`true`). */
const shared = new Map<boolean, Promise<Browser>>();

/** The browsers whose pages are drawn as people see them, with the blur behind the top bar. */
const measured = new WeakSet<Browser>();

const ends: (() => Promise<void>)[] = [];

/** Ends the shared browsers. For commands, which could not end while one runs. */
export async function endBrowser(): Promise<void> {
  await Promise.all(ends.map((end) => end()));
}

/**
 * Returns the browser that all test files in a process share, because each start takes about 2 s of CPU. Closing it
 * closes only its contexts: the browser ends with the process, and a crashed one is replaced. With `isMeasured` it is
 * another one, which runs as people's browsers do.
 */
export async function openBrowser({ isMeasured = false } = {}): Promise<Browser> {
  const running = await shared.get(isMeasured);
  if (running?.isConnected() === true) return running;
  const started = launch(isMeasured);
  shared.set(isMeasured, started);
  return started;
}

async function launch(isMeasured: boolean): Promise<Browser> {
  const browser = await chromium.launch({
    ...(await findChromium()),
    args: ['--no-sandbox', '--disable-gpu', ...quiet, ...(isMeasured ? [] : shortLived)],
  });
  if (isMeasured) measured.add(browser);
  ends.push(browser.close.bind(browser));
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return browser;
}

/**
 * Removes the blur behind the top bar, which is most of the drawing work without a graphics card, and which no test
 * checks. `will-change` keeps the bar the containing block of its fixed descendants, as the blur does.
 */
function blurNothing(): void {
  const style = new CSSStyleSheet();
  style.replaceSync('header { backdrop-filter: none !important; will-change: backdrop-filter; }');
  document.adoptedStyleSheets = [style];
}

/** A route that still asks for an answer when its context is closed is otherwise an unhandled error of the test run. */
function ignoreRoutesAtTheEnd(context: BrowserContext): void {
  const close = context.close.bind(context);
  context.close = async (...why) => {
    const open = [context, ...context.pages()];
    await Promise.all(open.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
    await close(...why);
  };
}

/** A person with a browser context of their own: cookies and storage are not shared. */
export type Visitor = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Problems in any of the pages so far: console errors, uncaught errors, requests that the policy blocked. */
  readonly problems: readonly string[];
  /** Announces an expected refusal: a browser reports every refusal as an error. */
  readonly expectRefusal: (status: number, path: string) => void;
  /** Announces broken connections, which a browser reports as errors too. */
  readonly expectBroken: () => void;
};

/** Opens a fresh visitor. The caller closes its context and checks its problems. */
export async function openVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: desktop,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    // Tests do not see all requests that a service worker handles. The test of the service worker allows it.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  ignoreRoutesAtTheEnd(context);
  const problems: string[] = [];
  const refusals = new Set<string>();
  let mayBreak = false;
  context.on('console', (message) => {
    const { url } = message.location();
    const status = /^Failed to load resource: .* status of (\d+)/.exec(message.text())?.[1];
    // A 401 is no problem: pages ask for the session, and a session may end at any call.
    if (status === '401' && new URL(url).pathname.startsWith('/api/')) return;
    if (status !== undefined && refusals.has(`${status} ${new URL(url).pathname}`)) return;
    // The browser is offline only when a test makes it so.
    if (message.text().includes('net::ERR_INTERNET_DISCONNECTED')) return;
    if (mayBreak && message.text().includes('net::ERR_CONNECTION_RESET')) return;
    if (message.type() === 'error') problems.push(`console: ${message.text()} ${url}`);
  });
  context.on('weberror', (event) => problems.push(`uncaught: ${event.error().stack ?? event.error().message}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      // oxlint-disable-next-line no-console -- so that it is among the problems.
      console.error(`the policy blocked ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  if (!drawsPictures && !measured.has(browser)) await context.addInitScript(blurNothing);
  const expectRefusal: Visitor['expectRefusal'] = (status, address) => refusals.add(`${status} ${address}`);
  const expectBroken = (): void => {
    mayBreak = true;
  };
  return { context, page: await context.newPage(), problems, expectRefusal, expectBroken };
}

/** Runs `visit` as a fresh visitor; fails when anything went wrong in its pages, and leaves a picture when it fails. */
export async function asVisitor(
  browser: Browser,
  options: BrowserContextOptions,
  visit: (visitor: Visitor) => Promise<void>,
): Promise<void> {
  const visitor = await openVisitor(browser, options);
  try {
    await visit(visitor);
    refuseProblems(visitor);
  } catch (error) {
    await takeFailedPicture(visitor.page, String(Date.now())).catch(() => undefined);
    throw error;
  } finally {
    await visitor.context.close();
  }
}

/** Throws when anything went wrong in the visitor's pages. */
export function refuseProblems({ problems }: Pick<Visitor, 'problems'>): void {
  if (problems.length > 0) throw new Error(`The pages reported problems: ${problems.join('\n')}`);
}

/**
 * Leaves a picture in `.build/screens/<name>.png` for people, with `VARIANTS=all` only: no test compares them, and each
 * takes time to draw. `full` draws the whole page when it is longer.
 */
export async function takePicture(page: Page, name: string, { full = false } = {}): Promise<void> {
  if (drawsPictures) await drawPicture(page, name, full);
}

/** Leaves a picture of a page at which a test failed in `.build/screens/failed-<name>.png`. */
export async function takeFailedPicture(page: Page, name: string): Promise<void> {
  await drawPicture(page, `failed-${name}`, false);
}

async function drawPicture(page: Page, name: string, fullPage: boolean): Promise<void> {
  mkdirSync(screens, { recursive: true });
  await page.screenshot({ path: path.join(screens, `${name}.png`), fullPage });
}

/** Email address and password of a person. */
type Login = { readonly email: string; readonly password: string };

/** Signs in by a call without opening a page. Throws when the call is refused. */
export async function signInByCall(page: Page, site: string, login: Login): Promise<void> {
  const reply = await page.context().request.post(`${site}/api/auth/login`, {
    data: { email: login.email, password: login.password },
    headers: { origin: site },
  });
  if (reply.status() !== 200) throw new Error(`The sign-in answered ${reply.status()}: ${await reply.text()}`);
}

/**
 * Signs in by a call, which costs a page less than the form, and opens a page of the site: the dashboard unless `path`
 * names another.
 */
export async function signIn(page: Page, site: string, login: Login, path = '/dashboard'): Promise<void> {
  await signInByCall(page, site, login);
  await page.goto(`${site}${path}`);
}

/** Signs in by the form, as a person does, and waits for the dashboard. */
export async function signInByForm(page: Page, site: string, login: Login): Promise<void> {
  await page.goto(`${site}/login`);
  await page.getByLabel('Email').fill(login.email);
  // Finds exactly one element: the button beside the field must have another name.
  await page.getByLabel('Password').fill(login.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${site}/dashboard`);
}
