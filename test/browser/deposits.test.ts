import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import type { ApiClient } from '#infra/local/seed/api-client.ts';
import { openAccount, until } from '#infra/local/seed/open-account.ts';
import { asVisitor, openBrowser, phone } from '#test/support/browser.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';
import { passTime, callDoor } from '#test/support/money-stack.ts';
import { cookiesFor } from '#test/support/visitor-cookies.ts';

const services = inject('services');

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** A payment whose confirmation takes longer than any test. */
const confirmMs = 3_600_000;

let accounts = 0;

/** A person with an empty account. */
function newcomer(): Promise<ApiClient> {
  accounts += 1;
  return openAccount(services, {
    email: `deposits.${Date.now()}.${accounts}@example.com`,
    password: 'Long-Walks-88',
    firstname: 'Iris',
    lastname: 'Lund',
  });
}

/** Time after which a deposit is polled again, in milliseconds: for some changes the provider sends no webhook. */
const unheardMs = 31_000;

/** Opens a deposit of $50 in USDT. */
async function openDeposit(client: ApiClient, network = 'TRON'): Promise<string> {
  const { transaction } = await client.done<{ transaction: { _id: string } }>('POST', '/transactions', {
    currency: 'USDT',
    network,
    amountInUsd: 5_000,
  });
  return transaction._id;
}

/** Has an event happen to the deposit's invoice at the payment provider. */
async function happen(depositId: string, action: string, options: unknown = {}): Promise<void> {
  await callDoor(`${services.payments}/sandbox/invoices/${depositId}/${action}`, options);
  await passTime(services, unheardMs);
}

/** Waits until the API reports this status of the deposit. */
async function untilStatus(client: ApiClient, depositId: string, wanted: string): Promise<void> {
  const isSo = async () => {
    const { status } = await client.done<{ status: string }>('GET', `/transactions/${depositId}`);
    return status === wanted || undefined;
  };
  await until(`the status ${wanted}`, isSo);
}

/** Shows the dashboard to the account's owner. */
async function asOwner(client: ApiClient, query: string, visit: (page: Page) => Promise<void>): Promise<void> {
  await asVisitor(browser, {}, async ({ context, page }) => {
    await context.addCookies(cookiesFor(services.site, client));
    await page.goto(`${services.site}/dashboard${query}`);
    await visit(page);
  });
}

type Action = readonly [action: string, options?: unknown];

type State = {
  readonly name: string;
  /** The actions before the dialog opens, and the status that they lead to. */
  readonly before?: { readonly actions: readonly Action[]; readonly status: string };
  /** The action while the dialog is open, which shows its effect without a reload. */
  readonly happens?: Action;
  /** The dialog's announcements. */
  readonly title: RegExp;
  /** The other texts that the dialog has to show. */
  readonly shows: readonly (string | RegExp)[];
};

const states: readonly State[] = [
  { name: 'waits', title: /^Waiting for your payment$/, shows: ['Send exactly', /^Rate held/] },
  {
    name: 'is paid in part',
    happens: ['underpay', { amountUsd: '20.00' }],
    title: / of .* USDT arrived$/,
    shows: ['Send the rest', 'Part of it arrived'],
  },
  {
    name: 'is being confirmed',
    happens: ['pay', { confirmMs }],
    title: /^We see your payment$/,
    shows: ['Payment seen, being confirmed', 'See the payment on Tron'],
  },
  { name: 'is credited', happens: ['pay'], title: /^\$50\.00 added to your balance$/, shows: ['New balance'] },
  {
    name: 'got more than asked',
    happens: ['overpay', { amountUsd: '60.00' }],
    title: /^\$60\.00 added to your balance$/,
    shows: [/^You sent more than requested\./],
  },
  {
    name: 'got less for good',
    happens: ['underpay', { amountUsd: '20.00', final: true }],
    title: /^\$20\.00 added to your balance$/,
    shows: [/^We received less than the \$50\.00/],
  },
  { name: 'ended unpaid', happens: ['expire'], title: /^This quote has expired$/, shows: [/^Nothing was taken\./] },
  {
    name: 'was paid late',
    before: { actions: [['expire']], status: 'expired' },
    happens: ['pay'],
    title: /^\$50\.00 added to your balance$/,
    shows: [/^Your payment arrived after the quote expired\./],
  },
  { name: 'failed', happens: ['fail'], title: /^This payment failed$/, shows: ['Get a new quote'] },
  { name: 'is held back', happens: ['lock'], title: /^Under review$/, shows: [/^The payment provider is reviewing/] },
  {
    name: 'is sent back',
    before: { actions: [['pay'], ['refund', { stage: 'process' }]], status: 'refund_process' },
    title: /^A refund is on its way$/,
    shows: ['Being refunded'],
  },
  {
    name: 'was sent back',
    before: { actions: [['pay'], ['refund']], status: 'refund_paid' },
    title: /^Refunded$/,
    shows: [/^This payment was sent back/],
  },
];

describe('a deposit in its dialog', () => {
  it.concurrent.each(states)('that $name is announced, shows what to do, and fits each variant', async (state) => {
    // One person per test: a second deposit of the same amount would return the first while it can still be paid.
    const client = await newcomer();
    const depositId = await openDeposit(client);
    for (const [action, options] of state.before?.actions ?? []) await happen(depositId, action, options);
    await untilStatus(client, depositId, state.before?.status ?? 'pending');
    await asOwner(client, `?deposit=${depositId}`, async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Deposit' });
      await dialog.getByRole('list', { name: 'Timeline' }).waitFor();
      if (state.happens) await happen(depositId, ...state.happens);
      await dialog.getByRole('status').getByText(state.title).waitFor();
      for (const text of state.shows) await dialog.getByText(text).first().waitFor();
      await expectFineInEveryVariant(page, `deposit that ${state.name}`, 'few');
    });
  });
});

describe('a deposit on the phone that holds the wallet', () => {
  it('opens the wallet with coin, address and exact amount, and offers a QR code with the address alone', async () => {
    const client = await newcomer();
    const depositId = await openDeposit(client, 'ETH');
    await untilStatus(client, depositId, 'pending');
    const deposit = await client.done<{ address: string; payerAmount: string }>('GET', `/transactions/${depositId}`);
    await asVisitor(browser, { viewport: phone, hasTouch: true, isMobile: true }, async ({ context, page }) => {
      await context.addCookies(cookiesFor(services.site, client));
      await page.goto(`${services.site}/dashboard?deposit=${depositId}`);
      const uri = await page.getByRole('link', { name: 'Open in wallet' }).getAttribute('href');
      const units = BigInt(Math.round(Number(deposit.payerAmount) * 1_000_000));
      expect(uri).toBe(
        `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${deposit.address}&uint256=${units}`,
      );
      await page.getByRole('img', { name: 'QR code of the Ethereum address and the amount' }).waitFor();
      await page.getByRole('button', { name: 'Code with the address only' }).click();
      await page.getByRole('img', { name: 'QR code of the Ethereum address', exact: true }).waitFor();
    });
  });
});

describe('a deposit that is credited when its owner opens it', () => {
  it('shows the new balance, although the page had read the old one', async () => {
    const { client, depositId, before } = await paidDeposit();
    await asVisitor(browser, {}, async ({ context, page }) => {
      await context.addCookies(cookiesFor(services.site, client));
      // The page's first read of the balance returns the one from before the credit. The route stays: a browser that stops
      // to intercept while the page loads may leave a request of it without an answer.
      let isFirst = true;
      await page.route('**/api/user', async (route) => {
        const isOld = isFirst;
        isFirst = false;
        await (isOld ? route.fulfill({ json: before }) : route.continue());
      });
      await page.goto(`${services.site}/dashboard?deposit=${depositId}`);
      const balance = page.getByRole('dialog', { name: 'Deposit' }).getByText('New balance');
      await balance.locator('..').getByText('$50.00', { exact: true }).waitFor();
    });
  });

  it('shows the new balance when it is opened again, although that could not be read before', async () => {
    const { client, depositId, before } = await paidDeposit();
    await asVisitor(browser, {}, async ({ context, page }) => {
      await context.addCookies(cookiesFor(services.site, client));
      const reads = await showOldBalance(page, before);
      await page.goto(`${services.site}/dashboard?deposit=${depositId}`);
      const dialog = page.getByRole('dialog', { name: 'Deposit' });
      const balance = dialog.getByText('New balance').locator('..');
      await balance.getByText('$0.00', { exact: true }).waitFor();
      await expect.poll(() => reads.count).toBeGreaterThan(1);
      reads.isOld = false;
      await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
      await dialog.waitFor({ state: 'detached' });
      await page
        .getByRole('button', { name: /^Deposit/ })
        .first()
        .click();
      await balance.getByText('$50.00', { exact: true }).waitFor();
    });
  });
});

describe('a deposit that is credited while its owner is on another page', () => {
  it.each([
    ['Dashboard', 'Available Balance', 'text="$50.00"'],
    ['Referral Program', 'Invite a friend', 'button:enabled:has-text("Copy")'],
  ])('is in the balance of the page %s', async (name, panel, shown) => {
    const client = await newcomer();
    const depositId = await openDeposit(client);
    await asVisitor(browser, {}, async ({ context, page }) => {
      await context.addCookies(cookiesFor(services.site, client));
      const reads: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/api/user') reads.push(page.url());
      });
      await page.goto(`${services.site}/profile-settings`);
      await page.getByRole('heading', { name: 'Profile Settings' }).waitFor();
      await happen(depositId, 'pay');
      await untilStatus(client, depositId, 'paid');
      // A read counts as fresh for ten seconds.
      await page.waitForFunction(() => performance.now() > 15_000);
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('region', { name: panel }).locator(shown).waitFor();
      // Without news the record of the person is kept for good.
      expect(reads).toHaveLength(2);
      await page.waitForFunction(() => performance.now() > 30_000);
      await page.getByRole('link', { name: 'Activity', exact: true }).click();
      await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('region', { name: panel }).waitFor();
      expect(reads).toHaveLength(2);
    });
  });
});

/** A deposit that was credited. `before` is what the API said of its owner before that. */
async function paidDeposit() {
  const client = await newcomer();
  const depositId = await openDeposit(client);
  const before = await client.done('GET', '/user');
  await happen(depositId, 'pay');
  await untilStatus(client, depositId, 'paid');
  return { client, depositId, before };
}

/** Answers all reads of the person with this reply while `isOld`, and counts them. */
async function showOldBalance(page: Page, reply: unknown): Promise<{ isOld: boolean; count: number }> {
  const reads = { isOld: true, count: 0 };
  await page.route('**/api/user', async (route) => {
    reads.count += 1;
    await (reads.isOld ? route.fulfill({ json: reply }) : route.continue());
  });
  return reads;
}

describe('a deposit on the dashboard', () => {
  it('announces every step, and the credit even though its row is gone', async () => {
    const client = await newcomer();
    const depositId = await openDeposit(client);
    await asOwner(client, '', async (page) => {
      const panel = page.getByRole('region', { name: 'Deposits' });
      await panel.getByText('Waiting for payment').first().waitFor();
      await happen(depositId, 'pay', { confirmMs });
      await panel.getByRole('status').getByText('Deposit in USDT: payment seen.').waitFor();
      await panel.getByText('Being confirmed').first().waitFor();
      await happen(depositId, 'pay');
      await panel.getByRole('status').getByText('Deposit in USDT: $50.00 is in your balance.').waitFor();
      await panel.getByText('Being confirmed').waitFor({ state: 'detached' });
    });
  });
});
