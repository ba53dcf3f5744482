import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { asVisitor, desktop, openBrowser, openVisitor, phone, signIn, takePicture } from '#test/support/browser.ts';

const services = inject('services');
const { site } = services;
const demo = services.demo?.user ?? { email: '', password: '' };

/** What a screen needs before it is looked at. */
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
  await page.getByText('Card created').first().waitFor();
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
  await page.getByLabel('Amount', { exact: true }).fill('25');
  await page.getByText(/^1 USDT = /).waitFor();
}

const screens: readonly Screen[] = [
  { name: 'landing', path: '/', arrive: heading(/crypto-backed/) },
  { name: 'signup', path: '/signup', arrive: heading('Create your account') },
  { name: 'login', path: '/login', arrive: heading('Welcome back') },
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
  { name: 'card', path: '/dashboard', signedIn: true, arrive: card },
  {
    name: 'load money',
    path: '/dashboard',
    signedIn: true,
    arrive: async (page) => {
      await card(page);
      await page.getByRole('button', { name: 'Load Money' }).click();
      await page.getByLabel('Amount to load').fill('10');
      await page.getByRole('button', { name: /^Load Card: \$10\.00/ }).waitFor();
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
  await signIn(page, site, demo);
  session = await context.storageState();
  await context.close();
});
afterAll(async () => {
  await browser?.close();
});

const looks = [
  { size: '1280', colorScheme: 'light', viewport: desktop },
  { size: '1280', colorScheme: 'dark', viewport: desktop },
  { size: '390', colorScheme: 'dark', viewport: phone },
  { size: '390', colorScheme: 'light', viewport: phone },
] as const;

/** What axe has to say, in a form that tells where to look. */
async function findViolations(page: Page): Promise<unknown[]> {
  const { violations } = await new AxeBuilder({ page })
    // Nothing here is in a frame; without frames to wait for it is twice as fast.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html.slice(0, 160)) }));
}

/** Colours may be on their way from one theme to the other. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) {
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    }
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map((transition) => transition.finished));
  });
}

it.concurrent.each(screens)(
  '$name: axe finds nothing, and nothing is wider than the page, in any look',
  async (screen) => {
    const storageState = screen.signedIn ? session : { cookies: [], origins: [] };
    await asVisitor(browser, { storageState }, async ({ page, expectRefusal }) => {
      if (screen.refusal) expectRefusal(...screen.refusal);
      await page.goto(`${site}${screen.path}`);
      await screen.arrive(page);
      for (const { size, colorScheme, viewport } of looks) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await untilStill(page);
        await takePicture(page, `${screen.name.replaceAll(/\W+/g, '-')}-${size}-${colorScheme}`);
        expect(await findViolations(page), `${size} pixels, ${colorScheme}`).toEqual([]);
        const wider = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        expect(wider, `pixels wider than ${size}, ${colorScheme}`).toBeLessThanOrEqual(0);
      }
    });
  },
);
