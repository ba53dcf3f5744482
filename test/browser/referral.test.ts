import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import type { ApiClient } from '#infra/local/seed/api-client.ts';
import { depositAndPay, mailTo, openAccount, untilCardholder } from '#infra/local/seed/open-account.ts';
import { asVisitor, openBrowser, openVisitor, phone, signIn } from '#test/support/browser.ts';
import { eventually } from '#test/support/eventually.ts';
import { copy } from '#test/support/first-flow.ts';
import { openFundedAccount } from '#test/support/money-stack.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';
import { cookiesFor } from '#test/support/visitor-cookies.ts';

const services = inject('services');
const { site } = services;
const password = 'Long-Walks-88';
/** Returns an email address that no other run has used. */
const address = (name: string): string => `${name}.${started}@example.com`;
const started = Date.now();

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const panel = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });

/** Opens the link of the verification mail and goes on to the dashboard, by the login page. */
async function verifyAndEnter(page: Page, email: string): Promise<void> {
  const link = /https?:\S+\/email\/verify\/[\w-]+/.exec(await mailTo(services, email))?.[0];
  await page.goto(link ?? '');
  await page.getByRole('link', { name: 'Continue to Dashboard' }).click();
  await page.waitForURL(`${site}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${site}/dashboard`);
}

/** A friend who signed up with the link, deposits $25 and creates a first card. */
async function befriend(referredBy: string, name: string): Promise<void> {
  const friend = await openAccount(services, {
    email: address(name),
    password,
    firstname: name,
    lastname: 'Lund',
    referredBy,
  });
  await Promise.all([depositAndPay(services, friend, 2500), untilCardholder(friend)]);
  await friend.done('POST', '/cards/create', { name: 'Everyday', pin: 1357 });
}

const userOf = (client: ApiClient) => client.done<{ _id: string; balance: number }>('GET', '/user');

it.concurrent('a link is inactive below $50; then a friend signs up with it, and the referrer earns and is paid', async () => {
  const referrer = await openAccount(services, {
    email: address('rhea'),
    password,
    firstname: 'Rhea',
    lastname: 'Lind',
  });
  const { _id } = await userOf(referrer);
  await asVisitor(browser, {}, async ({ page }) => {
    await signIn(page, site, { email: address('rhea'), password });
    await page.getByRole('link', { name: 'Referral Program' }).click();
    await page.getByRole('heading', { name: 'Referral Program', level: 1 }).waitFor();
    await page.getByText('Referral Link Not Active').waitFor();
    await page.getByText('No rewards yet').waitFor();
    await page.getByText('$25.00 more needed').waitFor();
    expect(await page.getByRole('button', { name: 'Copy referral link' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Withdraw' }).isDisabled()).toBe(true);
    await expectFineInEveryVariant(page, 'referral, not active', 'few');
    await page.getByRole('button', { name: 'Learn more' }).click();
    await page.getByRole('tab', { name: 'How it works', selected: true }).waitFor();

    await depositAndPay(services, referrer, 6000);
    await page.reload();
    expect(await copy(page, 'referral link')).toBe(`${site}/signup?ref=${_id}`);

    await asVisitor(browser, {}, async ({ page: friend }) => {
      await friend.goto(`${site}/signup?ref=${_id}`);
      // The page does not know whether the code is one: it promises nothing without a condition.
      await friend.getByText('If your invite is valid, $5 is yours').waitFor();
      await friend.getByLabel('First name').fill('Joan');
      await friend.getByLabel('Last name').fill('Lund');
      await friend.getByLabel('Email').fill(address('joan'));
      await friend.getByLabel('Password', { exact: true }).fill(password);
      await friend.getByLabel('Confirm password').fill(password);
      await friend.getByRole('button', { name: 'Create account' }).click();
      await friend.getByText('Check your email (also your spambox)').waitFor();
      await verifyAndEnter(friend, address('joan'));
      const notice = friend.getByRole('dialog', { name: 'Referral Applied!' });
      await notice.getByText('$5 Credit Pending').waitFor();
      await notice.getByText('Create your first card to unlock your $5 referral bonus!').waitFor();
      await expectFineInEveryVariant(friend, 'referral applied');
      await notice.getByRole('button', { name: 'Later' }).click();
      await friend.reload();
      await friend.getByRole('heading', { name: /, Joan$/ }).waitFor();
      await friend.getByText('No transactions', { exact: false }).first().waitFor();
      expect(await friend.getByRole('dialog').count()).toBe(0);
    });

    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'jo…@example.com' });
    await row.getByText('Pending').waitFor();
    await row.getByText('It counts once their credited deposits reach $20.00.').waitFor();

    for (const name of ['adam', 'bert', 'cyra', 'dina', 'emil']) await befriend(_id, name);
    await eventually(async () => {
      await page.reload();
      await page.getByText('Ready for payout!').waitFor({ timeout: 20_000 });
    }, 200_000);
    await expectFineInEveryVariant(page, 'referral, ready');
    const before = await userOf(referrer);
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/referrals/withdraw')) keys.push(request.headers()['idempotency-key']);
    });
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('Nothing was sent').waitFor();
    await page.context().setOffline(false);
    const mayRead = Promise.withResolvers<void>();
    await page.route('**/api/referrals/stats', async (route) => {
      await mayRead.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('status').filter({ hasText: 'added to your balance' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Withdraw' }).isDisabled()).toBe(true);
    mayRead.resolve();
    await panel(page, 'Available to Withdraw').getByText('requested').waitFor();
    expect(await page.getByRole('button', { name: 'Withdraw' }).isDisabled()).toBe(true);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    await eventually(async () => {
      await fetch(`${services.control}/jobs/pay-referrals`, { method: 'POST' });
      expect((await userOf(referrer)).balance).toBe(before.balance + 2500);
    });
    await page.reload();
    await panel(page, 'Total Earnings').getByText('$25.00').waitFor();

    await page.getByRole('tab', { name: 'Rewards' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'How it works' }).getByText('Share your link').waitFor();
  });
});

it.concurrent('a balance below the price of a card is enough with a bonus, and else says what is missing', async () => {
  const referrer = await openFundedAccount(services, 6_000, 'rory');
  const { _id: referredBy } = await userOf(referrer);
  const order = { firstname: 'Sven', lastname: 'Lund', password };
  const friend = await openAccount(services, { ...order, email: address('sven'), referredBy });
  await Promise.all([depositAndPay(services, friend, 1_600), untilCardholder(friend)]);
  const stranger = await openFundedAccount(services, 1_600, 'sixteen');
  const pay = (page: Page) => page.getByRole('button', { name: 'Create Card & Pay $20' });
  const fill = async (page: Page, client: ApiClient): Promise<void> => {
    await page.context().addCookies(cookiesFor(site, client));
    await page.goto(`${site}/dashboard?create-card`);
    await page.getByLabel('Nickname').fill('First');
    await page.getByLabel('3DS code').fill('4826');
  };
  await asVisitor(browser, { viewport: phone }, async ({ page }) => {
    await fill(page, stranger);
    await page.getByText('$4.00 is missing').waitFor();
    expect(await pay(page).isDisabled()).toBe(true);
    await expectFineInEveryVariant(page, 'card, too little', 'few');
    await page.getByRole('link', { name: 'Add $5.00 first' }).waitFor();
  });
  await asVisitor(browser, { viewport: phone }, async ({ page }) => {
    await fill(page, friend);
    await page.getByText('added to your balance first').waitFor();
    await page.getByText('+$5.00').waitFor();
    await expectFineInEveryVariant(page, 'card, with a bonus', 'few');
    await pay(page).click();
    await page.getByText('Your referral reward was added to your balance.').waitFor();
    await page.reload();
    await page.getByRole('link', { name: /^First ending in/ }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

it.concurrent('a referral that does not count is shown with the possible reasons', async () => {
  const email = address('max');
  const person = { email, password, firstname: 'Max', lastname: 'Lund', confirmPassword: password };
  const registered = await fetch(`${site}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, referredBy: 'usr_nobody' }),
  });
  expect(registered.status).toBe(201);
  await asVisitor(browser, {}, async ({ page }) => {
    await verifyAndEnter(page, email);
    const notice = page.getByRole('dialog', { name: 'Referral Not Applied' });
    for (const reason of ['Referrer account not eligible', 'Invalid or expired code', 'Code already used'])
      await notice.getByText(reason).waitFor();
    await expectFineInEveryVariant(page, 'referral not applied', 'few');
    await notice.getByRole('button', { name: 'Continue' }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

it('lists every reward of a referrer with more of them than one answer has', async () => {
  const { context, page } = await openVisitor(browser);
  const rewards = Array.from({ length: 1_015 }, (_, place) => ({
    _id: `rwd_${String(place).padStart(26, '0')}`,
    createdAt: new Date().toISOString(),
    refferedUseremail: `n${1_015 - place}…@example.com`,
    event: 'signup',
    referrerUserReward: 100,
    stage: 'matured',
    reason: 'Their credited deposits reached $20.00.',
  }));
  await page.route(/\/api\/referrals\?/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const from = Number(query.get('cursor') ?? 0);
    const end = from + Number(query.get('limit'));
    const link = end < rewards.length ? { link: `</api/referrals?limit=1000&cursor=${end}>; rel="next"` } : undefined;
    const json = { firstCardCreationReward: { earned: false, amount: 0 }, referrals: rewards.slice(from, end) };
    await route.fulfill({ json, headers: { ...link } });
  });
  await signIn(page, site, services.demo?.user ?? { email: '', password: '' }, '/referral-program');
  const oldest = page.getByText('n1…@example.com', { exact: true });
  await eventually(async () => {
    const last = page.getByRole('button', { name: 'Last page' });
    if (await last.isEnabled()) await last.click();
    expect(await oldest.isVisible()).toBe(true);
  });
  await context.close();
});
