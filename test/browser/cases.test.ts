import type { Browser } from 'playwright-core';
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

const heldCard = () => person.done<HeldCard & { status: string }>('GET', `/cards/${cardId}/public`);

beforeAll(async () => {
  person = await openFundedAccount(services, 12_000, 'caseperson');
  cardId = await openCard(person, 'Travel');
  await admin.done('POST', '/auth/login', services.demo?.admin);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** Support replies to the case and closes it, on the desk. */
async function answerAndClose(caseId: string): Promise<void> {
  await asVisitor(browser, {}, async ({ page, context, expectRefusal }) => {
    expectRefusal(409, `/api/admin/cases/${caseId}/close`);
    await context.addCookies(cookiesFor(site, admin));
    await page.goto(`${site}/admin/desk?list=cases`);
    const table = page.getByRole('table', { name: 'Cases' });
    await table.getByText('Not the cardholder’s payment · Corner Coffee').waitFor();
    await expectFineInEveryVariant(page, 'desk cases');
    await page.goto(`${site}/admin/desk?list=cases&open=${caseId}`);
    const dialog = page.getByRole('dialog', { name: 'Case: Corner Coffee' });
    await dialog.getByText('I never bought there.').waitFor();
    await dialog.getByRole('region', { name: 'Payment' }).getByText('$2.50').waitFor();
    await dialog.getByLabel('Decision').selectOption('Reply');
    await dialog.getByLabel('Reply', { exact: true }).fill('We asked the shop.');
    await expectFineInEveryVariant(page, 'desk case');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Your reply is sent.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByLabel('Show').selectOption('Answered');
    await table
      .getByRole('row')
      .filter({ hasText: 'Corner Coffee' })
      .getByRole('button', { name: /^Review/ })
      .click();
    await dialog.getByText('We asked the shop.').waitFor();
    await dialog.getByLabel('Decision').selectOption('Close the case');
    await dialog.getByLabel('Reason').fill('The shop agreed.');
    // The cardholder writes while the dialog is open: the case stays open, and the dialog shows the message.
    await person.done('POST', `/cases/${caseId}/messages`, { text: 'The shop refused.' });
    await dialog.getByRole('button', { name: 'Close the Case' }).click();
    const refusal = dialog.getByText('The cardholder has written since you opened this. Read it first.');
    await refusal.waitFor();
    await dialog.getByText('The shop refused.').waitFor();
    // The refusal is visible without scrolling inside the dialog.
    await expect
      .poll(() =>
        refusal.evaluate((words) => {
          const { left, top, width, height } = words.getBoundingClientRect();
          return words === document.elementFromPoint(left + width / 2, top + height / 2);
        }),
      )
      .toBe(true);
    await dialog.getByRole('button', { name: 'Close the Case' }).click();
    await page.getByText('The case is closed.').waitFor();
    await dialog.waitFor({ state: 'detached' });
  });
}

it('reports a payment from the page of its card', async () => {
  const { cardNumber, cvv, expiry } = await readIssuedCard(services, (await heldCard()).last4Digits);
  await callDoor(`${issuer}/sandbox/purchases`, { cardNumber, cvv, expiry, amount: 100, merchant: 'Swift Cab' });
  await asVisitor(browser, {}, async ({ page, context }) => {
    await context.addCookies(cookiesFor(site, person));
    await page.goto(`${site}/cards/${cardId}`);
    const lines = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem');
    await lines.filter({ hasText: 'First deposit' }).waitFor();
    const report = lines.getByRole('button', { name: /^Report a problem SWIFT CAB/ });
    await report.waitFor();
    // The card's first deposit is no payment, so it cannot be reported.
    expect(await lines.getByRole('button', { name: /^Report a problem/ }).count()).toBe(1);
    await expectFineInEveryVariant(page, 'card with a payment');
    await report.click();
    const dialog = page.getByRole('dialog', { name: 'Report a problem' });
    await dialog.getByLabel('Reason').selectOption('The amount is wrong');
    await dialog.getByLabel('Tell us more').fill('It was 50 cents.');
    // A part of the app that could not be fetched reloads the page only while nothing is typed.
    const answered = page.waitForResponse((reply) => reply.request().method() === 'HEAD');
    await page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError')));
    await answered;
    await page.waitForTimeout(500);
    expect(await dialog.getByLabel('Tell us more').inputValue()).toBe('It was 50 cents.');
    await dialog.getByRole('button', { name: 'Report', exact: true }).click();
    await page.getByRole('heading', { name: 'Swift Cab', level: 1 }).waitFor();
    await page.getByText('It was 50 cents.').waitFor();
  });
});

it('reports a payment that the cardholder did not make, freezes the card, and keeps the messages of the case', async () => {
  const { cardNumber, cvv, expiry } = await readIssuedCard(services, (await heldCard()).last4Digits);
  await callDoor(`${issuer}/sandbox/purchases`, { cardNumber, cvv, expiry, amount: 250, merchant: 'Corner Coffee' });
  let reference = '';
  await eventually(async () => {
    const lines = await person.done<ReplyOf<'activity.list'>>('GET', '/activity');
    const line = lines.find(({ merchant }) => merchant === 'Corner Coffee');
    expect(line).toBeDefined();
    reference = line?.reference ?? '';
  });
  await asVisitor(browser, {}, async ({ page, context, expectRefusal }) => {
    const address = `/api/cards/${cardId}/transactions/${encodeURIComponent(reference)}/report`;
    expectRefusal(400, address);
    expectRefusal(409, address);
    await context.addCookies(cookiesFor(site, person));
    await page.goto(`${site}/activity`);
    const line = page.getByRole('button', { name: /^Corner Coffee/ });
    await line.click();
    await page.getByRole('button', { name: 'Report a problem' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report a problem' });
    await dialog.getByLabel('Reason').selectOption('I didn’t make this payment');
    await dialog.getByText(/^We freeze the card first/).waitFor();
    await dialog.getByLabel('Tell us more').fill('My number is 4242 4242 4242 4242.');
    await expectFineInEveryVariant(page, 'report a payment');
    await dialog.getByRole('button', { name: 'Freeze card and report' }).click();
    await dialog.getByText(/^This has a card number in it\./).waitFor();
    // A text that is pasted is never cut without a word.
    await dialog.getByLabel('Tell us more').fill('');
    await page.keyboard.insertText('w'.repeat(1_001));
    await dialog.getByRole('button', { name: 'Freeze card and report' }).click();
    await dialog.getByText('This is longer than 1000 characters.').waitFor();
    await dialog.locator('textarea:focus').waitFor();
    expect(await dialog.getByLabel('Tell us more').inputValue()).toHaveLength(1_001);
    await dialog.getByLabel('Tell us more').fill('I never bought there.');
    await dialog.getByRole('button', { name: 'Freeze card and report' }).click();
    await page.getByRole('heading', { name: 'Corner Coffee', level: 1 }).waitFor();
    await page.getByText('I never bought there.').waitFor();
    await page.getByText('With our team').waitFor();
    await eventually(async () => expect((await heldCard()).status).toBe('freezed'));

    const caseId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await answerAndClose(caseId);
    await page.reload();
    await page.getByText('We asked the shop.').waitFor();
    await page.getByText('The shop agreed.').waitFor();
    await expectFineInEveryVariant(page, 'case');
    await page.getByLabel('Your message').fill('It is not back yet.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('With our team').waitFor();
    await page.getByText('The shop agreed.').waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'All reported payments' }).click();
    await page.getByRole('link', { name: 'Corner Coffee' }).waitFor();
    await expectFineInEveryVariant(page, 'cases');
    await page.getByRole('link', { name: 'Activity' }).last().click();
    await line.click();
    await page.getByRole('button', { name: 'Report a problem' }).click();
    await dialog.getByLabel('Reason').selectOption('Something else');
    await dialog.getByLabel('Tell us more').fill('Again.');
    await dialog.getByRole('button', { name: 'Report', exact: true }).click();
    await dialog.getByRole('link', { name: 'Open the case' }).click();
    await page.waitForURL(`${site}/cases/${caseId}`);
  });
});
