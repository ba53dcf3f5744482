import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, inject, it } from 'vitest';

import { asVisitor, openBrowser, openVisitor, signInByForm } from '#test/support/browser.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';

const services = inject('services');
const { site } = services;
const demo = services.demo?.user ?? { email: '', password: '' };

/** The steps that a screen needs before it is checked. */
type Screen = {
  readonly name: string;
  readonly path: string;
  readonly signedIn?: true;
  /** A refused call that belongs to it. */
  readonly refusal?: readonly [status: number, path: string];
  readonly arrive: (page: Page) => Promise<void>;
};

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();

async function dashboard(page: Page): Promise<void> {
  await heading(/^Good (morning|afternoon|evening), Dana$/)(page);
  await page.getByRole('link', { name: /^Everyday ending in/ }).waitFor();
  // Not the option of the same name in the closed list of kinds.
  await page.getByText('Card creation').filter({ visible: true }).first().waitFor();
}

async function card(page: Page): Promise<void> {
  await dashboard(page);
  await page.getByRole('link', { name: /^Everyday ending in/ }).click();
  await page.getByText('CORNER COFFEE').waitFor();
}

async function chooseCoin(page: Page): Promise<void> {
  await dashboard(page);
  await page.getByRole('button', { name: 'Add Money' }).first().click();
  await heading('Choose a coin')(page);
}

async function amount(page: Page): Promise<void> {
  await chooseCoin(page);
  await page.getByRole('button', { name: /^USDT/ }).click();
  await page.getByLabel(/amount/i).fill('25');
  await page.getByText(/^1 USDT = /).waitFor();
}

const screens: readonly Screen[] = [
  { name: 'landing', path: '/', arrive: heading(/crypto-backed/) },
  { name: 'signup', path: '/signup', arrive: heading('Create your account') },
  { name: 'login', path: '/login', arrive: heading('Welcome back') },
  { name: 'forgot password', path: '/password/forgot', arrive: heading('Forgot your password?') },
  {
    name: 'new password',
    path: `/password/reset?code=some&exp=${Date.now() + 3_600_000}`,
    arrive: async (page) => {
      await page.getByLabel('New password').fill('weak');
      await page.getByText('Password does not meet the strength requirements.').waitFor();
    },
  },
  { name: 'ended reset link', path: '/password/reset?code=some&exp=1', arrive: heading('Invalid or expired link') },
  { name: 'terms', path: '/Terms', arrive: heading(/terms/i) },
  { name: 'privacy', path: '/Privacy', arrive: heading(/privacy/i) },
  { name: 'faq', path: '/faq', arrive: heading(/questions|faq/i) },
  { name: 'support', path: '/support', arrive: heading(/support|help/i) },
  {
    name: 'wrong verification link',
    path: '/email/verify/nothing',
    refusal: [400, '/api/auth/email/verify/nothing'],
    arrive: heading('Invalid Verification Link'),
  },
  { name: 'dashboard', path: '/dashboard', signedIn: true, arrive: dashboard },
  { name: 'add funds, coin', path: '/dashboard', signedIn: true, arrive: chooseCoin },
  { name: 'add funds, amount', path: '/dashboard', signedIn: true, arrive: amount },
  {
    name: 'add funds, payment',
    path: '/dashboard',
    signedIn: true,
    arrive: async (page) => {
      await amount(page);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('img', { name: /^QR code/ }).waitFor();
    },
  },
  {
    name: 'create card',
    path: '/dashboard',
    signedIn: true,
    arrive: async (page) => {
      await dashboard(page);
      await page.getByRole('button', { name: 'Create Card', exact: true }).click();
      await page.getByRole('button', { name: 'What the card can do' }).click();
      await page.getByLabel('Nickname').fill('Second');
    },
  },
  {
    name: 'account menu',
    path: '/dashboard',
    signedIn: true,
    arrive: async (page) => {
      await dashboard(page);
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    },
  },
  {
    name: 'palette',
    path: '/dashboard',
    signedIn: true,
    arrive: async (page) => {
      await dashboard(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('option', { name: /^Everyday/ }).waitFor();
    },
  },
  { name: 'card', path: '/dashboard', signedIn: true, arrive: card },
  {
    name: 'load money',
    path: '/dashboard',
    signedIn: true,
    arrive: async (page) => {
      await card(page);
      await page.getByRole('button', { name: 'Load Money' }).click();
      await page.getByLabel('Amount to load').fill('10');
      await page.getByText(/^\$10\.00 for /).waitFor();
    },
  },
  {
    name: 'freeze',
    path: '/dashboard',
    signedIn: true,
    arrive: async (page) => {
      await card(page);
      await page.getByRole('button', { name: 'Freeze', exact: true }).click();
      await page.getByRole('button', { name: 'Freeze card' }).waitFor();
    },
  },
];

let browser: Browser;
let session: Awaited<ReturnType<BrowserContext['storageState']>>;

beforeAll(async () => {
  browser = await openBrowser();
  const { context, page } = await openVisitor(browser);
  await signInByForm(page, site, demo);
  session = await context.storageState();
  await context.close();
});
afterAll(async () => {
  await browser?.close();
});

it.concurrent.each(screens)(
  '$name: axe finds nothing, and nothing is wider than the page, in any look',
  async (screen) => {
    const storageState = screen.signedIn ? session : { cookies: [], origins: [] };
    await asVisitor(browser, { storageState }, async ({ page, expectRefusal }) => {
      if (screen.refusal) expectRefusal(...screen.refusal);
      await page.goto(`${site}${screen.path}`);
      await screen.arrive(page);
      await expectFineInEveryVariant(page, screen.name);
    });
  },
);
