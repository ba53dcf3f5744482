import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Browser, Locator, Page, Route } from 'playwright-core';

import {
  asVisitor,
  openBrowser,
  openVisitor,
  phone,
  refuseProblems,
  signInByCall,
  type Visitor,
} from '#test/support/browser.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';

const services = inject('services');
const { site } = services;
const demo = services.demo?.user ?? { email: '', password: '' };
const reference = 'JKJaXmPLvHcESHA';

let browser: Browser;
let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await openVisitor(browser);
  ({ page } = visitor);
  await signInByCall(page, site, demo);
});
afterAll(async () => {
  await browser?.close();
});

/** Has a call fail with an unexpected error (500 with a reference). */
async function breakCall(path: string, method = 'GET'): Promise<void> {
  await page.route(
    (url) => url.pathname === `/api${path}`,
    (route) =>
      route.request().method() === method
        ? route.fulfill({
            status: 500,
            json: { code: 'Internal', message: 'An error occurred. Please try again.', requestId: reference },
          })
        : route.fallback(),
  );
}

describe('an answer that the page does not know', () => {
  /** Has the first line be without a text, as of a later version, for the next `times` reads. Lists all reads. */
  async function speakNewer(of: Page, times: number): Promise<readonly string[]> {
    const reads: string[] = [];
    const isList = (url: URL): boolean => url.pathname === '/api/transactions';
    const answer = async (route: Route): Promise<void> => {
      reads.push(route.request().url());
      if (reads.length > times) return route.continue();
      const response = await route.fetch();
      const [first, ...lines] = (await response.json()) as object[];
      await route.fulfill({ response, json: [{ ...first, description: null }, ...lines] });
    };
    await of.route(isList, answer);
    return reads;
  }

  it('loads the app again, which is the newest then', async () => {
    const own = await openVisitor(browser);
    await own.context.addCookies(await page.context().cookies());
    const reads = await speakNewer(own.page, 1);
    await own.page.goto(`${site}/dashboard`);
    await expect.poll(() => reads.length).toBe(2);
    await own.page.getByRole('row').nth(2).waitFor();
    await own.context.close();
  });

  it('is a failure that says so, with a way on, when that does not help', async () => {
    const own = await openVisitor(browser);
    await own.context.addCookies(await page.context().cookies());
    const reads = await speakNewer(own.page, 2);
    await own.page.goto(`${site}/dashboard`);
    // The page was loaded again by itself.
    await expect.poll(() => reads.length).toBe(2);
    await own.page.getByRole('alert').getByRole('heading', { name: 'Something went wrong on this page' }).waitFor();
    const again = own.page.getByRole('link', { name: 'Reload' });
    await expectFineInEveryVariant(own.page, 'a page that failed');
    await again.click();
    await own.page.getByRole('link', { name: /^Everyday ending in/ }).waitFor();
    await own.context.close();
  });
});

describe('an unexpected failure', () => {
  it('shows a reference that one click copies', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await breakCall('/referrals');
    await page.goto(`${site}/referral-program`);
    const copy = page.getByRole('button', { name: `Copy reference ${reference}` });
    await copy.waitFor();
    await expectFineInEveryVariant(page, 'error with reference', 'few');
    await copy.click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('shows the reference in a toast too, which stays, and moves away from the open account menu', async () => {
    await page.goto(`${site}/profile-settings`);
    await page.route(
      (url) => url.pathname.startsWith('/api/user'),
      (route) =>
        route.request().method() === 'GET'
          ? route.fallback()
          : route.fulfill({
              status: 500,
              json: { code: 'Internal', message: 'An error occurred. Please try again.', requestId: reference },
            }),
    );
    const codes = page.getByRole('switch', { name: /two-factor/ });
    await codes.click();
    const toasts = page.getByLabel('Messages');
    await toasts.getByRole('button', { name: `Copy reference ${reference}` }).waitFor();
    // A refused change is not shown as done.
    await expect.poll(() => codes.isChecked()).toBe(false);
    for (const size of [phone, { width: 1280, height: 900 }]) {
      await page.setViewportSize(size);
      await page.getByRole('button', { name: 'Account menu' }).click();
      const menu = await page.locator('.menu-box').boundingBox();
      const toast = await toasts.boundingBox();
      expect(menu && toast && menu.y + menu.height <= toast.y).toBe(true);
      await page.keyboard.press('Escape');
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

describe('the reference of an unexpected failure', () => {
  const internal = {
    status: 500,
    json: { code: 'Internal', message: 'An error occurred. Please try again.', requestId: reference },
  };
  const copy = (shown: Page | Locator) => shown.getByRole('button', { name: `Copy reference ${reference}` }).first();
  const release = () => page.unrouteAll({ behavior: 'ignoreErrors' });

  it('is shown in My Cards and on the page of a card that could not be read', async () => {
    await page.goto(`${site}/dashboard`);
    const card = await page.getByRole('link', { name: /^Everyday ending in/ }).getAttribute('href');
    await breakCall('/cards');
    await page.reload();
    const panel = page.getByRole('region', { name: 'My Cards' });
    await copy(panel).waitFor();
    await page.route(/\/api\/cards\/\w+\/public$/, (route) => route.fulfill(internal));
    await page.goto(`${site}${card}`);
    await page.getByText('Failed to load. Please try again.').first().waitFor();
    await copy(page).waitFor();
    await release();
  });

  it('is shown where a card could not be revealed, and where the password is asked for', async () => {
    await page.goto(`${site}/dashboard`);
    // The second page of its history cannot be read: the rows of the first one are not shown as the second.
    await page.route(/\/transactions\?page_no=1$/, async (route) => {
      const reply = await route.fetch();
      const history = await reply.json();
      await route.fulfill({ response: reply, json: { ...history, meta: { ...history.meta, pages: 2 } } });
    });
    await page.route(/\/transactions\?page_no=2$/, (route) => route.fulfill(internal));
    await page.getByRole('link', { name: /^Everyday ending in/ }).click();
    const history = page.getByRole('region', { name: 'Transaction history' });
    const rows = history.getByRole('list', { name: 'Transactions' });
    await history.getByRole('button', { name: 'Page 2' }).click();
    await copy(history).waitFor();
    expect(await rows.count()).toBe(0);
    await history.getByRole('button', { name: 'Page 1' }).click();
    await rows.waitFor();
    await page.route(/\/api\/cards\/\w+\/private$/, (route) => route.fulfill(internal));
    await page.getByRole('button', { name: 'Show CVV' }).click();
    await copy(page.getByLabel('Messages')).waitFor();
    await page.getByRole('button', { name: 'Dismiss notification' }).click();
    await page.route(/\/api\/cards\/\w+\/private$/, (route) =>
      route.fulfill({
        status: 403,
        json: { code: 'ProofRequired', message: 'Confirm.', methods: ['password'], requestId: reference },
      }),
    );
    await page.route('**/api/auth/prove', (route) => route.fulfill(internal));
    await page.getByRole('button', { name: 'Show CVV' }).click();
    const proof = page.getByRole('dialog');
    await proof.getByLabel('Password', { exact: true }).fill('Some-Walks-88');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await copy(proof).waitFor();
    await expectFineInEveryVariant(page, 'proof with reference', 'few');
    await proof.getByRole('button', { name: 'Cancel' }).click();
    // A proof that was canceled is answered late: the dialog that asks by then is another one, and stays.
    const late = Promise.withResolvers<void>();
    await page.route('**/api/auth/prove', async (route) => {
      await late.promise;
      await route.fulfill({ status: 204 });
    });
    await page.getByRole('button', { name: 'Show CVV' }).click();
    await proof.getByLabel('Password', { exact: true }).fill('Some-Walks-88');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Show CVV' }).click();
    await proof.getByLabel('Password', { exact: true }).fill('Other-Walks-88');
    const answered = page.waitForResponse('**/api/auth/prove');
    late.resolve();
    await answered;
    await page.waitForTimeout(300);
    expect(await proof.getByLabel('Password', { exact: true }).inputValue()).toBe('Other-Walks-88');
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await release();
  });

  it('is shown at the second step of a sign-in', async () => {
    const guest = await openVisitor(browser);
    await guest.page.route('**/api/auth/login', (route) =>
      route.fulfill({ json: { isTwoFactorRequired: true, userId: 'usr_01JD000000000000000000000' } }),
    );
    await guest.page.route('**/api/auth/2fa/verify', (route) => route.fulfill(internal));
    await guest.page.goto(`${site}/login`);
    await guest.page.getByLabel('Email').fill(demo.email);
    await guest.page.getByLabel('Password', { exact: true }).fill(demo.password);
    await guest.page.getByRole('button', { name: 'Sign in' }).click();
    await guest.page.getByLabel('Verification code').fill('123456');
    await copy(guest.page).waitFor();
    await expectFineInEveryVariant(guest.page, 'second step with reference', 'few');
    await guest.context.close();
  });

  it('is shown on the page of a user that an admin could not read, and not for a user who is not there', async () => {
    const admin = await openVisitor(browser);
    await signInByCall(admin.page, site, services.demo?.admin ?? demo);
    await admin.page.goto(`${site}/users?search=zzz`);
    await admin.page.getByText('No email or name starts with “zzz”.').waitFor();
    // A search that fails does not show the result of the search before it.
    const fails = (url: URL) => url.pathname === '/api/user/all';
    await admin.page.route(fails, (route) => route.fulfill(internal));
    await admin.page.getByLabel('Search users').fill('ada');
    await copy(admin.page).waitFor();
    expect(await admin.page.getByText('No email or name starts with').count()).toBe(0);
    await admin.page.unroute(fails);
    await admin.page.getByLabel('Search users').fill('zzz');
    await admin.page.getByText('No email or name starts with “zzz”.').waitFor();
    await admin.page.goto(`${site}/users/usr_01JD0000000000000000000000`);
    await admin.page.getByText('User not found.').waitFor();
    expect(await copy(admin.page).count()).toBe(0);
    await admin.page.route('**/api/admin/stats/user/*', (route) => route.fulfill(internal));
    await admin.page.goto(`${site}/users/usr_01JD000000000000000000000`);
    await copy(admin.page).waitFor();
    await admin.context.close();
  });
});

it('a wait for the card profile goes on after a read that failed', async () => {
  await asVisitor(browser, {}, async (waiting) => {
    await signInByCall(waiting.page, site, demo);
    let isReady = false;
    let failures = 0;
    await waiting.page.route(/\/api\/user$/, async (route) => {
      if (isReady) {
        failures += 1;
        return failures === 1 ? route.fulfill({ status: 502, body: 'bad gateway' }) : route.fallback();
      }
      const response = await route.fetch();
      const user = (await response.json()) as object;
      return route.fulfill({ response, json: { ...user, cardholderId: null } });
    });
    waiting.expectRefusal(502, '/api/user');
    await waiting.page.goto(`${site}/dashboard`);
    const wait = waiting.page.getByText('Your card profile is being prepared').first();
    await wait.waitFor();
    isReady = true;
    await wait.waitFor({ state: 'detached' });
    expect(failures).toBeGreaterThan(1);
  });
});

it('a wrong field of the settings is reported at the field, and nowhere else', async () => {
  await page.goto(`${site}/profile-settings`);
  await page.route(
    (url) => url.pathname.startsWith('/api/user'),
    (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({
            status: 401,
            json: { code: 'InvalidCredentials', message: 'That is not your password.', requestId: reference },
          }),
  );
  await page.getByLabel('Current password').fill('Wrong-Password-1');
  await page.getByLabel('New password').fill('Other-Walks-88');
  await page.getByLabel('Confirm password').fill('Other-Walks-88');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await page.getByText('That is not your password.').waitFor();
  expect(await page.getByLabel('Messages').getByRole('paragraph').count()).toBe(0);
  expect(await page.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

it('a change of the settings whose answer is lost says so', async () => {
  const storageState = await visitor.context.storageState();
  await asVisitor(browser, { storageState }, async ({ page: own, expectBroken }) => {
    expectBroken();
    await own.goto(`${site}/profile-settings`);
    await own.route(/\/api\/user\/(?:update|notifications)/, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.abort('connectionreset'),
    );
    const words = own.getByText('We could not reach Satchel. Check your connection and try again.');
    await own.getByLabel('No email for purchases below').fill('5');
    await own.getByRole('button', { name: 'Save', exact: true }).click();
    await words.waitFor();
    await own.getByLabel('Current password').fill('Some-Walks-88');
    await own.getByLabel('New password').fill('Other-Walks-88');
    await own.getByLabel('Confirm password').fill('Other-Walks-88');
    await own.getByRole('button', { name: 'Update Password' }).click();
    const toast = own.getByLabel('Messages').filter({ has: words });
    await toast.waitFor();
    await own.getByRole('button', { name: 'Dismiss notification' }).click();
    await toast.waitFor({ state: 'detached' });
    await own.getByRole('button', { name: 'Change Email' }).click();
    await own.getByLabel('New email').fill('ada.new@example.com');
    await own.getByRole('button', { name: 'Send OTP' }).click();
    await toast.waitFor();
    await own.getByRole('button', { name: 'Cancel' }).click();
  });
});

/** Half a minute of a page's own time. */
const halfAMinuteMs = 30_000;

it('a change of the email address has a button that sends a new code', async () => {
  const storageState = await visitor.context.storageState();
  await asVisitor(browser, { storageState }, async ({ page: own }) => {
    await own.clock.install();
    await own.goto(`${site}/profile-settings`);
    const asked: unknown[] = [];
    await own.route(
      (url) => url.pathname === '/api/user/update/email/init',
      (route) => {
        asked.push(route.request().postDataJSON());
        return route.fulfill({ json: { message: 'We sent a code.' } });
      },
    );
    await own.getByRole('button', { name: 'Change Email' }).click();
    await own.getByLabel('New email').fill('ada.new@example.com');
    await own.getByRole('button', { name: 'Send OTP' }).click();
    const again = own.getByRole('button', { name: /^New code in|^Send a new code/ });
    await again.waitFor();
    expect(await again.isDisabled()).toBe(true);
    await expectFineInEveryVariant(own, 'email change code', 'few');
    await own.clock.runFor(halfAMinuteMs);
    await expect.poll(() => again.isEnabled()).toBe(true);
    await again.click();
    await expect.poll(() => asked.length).toBe(2);
    expect(asked).toEqual([{ newEmail: 'ada.new@example.com' }, { newEmail: 'ada.new@example.com' }]);
    await own.getByRole('button', { name: 'Use another address' }).click();
    await own.getByRole('button', { name: 'Cancel' }).click();
  });
});

describe('a withdrawal that has to wait', () => {
  it.each([
    ['right', 0],
    ['two hours fast', 7_200_000],
    ['two hours slow', -7_200_000],
  ])('counts down before a request is made, by a device clock that is %s', async (name, wrongByMs) => {
    const own = await openVisitor(browser);
    await own.context.addCookies(await page.context().cookies());
    await own.page.addInitScript((ms) => {
      const real = Date.now;
      Date.now = () => real() + ms;
    }, wrongByMs);
    await own.page.route(
      (url) => /^\/api\/cards\/crd_\w+\/public$/.test(url.pathname),
      async (route) => {
        const response = await route.fetch();
        const now = Date.parse(response.headers()['date'] ?? '');
        const withdrawableAt = new Date(now + 235_000).toISOString();
        await route.fulfill({ response, json: { ...((await response.json()) as object), withdrawableAt } });
      },
    );
    await own.page.goto(`${site}/dashboard`);
    await own.page.getByRole('link', { name: /^Everyday ending in/ }).click();
    await own.page.getByRole('button', { name: 'Withdraw Funds' }).click();
    const dialog = own.page.getByRole('dialog');
    await dialog.getByText(/You can withdraw again in 3:\d\d/).waitFor();
    await dialog.getByLabel('Amount to withdraw').fill('5');
    expect(await dialog.getByRole('button', { name: 'Withdraw $5.00' }).isDisabled()).toBe(true);
    if (wrongByMs === 0) await expectFineInEveryVariant(own.page, `withdraw cooldown ${name}`, 'few');
    await own.context.close();
  });
});

it('a card that is unfrozen for ten minutes counts them before the answer too, on a device whose clock is fast', async () => {
  const own = await openVisitor(browser);
  await own.context.addCookies(await page.context().cookies());
  await own.page.addInitScript(() => {
    const real = Date.now;
    Date.now = () => real() + 7_200_000;
  });
  const answered = Promise.withResolvers<void>();
  await own.page.route('**/api/cards/*/unfreeze', async (route) => {
    const response = await route.fetch();
    await answered.promise;
    await route.fulfill({ response });
  });
  await own.page.goto(`${site}/dashboard`);
  await own.page.getByRole('link', { name: /^Everyday ending in/ }).click();
  await own.page.getByRole('button', { name: 'Freeze', exact: true }).click();
  await own.page.getByRole('dialog').getByRole('button', { name: 'Freeze card' }).click();
  await own.page.getByRole('button', { name: 'Unfreeze for 10 Minutes' }).click();
  await own.page.getByText(/^Freezes by itself in (?:10:00|9:\d\d)\.$/).waitFor();
  answered.resolve();
  await own.page.unrouteAll({ behavior: 'wait' });
  const kept = own.page.waitForResponse((response) => response.url().endsWith('/unfreeze'));
  await own.page.getByRole('button', { name: 'Keep Unfrozen' }).click();
  expect((await kept).ok()).toBe(true);
  await own.context.close();
});

it('a mail that did not come can be sent again after signing up', async () => {
  const other = await openVisitor(browser);
  const asked: unknown[] = [];
  await other.page.route('**/api/auth/register', (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({ status: 201, json: { message: 'Check your email.' } });
  });
  await other.page.clock.install();
  await other.page.goto(`${site}/signup`);
  for (const [label, text] of [
    ['First name', 'Kim'],
    ['Last name', 'Lee'],
    ['Email', 'kim.lee@example.com'],
    ['Password', 'Long-Walks-88'],
    ['Confirm password', 'Long-Walks-88'],
  ] as const)
    await other.page.getByLabel(label, { exact: true }).fill(text);
  await other.page.getByRole('button', { name: 'Create account' }).click();
  const again = other.page.getByRole('button', { name: /^New link in|^Send a new link/ });
  await again.waitFor();
  await expectFineInEveryVariant(other.page, 'check your email', 'few');
  await other.page.clock.runFor(halfAMinuteMs);
  await expect.poll(() => again.isEnabled()).toBe(true);
  await again.click();
  await other.page.getByText('A new link is on its way.').waitFor();
  expect(asked).toHaveLength(2);
  expect(asked[1]).toEqual(asked[0]);
  refuseProblems(other);
  await other.context.close();
});

it('the month of the spending is the present one, also when it ends while the page is open', async () => {
  const storageState = await visitor.context.storageState();
  await asVisitor(browser, { storageState }, async ({ page: own }) => {
    const dayMs = 86_400_000;
    let daysLater = 0;
    await own.route('**/api/**', async (route) => {
      const response = await route.fetch();
      const date = new Date(Date.parse(response.headers()['date'] ?? '') + daysLater * dayMs).toUTCString();
      await route.fulfill({ response, headers: { ...response.headers(), date } });
    });
    await own.goto(`${site}/dashboard`);
    const heading = own.getByRole('heading', { name: /^Spent in/ });
    const before = await heading.textContent();
    daysLater = 31;
    await own.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Completed' }).click();
    await expect.poll(() => heading.textContent()).not.toBe(before);
  });
});
