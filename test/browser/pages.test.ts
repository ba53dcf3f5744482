import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, inject, it } from 'vitest';

import { asVisitor, openBrowser, openVisitor, signInByForm } from '#test/support/browser.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';

const services = inject('services');
const { site } = services;
const demo = services.demo?.user ?? { email: '', password: '' };

/** The steps that a screen needs before it is checked. */
type Screen = { readonly name: string; readonly arrive: (page: Page) => Promise<void> };

type GuestPage = Screen & {
  readonly path: string;
  /** A call whose refusal this page expects. */
  readonly refusal?: readonly [status: number, path: string];
};

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();

async function dashboard(page: Page): Promise<void> {
  await heading(/^Good (morning|afternoon|evening), Dana$/)(page);
  await page.getByRole('link', { name: /^Everyday ending in/ }).waitFor();
  // Skips the option of the same name in the closed list of kinds.
  await page.getByText('Card creation').filter({ visible: true }).first().waitFor();
}

/** Closes what lies above the page. */
async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').or(page.getByRole('menu')).waitFor({ state: 'detached' });
}

/** The pages for guests, each opened by its address. */
const guestPages: readonly GuestPage[] = [
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
];

/** Screens of a signed-in person that one page shows one after another. */
const walks: Readonly<Record<string, readonly Screen[]>> = {
  dashboard: [
    { name: 'dashboard', arrive: dashboard },
    {
      name: 'account menu',
      arrive: async (page) => {
        await page.getByRole('button', { name: 'Account menu' }).click();
        await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
      },
    },
    {
      name: 'palette',
      arrive: async (page) => {
        await leave(page);
        await page.keyboard.press('Control+k');
        await page.getByRole('option', { name: /^Everyday/ }).waitFor();
      },
    },
    {
      name: 'add funds, coin',
      arrive: async (page) => {
        await leave(page);
        await page.getByRole('button', { name: 'Add Money' }).first().click();
        await heading('Choose a coin')(page);
      },
    },
    {
      name: 'add funds, amount',
      arrive: async (page) => {
        await page.getByRole('button', { name: /^USDT/ }).click();
        await page.getByLabel(/amount/i).fill('25');
        await page.getByText(/^1 USDT = /).waitFor();
      },
    },
    {
      name: 'add funds, payment',
      arrive: async (page) => {
        await page.getByRole('button', { name: 'Continue' }).click();
        await page.getByRole('img', { name: /^QR code/ }).waitFor();
      },
    },
    {
      name: 'create card',
      arrive: async (page) => {
        await leave(page);
        await page.getByRole('button', { name: 'Create Card', exact: true }).click();
        await page.getByRole('button', { name: 'What the card can do' }).click();
        await page.getByLabel('Nickname').fill('Second');
      },
    },
  ],
  card: [
    {
      name: 'card',
      arrive: async (page) => {
        await dashboard(page);
        await page.getByRole('link', { name: /^Everyday ending in/ }).click();
        await page.getByText('CORNER COFFEE').first().waitFor();
      },
    },
    {
      name: 'freeze',
      arrive: async (page) => {
        await page.getByRole('button', { name: 'Freeze', exact: true }).click();
        await page.getByRole('button', { name: 'Freeze card' }).waitFor();
      },
    },
    {
      name: 'load money',
      arrive: async (page) => {
        await leave(page);
        await page.getByRole('button', { name: 'Load Money' }).click();
        await page.getByLabel('Amount to load').fill('10');
        await page.getByText(/^\$10\.00 for /).waitFor();
      },
    },
  ],
};

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

it.concurrent.each(guestPages)(
  '$name: axe finds nothing, and nothing is wider than the page, in each variant',
  async ({ name, path, refusal, arrive }) => {
    await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
      if (refusal) expectRefusal(...refusal);
      await page.goto(`${site}${path}`);
      await arrive(page);
      await expectFineInEveryVariant(page, name);
    });
  },
);

it.concurrent.each(Object.entries(walks))(
  'the screens of the %s: axe finds nothing, and nothing is wider than the page, in each variant',
  async (_, screens) => {
    await asVisitor(browser, { storageState: session }, async ({ page }) => {
      await page.goto(`${site}/dashboard`);
      for (const { name, arrive } of screens) {
        await arrive(page);
        await expectFineInEveryVariant(page, name);
      }
    });
  },
);
