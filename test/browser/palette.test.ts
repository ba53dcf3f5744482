import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import type { Id } from '#shared/ids.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import { asVisitor, openBrowser } from '#test/support/browser.ts';
import { eventually } from '#test/support/eventually.ts';
import { callDoor, openCard, openFundedAccount, readIssuedCard, type HeldCard } from '#test/support/money-stack.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';
import { cookiesFor } from '#test/support/visitor-cookies.ts';

const services = inject('services');
const { site, issuer } = services;
const admin = new ApiClient(site);
let browser: Browser;
let person: ApiClient;
let cardId: Id<'card'>;
let cardNumber: string;

beforeAll(async () => {
  person = await openFundedAccount(services, 12_000, 'paletteperson');
  cardId = await openCard(person, 'Travel');
  const { last4Digits } = await person.done<HeldCard>('GET', `/cards/${cardId}/public`);
  const issued = await readIssuedCard(services, last4Digits);
  ({ cardNumber } = issued);
  const { cvv, expiry } = issued;
  await callDoor(`${issuer}/sandbox/purchases`, { cardNumber, cvv, expiry, amount: 250, merchant: 'Corner Coffee' });
  await eventually(async () => {
    const lines = await person.done<ReplyOf<'activity.list'>>('GET', '/activity');
    expect(lines.map(({ merchant }) => merchant)).toContain('Corner Coffee');
  });
  await admin.done('POST', '/auth/login', services.demo?.admin);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** Opens the palette, types, checks that the entry is selected, and presses Enter on it. */
async function choose(page: Page, text: string, entry: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Page, action, card or search' }).fill(text);
  await page.getByRole('option', { name: entry, selected: true }).waitFor();
  await page.keyboard.press('Enter');
}

it('copies a number, freezes, unfreezes, loads and finds payments, by the keyboard alone', async () => {
  await asVisitor(browser, {}, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await context.addCookies(cookiesFor(site, person));
    await page.goto(`${site}/activity`);
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
    await choose(page, 'copy travel', 'Copy number of Travel');
    await page.getByText('Number of “Travel” copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(cardNumber.replaceAll(/\D/g, ''));
    expect(await page.content()).not.toContain(cardNumber);

    await choose(page, 'freeze tra', 'Freeze Travel');
    await page.waitForURL(`${site}/cards/${cardId}?freeze`);
    await page.getByRole('button', { name: 'Freeze card' }).click();
    await page.getByRole('button', { name: 'Unfreeze', exact: true }).waitFor();
    await eventually(async () => {
      expect((await person.done<{ status: string }>('GET', `/cards/${cardId}/public`)).status).toBe('freezed');
    });
    await choose(page, 'unfreeze', 'Unfreeze Travel');
    await page.getByText('“Travel” is unfrozen.').waitFor();
    await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor();

    await choose(page, 'load', 'Load Travel');
    await page.getByRole('dialog', { name: /^Load / }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Page, action, card or search' });
    await field.fill('coffee');
    await page.getByRole('option', { name: /^Payments at Corner Coffee/, selected: true }).waitFor();
    await expectFineInEveryVariant(page, 'palette that acts');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/activity\?search=Corner%20Coffee$/i);
    await page.getByRole('button', { name: /^Corner Coffee/ }).waitFor();
  });
});

it('takes an admin to a person, to the users of an address and to the transactions of a card', async () => {
  const me = await person.done<ReplyOf<'user.read'>>('GET', '/user');
  await asVisitor(browser, {}, async ({ page, context }) => {
    await context.addCookies(cookiesFor(site, admin));
    await page.goto(`${site}/dashboard`);
    await page.getByRole('button', { name: 'Go to…' }).waitFor();
    await choose(page, me._id, `User ${me._id}`);
    await page.waitForURL(`${site}/users/${me._id}`);
    await page.getByText(me.email).first().waitFor();
    await choose(page, me.email, `Users “${me.email}”`);
    await page.waitForURL(/\/users\?search=/);
    await page
      .getByRole('link', { name: new RegExp(me.firstname) })
      .first()
      .waitFor();
    await choose(page, cardNumber.slice(-4), `Transactions of cards ending in ${cardNumber.slice(-4)}`);
    await page.waitForURL(/\/transactions\?search=\d{4}$/);
    await page.getByText(me.email).first().waitFor();
  });
});
