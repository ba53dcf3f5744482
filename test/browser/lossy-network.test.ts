import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import type { ApiClient } from '#infra/local/seed/api-client.ts';
import { openBrowser, openVisitor, type Visitor } from '#test/support/browser.ts';
import { loseAnswers } from '#test/support/lose-answers.ts';
import {
  expectBalances,
  openCard,
  openFundedAccount,
  passTime,
  untilSettled,
  type HeldCard,
} from '#test/support/money-stack.ts';
import { cookiesFor } from '#test/support/visitor-cookies.ts';

const services = inject('services');
const fiveMinutesMs = 5 * 60_000 + 1_000;

let browser: Browser;
let visitor: Visitor;
let page: Page;
let client: ApiClient;
let cardAddress: string;

beforeAll(async () => {
  client = await openFundedAccount(services, 12_000, 'tunnel');
  const cardId = await openCard(client, 'Travel');
  await untilSettled(services, client);
  cardAddress = `${services.site}/cards/${cardId}`;
  browser = await openBrowser();
  visitor = await openVisitor(browser);
  await visitor.context.addCookies(cookiesFor(services.site, client));
  ({ page } = visitor);
});
afterAll(async () => {
  await browser?.close();
});

const dialog = () => page.getByRole('dialog');

/**
 * Presses a button offline, when nothing is sent, and then on a network that loses the answer after the effect. The
 * page must ask for the outcome and then show the success by itself. Typed text must stay, and every request must carry
 * one key. The page repeats the request for its answer (three in all), unless a read has shown the effect before.
 */
async function pressInATunnel(
  button: RegExp,
  path: RegExp,
  typed: () => Promise<string>,
  fewestRequests = 3,
): Promise<void> {
  const keys: (string | undefined)[] = [];
  const note = (request: Request): void => {
    if (request.method() !== 'GET' && path.test(request.url())) keys.push(request.headers()['idempotency-key']);
  };
  page.on('request', note);
  const before = await typed();
  expect(before).not.toBe('');
  const press = dialog().getByRole('button', { name: button });

  await visitor.context.setOffline(true);
  await press.click();
  await dialog().getByText('Nothing was sent').waitFor();
  expect(await typed()).toBe(before);
  await visitor.context.setOffline(false);

  const loseNoMore = await loseAnswers(page, path);
  const failed = page.waitForEvent('requestfailed', (request) => path.test(request.url()));
  // A double click is one request.
  await press.dblclick();
  await failed;
  await dialog()
    .getByText(/^Checking whether/)
    .waitFor();
  expect(await dialog().getByText('Nothing was sent').count()).toBe(0);
  loseNoMore();
  await dialog().getByRole('button', { name: button }).waitFor({ state: 'detached' });
  page.off('request', note);
  expect(keys.length).toBeGreaterThanOrEqual(fewestRequests);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[\w-]{16,}$/);
}

describe('when the network drops, nothing is lost and nothing is done twice', () => {
  it('opening a deposit', async () => {
    await page.goto(`${services.site}/dashboard?add-money`);
    await dialog().getByRole('button', { name: /^USDT/ }).click();
    const amount = dialog().getByLabel(/amount/i);
    await amount.fill('25');
    await pressInATunnel(/^Continue$/, /\/api\/transactions$/, () => amount.inputValue());
    await dialog().getByRole('heading', { name: 'Review and pay' }).waitFor();
    const transactions = await client.done<{ kind: string; status: string }[]>('GET', '/transactions');
    expect(transactions.filter(({ kind, status }) => kind === 'deposit' && status === 'pending')).toHaveLength(1);
  });

  it('opening a deposit while the browser still reports to be offline', async () => {
    const path = /\/api\/transactions$/;
    await page.goto(`${services.site}/dashboard?add-money`);
    await dialog().getByRole('button', { name: /^USDT/ }).click();
    await dialog()
      .getByLabel(/amount/i)
      .fill('26');
    const loseNoMore = await loseAnswers(page, path, () =>
      page.evaluate(() => void Reflect.deleteProperty(navigator, 'onLine')),
    );
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { configurable: true, value: false }));
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await dialog()
      .getByText(/^Checking whether/)
      .waitFor();
    expect(await dialog().getByText('Nothing was sent').count()).toBe(0);
    loseNoMore();
    await dialog().getByRole('heading', { name: 'Review and pay' }).waitFor();
  });

  it('creating a card', async () => {
    await page.goto(`${services.site}/dashboard`);
    await page.getByRole('button', { name: 'Create Card', exact: true }).click();
    const nickname = dialog().getByLabel('Nickname');
    await nickname.fill('Groceries');
    await dialog().getByLabel('3DS code').fill('4826');
    await pressInATunnel(/^Create Card & Pay \$20$/, /\/api\/cards\/create$/, () => nickname.inputValue());
    await untilSettled(services, client);
    expect((await client.done<HeldCard[]>('GET', '/cards')).map(({ balance }) => balance)).toEqual([500, 500]);
  });

  it('loading a card, also when the page is reloaded meanwhile, and in another tab', async () => {
    await page.goto(cardAddress);
    const other = await visitor.context.newPage();
    await other.goto(cardAddress);
    await page.getByRole('button', { name: 'Load Money' }).click();
    const amount = dialog().getByLabel('Amount to load');
    await amount.fill('10');
    await pressInATunnel(/^Load Card/, /\/api\/cards\/\w+\/load$/, () => amount.inputValue());
    await page.reload();
    await untilSettled(services, client);
    await other.bringToFront();
    for (const tab of [page, other]) {
      await tab.bringToFront();
      await tab.reload();
      await tab.getByText('$15.00', { exact: true }).first().waitFor();
    }
    await other.close();
    await expectBalances(services, client, { account: 12_000 - 4000 - 1130, cards: [500, 1500] });
  });

  it('withdrawing from a card; Back and Forward repeat nothing', async () => {
    await passTime(services, fiveMinutesMs);
    await page.goto(cardAddress);
    await page.getByRole('button', { name: 'Withdraw Funds' }).click();
    const amount = dialog().getByLabel('Amount to withdraw');
    await amount.fill('5');
    await pressInATunnel(/^Withdraw \$5\.00$/, /\/api\/cards\/\w+\/unload$/, () => amount.inputValue());
    await page.getByRole('link', { name: 'Back to dashboard' }).click();
    await page.goBack();
    await page.getByText('Card balance').waitFor();
    await page.goForward();
    await page.getByText('Available Balance').waitFor();
    await untilSettled(services, client);
    await expectBalances(services, client, { account: 12_000 - 4000 - 1130 + 500, cards: [500, 1000] });
  });

  it('deleting a card', async () => {
    const cards = await client.done<HeldCard[]>('GET', '/cards');
    const spare = cards.find(({ balance }) => balance === 500);
    await client.done('PATCH', `/cards/${spare?._id}/unload`, { amount: 400 });
    await untilSettled(services, client);
    await page.goto(`${services.site}/cards/${spare?._id}`);
    await page.getByRole('button', { name: 'Manage' }).click();
    await page.getByRole('button', { name: 'Delete Card' }).click();
    await page.getByRole('heading', { name: /^Delete / }).waitFor();
    const title = (): Promise<string> => dialog().getByRole('heading').first().innerText();
    // Back online, the page reads its card again. On a busy machine that read finds the card deleted and ends the dialog
    // before the request is repeated.
    await pressInATunnel(/^Delete Card$/, /\/api\/cards\/\w+$/, title, 2);
    await page.getByText('Available Balance').or(page.getByText('This card was deleted')).waitFor();
    await untilSettled(services, client);
    await expectBalances(services, client, { account: 12_000 - 4000 - 1130 + 500 + 500, cards: [1000] });
  });

  it('a dialog whose code cannot be fetched leaves the page, which reloads once the network is back', async () => {
    const [card] = await client.done<HeldCard[]>('GET', '/cards');
    // A fresh browser has the dialog's code in no cache.
    const fresh = await openVisitor(browser);
    await fresh.context.addCookies(cookiesFor(services.site, client));
    await fresh.page.goto(`${services.site}/cards/${card?._id}`);
    await fresh.page.getByText('Card balance').waitFor();
    await fresh.context.setOffline(true);
    await fresh.page.getByRole('button', { name: 'Load Money' }).click();
    await fresh.page.getByLabel('Messages').getByText('You’re offline. Reconnecting…').waitFor();
    expect(await fresh.page.getByText('Card balance').isVisible()).toBe(true);
    const reload = fresh.page.waitForEvent('load');
    await fresh.context.setOffline(false);
    await reload;
    // The dialog is in the address, so it is open again after the reload.
    await fresh.page.getByLabel('Amount to load').waitFor();
    await fresh.context.close();
  });

  it('the pages report no problem but the lost network', () => {
    expect(
      visitor.problems.filter((problem) => !/net::ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET)/.test(problem)),
    ).toEqual([]);
  });
});
