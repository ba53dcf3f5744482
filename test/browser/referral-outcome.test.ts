import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { asVisitor, openBrowser, signInByCall } from '#test/support/browser.ts';
import { passQuestions } from '#test/support/pass-questions.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';

const services = inject('services');
const { site } = services;
const payout = '**/api/referrals/withdraw';
const question = /\/api\/operations\?/;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/**
 * Opens the referral page with $25 to withdraw. Calls `act` with the page and the keys of the requests for a payout so
 * far.
 */
async function withPayoutReady(act: (page: Page, keys: (string | undefined)[]) => Promise<void>): Promise<void> {
  await asVisitor(browser, {}, async ({ page, expectBroken, expectRefusal }) => {
    expectBroken();
    expectRefusal(422, '/api/referrals/withdraw');
    await signInByCall(page, site, services.demo?.user ?? { email: '', password: '' });
    await page.route('**/api/referrals/stats', (route) =>
      route.fulfill({
        json: {
          totalEarnings: 3100,
          totalWithdrawn: 0,
          withdrawableAmount: 2500,
          remainingToNextPayout: 0,
          pendingRequest: null,
        },
      }),
    );
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/referrals/withdraw')) keys.push(request.headers()['idempotency-key']);
    });
    await page.goto(`${site}/referral-program`);
    await act(page, keys);
  });
}

const press = (page: Page) => page.getByRole('button', { name: 'Withdraw', exact: true }).click();
const checking = (page: Page) => page.getByText('Checking whether the withdrawal was requested…').waitFor();

describe('a requested payout', () => {
  it('that was refused is shown as refused, and the next try has a new key', async () => {
    await withPayoutReady(async (page, keys) => {
      await page.route(payout, (route) =>
        route.fulfill({
          status: 422,
          json: { code: 'InsufficientFunds', message: 'There is no whole $25 to withdraw.', requestId: 'req-1' },
        }),
      );
      await press(page);
      const notice = page.getByRole('alert').filter({ hasText: 'Nothing was withdrawn' });
      await notice.getByText('There is no whole $25 to withdraw.').waitFor();
      await expectFineInEveryVariant(page, 'payout refused', 'few');
      await press(page);
      await expect.poll(() => keys.length).toBe(2);
      expect(new Set(keys).size).toBe(2);
    });
  });

  it('that was never sent is shown as never sent, and the next try has the same key', async () => {
    await withPayoutReady(async (page, keys) => {
      await page.route(payout, (route) => route.abort('connectionreset'));
      await press(page);
      await checking(page);
      await expectFineInEveryVariant(page, 'payout checking', 'few');
      await passQuestions(page, page.getByText('Nothing was sent', { exact: true }));
      await page.unroute(payout);
      await page.route(payout, (route) => route.fulfill({ json: { message: 'Your payout is on its way.' } }));
      await press(page);
      await page.getByLabel('Messages').getByText('Your payout is on its way.').waitFor();
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
    });
  });

  it('that got no answer is asked about, also after a reload, and not sent again', async () => {
    await withPayoutReady(async (page, keys) => {
      await page.route(payout, (route) => route.abort('connectionreset'));
      let isCut = true;
      const asked: (string | null)[] = [];
      // The route stays: a browser that stops to intercept may leave the question of that moment without an answer.
      await page.route(question, (route) => {
        if (isCut) return route.abort('connectionreset');
        asked.push(new URL(route.request().url()).searchParams.get('key'));
        return route.fulfill({ json: { outcome: 'taken', operation: null, message: null } });
      });
      await press(page);
      await checking(page);
      await page.reload();
      await checking(page);
      const button = page.getByRole('button', { name: 'Withdraw', exact: true });
      expect(await button.getAttribute('aria-busy')).toBe('true');
      await button.click({ force: true });
      isCut = false;
      await page.getByText('Your earlier request went through').waitFor();
      await expectFineInEveryVariant(page, 'payout earlier', 'few');
      expect(keys).toHaveLength(1);
      expect(asked).toEqual(keys);
    });
  });
});
