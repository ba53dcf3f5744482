import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import { until } from '#infra/local/seed/open-account.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import { asVisitor, desktop, openBrowser, phone, type Visitor } from '#test/support/browser.ts';
import {
  callDoor,
  openCard,
  openFundedAccount,
  passTime,
  readIssuedCard,
  runJob,
  type Account,
  type HeldCard,
} from '#test/support/money-stack.ts';
import { intercept } from '#test/support/intercept.ts';
import { loseAnswers } from '#test/support/lose-answers.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';
import { cookiesFor } from '#test/support/visitor-cookies.ts';

type Opened = ReplyOf<'transactions.create'>;

const isOnPhone = (y: number): boolean => y > 0 && y < phone.height;
const services = inject('services');
const { site } = services;
const admin = new ApiClient(site);
let person: ApiClient;
let email: string;

let browser: Browser;
beforeAll(async () => {
  person = await openFundedAccount(services, 10_000, 'deskperson');
  ({ email } = await person.done<{ email: string }>('GET', '/user'));
  await admin.done('POST', '/auth/login', services.demo?.admin);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

async function asAdmin(visit: (visitor: Visitor) => Promise<void>): Promise<void> {
  await asVisitor(browser, {}, async (visitor) => {
    await visitor.context.addCookies(cookiesFor(site, admin));
    await visit(visitor);
  });
}

/** Opens a deposit of $10, lets the provider report something of it, and waits until it is on the desk. */
async function waitingDeposit(action: string, options: object = {}): Promise<string> {
  const body = { network: 'TRON', currency: 'USDT', amountInUsd: 1_000 };
  const { transaction } = await person.done<Opened>('POST', '/transactions', body);
  await callDoor(`${services.payments}/sandbox/invoices/${transaction._id}/${action}`, options);
  // For some changes the provider sends no webhook, and it is asked at most every half a minute.
  await passTime(services, 31_000);
  return until('the desk', async () => {
    await person.done('GET', `/transactions/${transaction._id}`);
    const waiting = await admin.done<ReplyOf<'admin.deposits'>>('GET', '/admin/deposits');
    return waiting.find(({ _id }) => _id === transaction._id)?._id;
  });
}

/** Makes a purchase of $2.50 that the issuer does not report, and a reconciliation that finds the difference. */
async function openBreak(): Promise<string> {
  const { issuer } = services;
  const cardId = await openCard(person, 'Books');
  const { last4Digits } = await person.done<HeldCard>('GET', `/cards/${cardId}/public`);
  const { cardNumber, cvv, expiry } = await readIssuedCard(services, last4Digits);
  await callDoor(`${issuer}/sandbox/faults`, { path: 'sandbox/purchases', mode: 'no_webhook', times: 1 });
  await callDoor(`${issuer}/sandbox/purchases`, { cardNumber, cvv, expiry, amount: 250, merchant: 'Corner Books' });
  await runJob(services, 'reconcile');
  return cardId;
}

/** Shows the open break as a colleague's for a while: the button says from whom it would be taken. */
async function namesAColleague(page: Page, dialog: Locator): Promise<void> {
  const taken = { takenBy: 'usr_01JABCDEFGHJKMNPQRSTVWXYZ0', takenByEmail: 'ann@example.com' };
  await page.route('**/api/admin/breaks', async (route) => {
    const response = await route.fetch();
    const breaks = (await response.json()) as object[];
    await route.fulfill({ response, json: breaks.map((each) => ({ ...each, ...taken })) });
  });
  await page.reload();
  await dialog.getByRole('button', { name: 'Take Over from ann@example.com' }).waitFor();
  await page.unroute('**/api/admin/breaks');
  await page.reload();
}

/** Closes the break as if a colleague had done so before: it has left the list, and its dialog says why it was refused. */
async function isClosedBefore({ page, expectRefusal }: Visitor, dialog: Locator): Promise<void> {
  const before = { code: 'NotFound', message: 'This break is closed already.' };
  const emptyNoMore = await intercept(page, '**/api/admin/breaks', (route) => route.fulfill({ json: [] }));
  const refuseNoMore = await intercept(page, '**/api/admin/breaks/*/close', (route) =>
    route.fulfill({ status: 404, json: before }),
  );
  expectRefusal(404, `/api/admin/breaks/${new URL(page.url()).searchParams.get('open')}/close`);
  const read = page.waitForResponse('**/api/admin/breaks');
  await dialog.getByRole('button', { name: 'Close the Break' }).click();
  await read;
  await page.getByText('Nothing waits here').waitFor({ state: 'attached' });
  await dialog.getByRole('alert').getByText(before.message).waitFor();
  emptyNoMore();
  refuseNoMore();
}

/** Leaves a file in the page that is older than the payment: reopening the dialog shows it until the next has come. */
async function closeOlderFile(page: Page, dialog: Locator): Promise<void> {
  const path = /\/api\/admin\/deposits\/\w+$/;
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const file = (await response.json()) as ReplyOf<'admin.deposit'>;
    await route.fulfill({ response, json: { ...file, decision: { ...file.decision, creditMax: 1_234 } } });
  });
  await page.reload();
  await dialog.getByLabel('Decision').waitFor();
  await page.unroute(path);
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await dialog.waitFor({ state: 'detached' });
}

describe('the desk', () => {
  it('shows a break of reconciliation with its evidence, gives it an owner, and closes it for a reason', async () => {
    const cardId = await openBreak();
    await asAdmin(async (visitor) => {
      const { page } = visitor;
      await page.goto(`${site}/admin/desk?list=breaks`);
      const row = page.getByRole('table', { name: 'Breaks' }).getByRole('row').filter({ hasText: email });
      await row.getByText('The balance at the issuer differs').waitFor();
      await expectFineInEveryVariant(page, 'desk breaks');
      await row.getByRole('button', { name: /^Review/ }).click();
      const dialog = page.getByRole('dialog', { name: 'The balance at the issuer differs' });
      await dialog.getByText('$2.50 too much').waitFor();
      // By this word the runbook and `bin/reconcile.ts --apply` name it.
      await dialog.getByText('CARD_BALANCE', { exact: true }).waitFor();
      await namesAColleague(page, dialog);
      await dialog.getByText('Nobody yet').waitFor();
      await dialog.getByRole('button', { name: 'Take It' }).click();
      await page.getByText('You are the owner of this break.').waitFor();
      await dialog.getByText('Nobody yet').waitFor({ state: 'detached' });
      await dialog.getByRole('button', { name: /^Take/ }).waitFor({ state: 'detached' });
      await dialog.getByLabel('Decision').selectOption('Close');
      await dialog.getByLabel('Reason').fill('The card is read again.');
      await expectFineInEveryVariant(page, 'desk break');
      await isClosedBefore(visitor, dialog);
      await dialog.getByRole('button', { name: 'Close the Break' }).click();
      await page.getByText('The break is closed.').waitFor();
      await row.waitFor({ state: 'detached' });
      await page.goto(`${site}/audit?kind=break-closed`);
      await page.getByRole('row').filter({ hasText: 'The card is read again.' }).filter({ hasText: email }).waitFor();
    });
    // Reading the card as its owner posts the purchase, so that later test files find the books in order.
    await until('the purchase', async () => {
      await person.done('GET', `/cards/${cardId}/transactions`);
      const { balance } = await person.done<HeldCard>('GET', `/cards/${cardId}/public`);
      return balance === 250 || undefined;
    });
  });

  it('shows an adjustment from the user’s page, which its own proposer can only withdraw', async () => {
    const { _id } = await person.done<{ _id: string }>('GET', '/user');
    await asAdmin(async ({ page, expectBroken }) => {
      await page.goto(`${site}/users/${_id}`);
      await page.getByLabel('Amount of the adjustment').fill('1000.01');
      await page.getByText('At most $1,000.00.').first().waitFor();
      await page.getByLabel('Amount of the adjustment').fill('12.50');
      await page.getByLabel('Reason of the adjustment').fill('Charged twice by our mistake.');
      await expectFineInEveryVariant(page, 'user adjustment');
      expectBroken();
      // The answer is lost: the page asks for the outcome, and does not propose the adjustment twice.
      const loseNoMore = await loseAnswers(page, /\/api\/admin\/adjustments$/);
      await page.getByRole('button', { name: 'Propose Adjustment' }).click();
      await page.getByText('Checking whether it was proposed…').waitFor();
      loseNoMore();
      await page.getByText('Proposed. Another admin has to approve it on the desk.').waitFor();
      // A second click proposes nothing twice.
      expect(await page.getByLabel('Amount of the adjustment').inputValue()).toBe('');
      await page.goto(`${site}/admin/desk?list=adjustments`);
      const row = page.getByRole('table', { name: 'Adjustments' }).getByRole('row').filter({ hasText: email });
      await row.getByText('Charged twice by our mistake.').waitFor();
      expect(await row.count()).toBe(1);
      await row.getByRole('button', { name: /^Review/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Add $12.50' });
      await dialog.getByText('You proposed this.').waitFor();
      expect(await dialog.getByLabel('Decision').locator('option').allInnerTexts()).toEqual(['Choose…', 'Withdraw']);
      await dialog.getByLabel('Decision').selectOption('Withdraw');
      await dialog.getByLabel('Reason').fill('A slip.');
      await expectFineInEveryVariant(page, 'desk adjustment');
      const waiting = page.getByText(/^Adjustments: \d+ waiting/);
      const count = Number(/\d+/.exec(await waiting.innerText())?.[0]);
      await dialog.getByRole('button', { name: 'Withdraw' }).click();
      await page.getByText('The adjustment is withdrawn.').waitFor();
      await row.waitFor({ state: 'detached' });
      await page.getByText(count === 1 ? 'Adjustments: none waiting' : `Adjustments: ${count - 1} waiting`).waitFor();
      const decided = page.getByRole('table', { name: 'Decided' }).getByRole('row').filter({ hasText: email });
      await decided.getByText('Rejected').waitFor();
    });
    expect(await person.done<Account>('GET', '/user')).toMatchObject({ held: 0 });
  });

  it('lists dead letters by their ids alone, and redrives them', async () => {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const queue = new SQSClient({ endpoint: services.sqs, region: 'us-east-1', credentials });
    const QueueUrl = `${services.sqs}/000000000000/payment-events-dlq`;
    // As long as a provider's event id, which is wider than a phone's screen.
    const eventId = `payments-of-yesterday-${'0123456789abcdef'.repeat(4)}`;
    const MessageBody = JSON.stringify({ version: 1, eventId });
    await queue.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    await asAdmin(async ({ page }) => {
      await page.goto(`${site}/admin/desk?list=deadLetters`);
      const letters = page.getByRole('region', { name: 'Payment Events: 1' });
      await letters.getByRole('term').getByText(eventId).waitFor();
      const link = letters.getByRole('link', { name: `Open webhook ${eventId}` });
      expect(await link.getAttribute('href')).toBe(`/admin/desk?view=webhooks&open=${eventId}`);
      await expectFineInEveryVariant(page, 'desk dead letters');
      await page.getByRole('button', { name: 'Give Back Payment Events' }).click();
      await page.getByText('1 given back.').waitFor();
      await page.getByText('Nothing waits here').waitFor();
      await page.goto(`${site}/audit?kind=redrive`);
      await page.getByRole('row').filter({ hasText: 'The platform' }).waitFor();
    });
  });

  it('shows the provider’s record of an overpaid deposit, and credits the surplus once', async () => {
    await waitingDeposit('overpay', { amountUsd: '60.00' });
    const before = await person.done<Account>('GET', '/user');
    await asAdmin(async ({ page }) => {
      await page.goto(`${site}/admin/desk`);
      await page.getByRole('heading', { name: 'Desk' }).waitFor();
      const row = page.getByRole('table', { name: 'Deposits' }).getByRole('row').filter({ hasText: email });
      await row.getByText('More than twice the invoice was paid').waitFor();
      await expectFineInEveryVariant(page, 'desk');
      await row.getByRole('button', { name: /^Review/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Deposit' });
      await closeOlderFile(page, dialog);
      await row.getByRole('button', { name: /^Review/ }).click();
      // The evidence comes first, also on a phone.
      await page.setViewportSize(phone);
      expect(await dialog.getByText('Waits because').boundingBox()).toMatchObject({ y: expect.toSatisfy(isOnPhone) });
      await page.setViewportSize(desktop);
      await dialog
        .getByRole('region', { name: 'Payment provider, now' })
        .getByText('10.00 USD', { exact: true })
        .waitFor();
      await dialog.getByLabel('Decision').selectOption('Credit');
      // The amount follows the file that has come meanwhile.
      await expect.poll(() => dialog.getByLabel('Credited in all').inputValue()).toMatch(/^60\.\d\d$/);
      await dialog.getByText(/\$5\d\.\d\d more than the user can spend of it now\./).waitFor();
      await expectFineInEveryVariant(page, 'desk deposit decision');
      await dialog.getByLabel('Credited in all').fill('61');
      await dialog.getByText(/^The provider’s record says \$60\.\d\d was received\.$/).waitFor();
      expect(await dialog.getByRole('button', { name: 'Decide' }).isDisabled()).toBe(true);
      await dialog.getByLabel('Credited in all').fill('60');
      await dialog.getByLabel('Reason').fill('The provider confirmed the transfer.');
      await dialog.getByRole('button', { name: 'Decide' }).click();
      await page.getByText('The deposit is decided.').waitFor();
      await dialog.waitFor({ state: 'detached' });
      await row.waitFor({ state: 'detached' });
    });
    expect((await person.done<Account>('GET', '/user')).balance).toBe(before.balance + 5_000);
  });

  it('allows no decision on a deposit that the provider has locked, and says why', async () => {
    const depositId = await waitingDeposit('lock');
    await asAdmin(async ({ page }) => {
      await page.goto(`${site}/admin/desk?list=deposits&open=${depositId}`);
      const dialog = page.getByRole('dialog', { name: 'Deposit' });
      await dialog.getByText('The provider says “Under review” now. Nothing can be decided against that.').waitFor();
      expect(await dialog.getByRole('button', { name: 'Decide' }).count()).toBe(0);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await page.waitForURL(`${site}/admin/desk?list=deposits`);
      await page.getByRole('tab', { name: /^Operations/ }).click();
      await page.getByText('Nothing waits here').waitFor();
    });
  });
});

describe('a role among the staff that may only read', () => {
  /** Makes the site believe that the admin is of the role support. */
  async function asSupport(visit: (visitor: Visitor) => Promise<void>): Promise<void> {
    await asAdmin(async (visitor) => {
      await visitor.page.route('**/api/user', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...((await response.json()) as object), staffRole: 'support' } });
      });
      await visit(visitor);
    });
  }

  it('reads why the float is not shown, without a retry that would be refused again', async () => {
    await asSupport(async ({ page, expectRefusal }) => {
      expectRefusal(403, '/api/admin/float');
      const json = { code: 'Forbidden', message: 'Your account may not do this.', requestId: 'r' };
      await page.route('**/api/admin/float', (route) => route.fulfill({ status: 403, json }));
      await page.goto(`${site}/admin/float`);
      await page.getByText('Your account may not do this.').waitFor();
      expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    });
  });

  it('opens a decided adjustment, which the others propose to reverse', async () => {
    const person = { userId: 'usr_01JABCDEFGHJKMNPQRSTVWXYZ0', email: 'ann@example.com', name: 'Ann Lund' };
    const decided = {
      ...person,
      _id: 'adj_01JABCDEFGHJKMNPQRSTVWXYZ0',
      direction: 'credit',
      amount: 500,
      reason: 'Charged twice.',
      link: null,
      reverses: null,
      reversedBy: null,
      state: 'approved',
      proposedBy: person.userId,
      proposedByEmail: null,
      createdAt: '2026-11-20T10:00:00.000Z',
      expiresAt: '2026-11-23T10:00:00.000Z',
      decidedBy: person.userId,
      decidedByEmail: null,
      decidedAt: '2026-11-20T11:00:00.000Z',
    };
    for (const [as, label] of [
      [asSupport, 'Open'],
      [asAdmin, 'Propose Reversal'],
    ] as const)
      await as(async ({ page }) => {
        await page.route('**/api/admin/adjustments*', (route) =>
          route.fulfill({ json: route.request().url().includes('waiting') ? [] : [decided] }),
        );
        await page.goto(`${site}/admin/desk?list=adjustments`);
        const row = page.getByRole('table', { name: 'Decided' }).getByRole('row').filter({ hasText: 'Charged twice.' });
        expect(await row.getByRole('button').innerText()).toMatch(new RegExp(`^${label}`));
      });
  });
});

describe('the float', () => {
  it('is shown with its room, runway and the last week’s days, and says when loads are refused', async () => {
    await runJob(services, 'read-float');
    await asAdmin(async ({ page }) => {
      await page.goto(`${site}/admin/desk`);
      await page.getByRole('link', { name: 'Float' }).click();
      await page.waitForURL(`${site}/admin/float`);
      const figures = page.getByRole('list', { name: 'Float' });
      await figures
        .getByText(/^\$[\d,]+\.\d\d$/)
        .first()
        .waitFor();
      await page.getByRole('img', { name: /^Float by the hour/ }).waitFor();
      const days = page.getByRole('table', { name: 'Float of the last 7 days' });
      expect(await days.getByRole('row').count()).toBeGreaterThanOrEqual(2);
      expect(await page.getByText('Loads and new cards are refused').count()).toBe(0);
      await expectFineInEveryVariant(page, 'float');
    });
  });
});
