import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';

import type { ApiClient } from '#infra/local/seed/api-client.ts';
import { openBrowser, openVisitor, type Visitor } from '#test/support/browser.ts';
import { walkSteps } from '#test/support/walk-steps.ts';
import { eventually } from '#test/support/eventually.ts';
import {
  callDoor,
  openCard,
  openFundedAccount,
  readIssuedCard,
  untilSettled,
  type HeldCard,
} from '#test/support/money-stack.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';
import { cookiesFor } from '#test/support/visitor-cookies.ts';

/* A card that is watched and loads itself, and a load for which money has to be added first. */

const services = inject('services');

let browser: Browser;
let visitor: Visitor;
let page: Page;
let client: ApiClient;
let cardId: string;
let address: string;

beforeAll(async () => {
  client = await openFundedAccount(services, 12_000, 'auto-load');
  cardId = await openCard(client, 'Travel');
  await client.done('PATCH', `/cards/${cardId}/load`, { amount: 1_000 });
  await untilSettled(services, client);
  address = `${services.site}/cards/${cardId}`;
  browser = await openBrowser();
  visitor = await openVisitor(browser);
  await visitor.context.addCookies(cookiesFor(services.site, client));
  ({ page } = visitor);
  await page.goto(address);
});
afterAll(async () => {
  await browser?.close();
});

const step = walkSteps('auto-load', () => visitor);

const dialog = () => page.getByRole('dialog');
const inDialog = (name: string | RegExp) => dialog().getByRole('button', { name });
const toast = (text: string | RegExp) => page.getByLabel('Messages').getByText(text).first();
const term = (name: string) =>
  dialog().locator('dt').filter({ hasText: name }).locator('xpath=following-sibling::dd').innerText();
const card = async (): Promise<HeldCard & { lowBalance: number | null; autoLoad: object | null }> =>
  client.done('GET', `/cards/${cardId}/public`);

async function manage(): Promise<void> {
  await page.goto(`${address}?manage`);
  await dialog().waitFor();
}

describe('Manage', () => {
  step('sets an alert for a low balance', async () => {
    await manage();
    await inDialog(/^Low-balance alert Off/).click();
    await dialog().getByLabel('Alert below').fill('10');
    await dialog().getByText('The card has $15.00 on it now.').waitFor();
    await expectFineInEveryVariant(page, 'low-balance', 'few');
    await inDialog('Save alert').click();
    await toast('Alert set below $10.00.').waitFor();
    expect(await card()).toMatchObject({ lowBalance: 1_000 });
  });

  step('shows the fee of an auto-load before it is switched on', async () => {
    await manage();
    await inDialog(/^Low-balance alert Below \$10\.00/).waitFor();
    await inDialog(/^Auto-load Off/).click();
    await dialog().getByLabel('When below').fill('10');
    await dialog().getByLabel('Load', { exact: true }).fill('20');
    await dialog().getByLabel('At most per month').fill('19');
    await dialog().getByText('That’s less than one load.').waitFor();
    await dialog().getByLabel('At most per month').fill('45');
    expect(await term('Fee per load')).toBe('$1.60');
    expect(await term('Each load takes')).toBe('$21.60');
    expect(await term('At most per month')).toBe('$43.20');
    await expectFineInEveryVariant(page, 'auto-load', 'few');
    await page.keyboard.press('Escape');
    await inDialog('Keep editing').click();
    await inDialog('Switch on').click();
    await toast('Auto-load is on.').waitFor();
    expect(await card()).toMatchObject({ autoLoad: { below: 1_000, amount: 2_000, monthlyMax: 4_500, until: null } });
  });

  step('loads the card after a purchase, and notifies of both', async () => {
    const issued = await readIssuedCard(services, (await card()).last4Digits);
    await callDoor(`${services.issuer}/sandbox/purchases`, {
      cardNumber: issued.cardNumber,
      cvv: issued.cvv,
      expiry: issued.expiry,
      amount: 700,
      merchant: 'Blue Bottle',
    });
    await eventually(async () => expect(await card()).toMatchObject({ balance: 800, held: 2_000 }));
    // The issuer allows one load per card in five minutes.
    await untilSettled(services, client);
    expect(await card()).toMatchObject({ balance: 2_800, held: 0 });
    await eventually(async () => {
      const listed = await client.done<readonly { kind: string; title: string }[]>('GET', '/notifications');
      expect(listed.map(({ kind, title }) => [kind, title])).toEqual(
        expect.arrayContaining([
          ['low_balance', '$8.00 left on Travel'],
          ['auto_load', '$20.00 loaded automatically'],
        ]),
      );
    });
    await page.goto(address);
    await page.getByText('Auto-loaded from balance').waitFor();
  });

  step('switches the auto-load and the alert off again', async () => {
    await manage();
    await expectFineInEveryVariant(page, 'manage-orders', 'few');
    await inDialog(/^Auto-load \$20\.00 when below \$10\.00/).click();
    await dialog().getByText('$20.00 loaded this month (UTC).').waitFor();
    await inDialog('Switch off').click();
    await toast('Auto-load is off.').waitFor();
    await manage();
    await inDialog(/^Low-balance alert/).click();
    await inDialog('Turn off').click();
    await toast('The alert is off.').waitFor();
    expect(await card()).toMatchObject({ lowBalance: null, autoLoad: null });
  });
});

describe('a load that the balance does not cover', () => {
  step('fills in the largest amount that can be loaded', async () => {
    await page.goto(`${address}?load`);
    await inDialog(/^Load max/).click();
    const { balance } = await client.done<{ balance: number }>('GET', '/user');
    expect(await term('You pay')).toBe(`$${(balance / 100).toFixed(2)}`);
    await dialog()
      .getByText(/: it has room for \$4,972\.00\./)
      .waitFor();
    await expectFineInEveryVariant(page, 'load-max', 'few');
  });

  step('leads to a deposit of the missing amount, and back to the load', async () => {
    await dialog().getByLabel('Amount to load').fill('150');
    await dialog()
      .getByRole('link', { name: /^Add \$\d+\.\d\d first$/ })
      .click();
    await page.waitForURL(/\/dashboard\?add-money&sum=\d+&aim=crd_\w+\.15000$/);
    await dialog().getByRole('button', { name: /USDC/ }).first().waitFor();
    await page.goBack();
    await page.waitForURL(`${address}?load`);
    expect(await dialog().getByLabel('Amount to load').inputValue()).toBe('150');
    await page.goForward();
    await page.waitForURL(/\/dashboard\?add-money&sum=/);
    const sum = new URL(page.url()).searchParams.get('sum');
    await dialog().getByRole('button', { name: /USDC/ }).first().click();
    expect(await dialog().getByLabel('USD amount').inputValue()).toBe((Number(sum) / 100).toFixed(2));
    await expectFineInEveryVariant(page, 'add-first', 'few');
    await inDialog('Continue').click();
    await page.waitForURL(/\/dashboard\?deposit=dep_\w+&add-money/);
    const depositId = new URL(page.url()).searchParams.get('deposit');
    const { tid } = await client.done<{ tid: string }>('GET', `/transactions/${depositId}`);
    await callDoor(`${services.payments}/sandbox/invoices/${tid}/pay`);
    await dialog().getByRole('link', { name: 'Load Travel with $150.00' }).click();
    await page.waitForURL(`${address}?load=15000`);
    expect(await dialog().getByLabel('Amount to load').inputValue()).toBe('150.00');
  });
});

describe('recurring payments', () => {
  const dayMs = 24 * 60 * 60_000;

  step('are shown with the missing amount on the card, the dashboard and before a freeze', async () => {
    expect(await client.done('GET', '/subscriptions')).toEqual([]);
    const { balance } = await card();
    // Recurring payments are found after three months, which this test does not wait for: the reply is a stub.
    const netflix = {
      merchant: 'Netflix',
      cardId,
      expectedCents: balance + 339,
      nextAt: new Date(Date.now() + 2.5 * dayMs).toISOString(),
      cadenceDays: 30,
      shortByCents: 339,
      mutedUntil: null,
    };
    await page.route('**/api/subscriptions', (route) => route.fulfill({ json: [netflix] }));
    await page.goto(address);
    const panel = page.getByRole('region', { name: 'Subscriptions' });
    await panel.getByText(/^in \d days · \$\d+\.\d\d on the card$/).waitFor();
    await panel.scrollIntoViewIfNeeded();
    await expectFineInEveryVariant(page, 'subscriptions-card', 'few');
    await panel.getByRole('button', { name: 'Load $3.39' }).click();
    await page.waitForURL(`${address}?load=339`);
    await page.goto(`${address}?freeze`);
    await dialog()
      .getByText(/Next to be declined: Netflix \$\d+\.\d\d in \d days\./)
      .waitFor();
    await expectFineInEveryVariant(page, 'subscriptions-freeze', 'few');
    await page.goto(`${address}?delete`);
    await dialog()
      .getByText(/Next to be declined: Netflix/)
      .waitFor();
    await page.goto(`${services.site}/dashboard`);
    await page.getByRole('link', { name: /on Travel: load \$3\.39$/ }).waitFor();
    await page.getByRole('link', { name: /on Travel: load \$3\.39$/ }).scrollIntoViewIfNeeded();
    await expectFineInEveryVariant(page, 'subscriptions-dashboard', 'few');
    await page.unroute('**/api/subscriptions');
    const hulu = { ...netflix, merchant: 'Hulu', expectedCents: 500, shortByCents: 0 };
    await page.route('**/api/subscriptions', (route) => route.fulfill({ json: [netflix, hulu] }));
    await page.goto(address);
    await panel.getByText(/^2 payments in 30 days · \$\d+\.\d\d on the card$/).waitFor();
    await panel.getByRole('button', { name: 'Load $8.39' }).click();
    await page.waitForURL(`${address}?load=839`);
    await page.unroute('**/api/subscriptions');
  });
});
