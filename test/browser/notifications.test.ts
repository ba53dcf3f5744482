import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import type { ApiClient } from '#infra/local/seed/api-client.ts';
import { notificationKinds } from '#shared/contract/notifications.ts';
import type { Id } from '#shared/ids.ts';
import { asVisitor, openBrowser, phone, takePicture } from '#test/support/browser.ts';
import { eventually } from '#test/support/eventually.ts';
import {
  openCard,
  openFundedAccount,
  passTime,
  readIssuedCard,
  runJob,
  callDoor,
  type HeldCard,
} from '#test/support/money-stack.ts';
import { mailsTo } from '#infra/local/seed/open-account.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';
import { cookiesFor } from '#test/support/visitor-cookies.ts';

const services = inject('services');
const { site, issuer } = services;
let browser: Browser;
let client: ApiClient;
let email: string;
let cardId: Id<'card'>;

beforeAll(async () => {
  browser = await openBrowser();
  client = await openFundedAccount(services, 12_000, 'bell');
  ({ email } = await client.done<{ email: string }>('GET', '/user'));
  cardId = await openCard(client, 'Travel');
});
afterAll(async () => {
  await browser?.close();
});

const unread = async () => (await client.done<{ unread: number }>('GET', '/notifications/unread')).unread;
const card = () => client.done<HeldCard>('GET', `/cards/${cardId}/public`);
const signedIn = (walk: (page: Page) => Promise<void>) =>
  asVisitor(browser, {}, async ({ page, context }) => {
    await context.addCookies(cookiesFor(site, client));
    await walk(page);
  });

it('counts what is new on the bell, shows it by day, and marks it as read', async () => {
  await eventually(async () => expect(await unread()).toBeGreaterThanOrEqual(2));
  await signedIn(async (page) => {
    await page.goto(`${site}/dashboard`);
    const bell = page.getByRole('link', { name: /^Open notifications, \d+\+? unread$/ });
    await bell.waitFor();
    await page.setViewportSize(phone);
    await takePicture(page, 'bell-390');
    await bell.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
    await page.getByRole('link', { name: /^Your card is ready/ }).waitFor();
    await page.getByText('New:').first().waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'Open notifications', exact: true }).waitFor();
    expect(await unread()).toBe(0);
    await expectFineInEveryVariant(page, 'notifications', 'few');
    await page.reload();
    await page.getByRole('link', { name: /^Your card is ready/ }).click();
    await page.waitForURL(`${site}/cards/${cardId}`);
  });
});

it('lets a person choose the mails, and says which cannot be switched off', async () => {
  await signedIn(async (page) => {
    await page.goto(`${site}/notifications`);
    await page.getByRole('link', { name: 'Choose emails' }).click();
    const refunds = page.getByRole('switch', { name: 'Email: Refund' });
    await refunds.waitFor();
    expect(await page.getByRole('switch', { name: /^Email: / }).count()).toBe(notificationKinds.length);
    await refunds.uncheck();
    await eventually(async () =>
      expect(await client.done('GET', '/user/notifications')).toMatchObject({ refund: { mail: false } }),
    );
    const security = page.getByRole('switch', { name: 'Email: Security' });
    expect([await security.isDisabled(), await security.isChecked()]).toEqual([true, true]);
    await page.getByText('Always on: you must hear of this.').first().waitFor();
    const smallest = page.getByLabel('No email for purchases below');
    await smallest.fill('a few');
    await smallest.press('Enter');
    await page.getByText('Enter an amount in dollars.').waitFor();
    await smallest.fill('1.50');
    await smallest.press('Enter');
    await page.getByText('Saved.').waitFor();
    expect(await client.done('GET', '/user/notifications')).toMatchObject({ purchaseMinCents: 150 });
    await expectFineInEveryVariant(page, 'notification emails', 'few');
  });
});

it('keeps every switch that is set while the one before is being stored', async () => {
  const mails = async () => {
    const all = await client.done<Record<'card_ready' | 'payout', { mail: boolean }>>('GET', '/user/notifications');
    return [all.card_ready.mail, all.payout.mail];
  };
  const before = await mails();
  await signedIn(async (page) => {
    const isSecondSet = Promise.withResolvers<void>();
    await page.route('**/api/user/notifications', async (route) => {
      if (route.request().method() === 'PATCH') await isSecondSet.promise;
      await route.continue();
    });
    await page.goto(`${site}/profile-settings#emails`);
    const ready = page.getByRole('switch', { name: 'Email: Card or order ready' });
    const payout = page.getByRole('switch', { name: 'Email: Referral payout' });
    await ready.click();
    await payout.click();
    isSecondSet.resolve();
    await eventually(async () => expect(await mails()).toEqual(before.map((mail) => !mail)));
    expect([await ready.isChecked(), await payout.isChecked()]).toEqual(before.map((mail) => !mail));
  });
});

it('shows a one-time code on the card’s page until it expires, and announces it to screen readers', async () => {
  const { cardId: issuerCardId } = await readIssuedCard(services, (await card()).last4Digits);
  await signedIn(async (page) => {
    await page.goto(`${site}/cards/${cardId}`);
    await page.getByRole('button', { name: 'Show CVV' }).waitFor();
    const code = page.getByRole('region', { name: 'One-time code' });
    expect(await code.count()).toBe(0);
    const { otp } = await callDoor<{ otp: string }>(`${issuer}/sandbox/cards/${issuerCardId}/otp`, {
      merchant: 'Corner Coffee',
      amount: 1234,
    });
    await code.getByText(otp, { exact: true }).waitFor();
    await code.getByText('For $12.34 at Corner Coffee').waitFor();
    await code.getByText(/^Expires in [45]:\d\d$/).waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: otp.replaceAll(/.(?=.)/g, '$& ') })
      .waitFor({ state: 'attached' });
    await expectFineInEveryVariant(page, 'one-time code', 'few');
    await passTime(services, 301_000);
    await page.reload();
    await page.getByRole('button', { name: 'Show CVV' }).waitFor();
    await page.waitForResponse((response) => response.url().endsWith('/codes'));
    expect(await code.count()).toBe(0);
  });
});

it('freezes a card by the link in a purchase’s mail: with a click, signed out, also repeatedly', async () => {
  const { cardNumber, cvv, expiry } = await readIssuedCard(services, (await card()).last4Digits);
  await callDoor(`${issuer}/sandbox/purchases`, { cardNumber, cvv, expiry, amount: 250, merchant: 'Corner Coffee' });
  const isListed = async () =>
    (await client.done<{ kind: string }[]>('GET', '/notifications')).some(({ kind }) => kind === 'purchase');
  await eventually(async () => expect(await isListed()).toBe(true));
  await passTime(services, 61_000);
  let link = '';
  await eventually(async () => {
    await runJob(services, 'sweep-operations');
    link = /https?:[^\s"\\]+\/freeze-card#[\w.-]+/.exec(JSON.stringify(await mailsTo(services, email)))?.[0] ?? '';
    expect(link).not.toBe('');
  });
  await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
    await page.goto(link);
    await page.getByRole('heading', { name: 'Freeze this card?' }).waitFor();
    await expectFineInEveryVariant(page, 'freeze by link', 'few');
    expect(await card()).toMatchObject({ status: 'active' });
    await page.getByRole('button', { name: 'Freeze the card' }).click();
    await page.getByRole('heading', { name: 'Card frozen' }).waitFor();
    await page.getByText(/^Travel •••• \d{4}: /).waitFor();
    await takePicture(page, 'freeze-by-link-done');
    expect(await card()).toMatchObject({ status: 'freezed' });
    await page.reload();
    await page.getByRole('button', { name: 'Freeze the card' }).click();
    await page.getByRole('heading', { name: 'Card frozen' }).waitFor();
    expectRefusal(400, '/api/cards/freeze-by-link');
    await page.goto(`${site}/freeze-card#forged`);
    await page.reload();
    await page.getByRole('button', { name: 'Freeze the card' }).click();
    await page.getByRole('heading', { name: 'Invalid or expired link' }).waitFor();
    await page.getByRole('link', { name: 'Go to your dashboard' }).waitFor();
  });
});
