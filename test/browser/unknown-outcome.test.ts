import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import type { ApiClient } from '#infra/local/seed/api-client.ts';
import { asVisitor, openBrowser, takePicture, type Visitor } from '#test/support/browser.ts';
import { intercept } from '#test/support/intercept.ts';
import { loseAnswers } from '#test/support/lose-answers.ts';
import { passQuestions } from '#test/support/pass-questions.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';
import { openCard, openFundedAccount, untilSettled } from '#test/support/money-stack.ts';
import { cookiesFor } from '#test/support/visitor-cookies.ts';

const services = inject('services');
const { site } = services;
const loadPath = /\/api\/cards\/\w+\/load$/;
const questionPath = /\/api\/operations\?/;

let browser: Browser;
let client: ApiClient;
let cardId: string;
beforeAll(async () => {
  browser = await openBrowser();
  client = await openFundedAccount(services, 12_000, 'doubter');
  cardId = await openCard(client, 'Travel');
  await untilSettled(services, client);
});
afterAll(async () => {
  await browser?.close();
});

const dialog = (page: Page) => page.getByRole('dialog');
const says = (page: Page, text: string | RegExp) => dialog(page).getByText(text).waitFor();
const press = (page: Page) =>
  dialog(page)
    .getByRole('button', { name: /^Load Card/ })
    .click();

/** Number of loads of an amount, confirmed by the issuer or not. */
async function loadsOf(amount: number): Promise<number> {
  const transactions = await client.done<{ kind: string; amount: number; fee: number }[]>('GET', '/transactions');
  return transactions.filter((each) => each.kind === 'card_load' && each.amount - each.fee === amount).length;
}

/** Opens Load Money and fills in an amount; broken connections and server errors are expected in this visit. */
async function typeLoad(dollars: string, visit: (visitor: Visitor) => Promise<void>): Promise<void> {
  await asVisitor(browser, {}, async (visitor) => {
    await visitor.context.addCookies(cookiesFor(site, client));
    visitor.expectRefusal(500, `/api/cards/${cardId}/load`);
    visitor.expectBroken();
    await visitor.page.goto(`${site}/cards/${cardId}?load`);
    await dialog(visitor.page).getByLabel('Amount to load').fill(dollars);
    await visit(visitor);
  });
}

describe('a load without an answer', () => {
  it('that never reached the API is shown as never sent, and the next try goes through once', async () => {
    await typeLoad('2', async ({ page }) => {
      const loseNoMore = await intercept(page, loadPath, (route) => route.abort('connectionreset'));
      await press(page);
      await says(page, /^Checking whether/);
      await takePicture(page, 'outcome-checking-1280');
      await passQuestions(page, dialog(page).getByText('Nothing was sent'));
      expect(await dialog(page).getByLabel('Amount to load').inputValue()).toBe('2');
      expect(await loadsOf(200)).toBe(0);
      loseNoMore();
      await press(page);
      await dialog(page).waitFor({ state: 'detached' });
      expect(await loadsOf(200)).toBe(1);
    });
  });

  it('that took effect although the API returned an error is shown as done', async () => {
    await typeLoad('3', async ({ page }) => {
      let isFirst = true;
      await page.route(loadPath, async (route) => {
        if (!isFirst) return route.fallback();
        isFirst = false;
        await route.fetch();
        return route.fulfill({ status: 500, json: { code: 'Internal', message: 'Something went wrong.' } });
      });
      await press(page);
      await dialog(page).waitFor({ state: 'detached' });
      expect(await loadsOf(300)).toBe(1);
    });
  });

  it('that was lost with the whole connection is asked about once the connection is back', async () => {
    await typeLoad('5', async ({ page, context }) => {
      let isFirst = true;
      await page.route(loadPath, async (route) => {
        if (!isFirst) return route.fallback();
        isFirst = false;
        await route.fetch();
        await context.setOffline(true);
        return route.abort('internetdisconnected');
      });
      await press(page);
      await says(page, /^Checking whether/);
      await context.setOffline(false);
      await dialog(page).waitFor({ state: 'detached' });
      expect(await loadsOf(500)).toBe(1);
    });
  });

  it('is asked about after a reload and after its dialog was closed and reopened, and is not done twice', async () => {
    await typeLoad('4', async ({ page }) => {
      const keys = new Set<string | undefined>();
      page.on('request', (request) => {
        if (loadPath.test(request.url())) keys.add(request.headers()['idempotency-key']);
      });
      const loseNoMore = await loseAnswers(page, loadPath);
      const cutNoMore = await intercept(page, questionPath, (route) => route.abort('connectionreset'));
      await press(page);
      await says(page, /^Checking whether/);
      await page.reload();
      await says(page, /^Checking whether/);
      await dialog(page).getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Load Money' }).click();
      await says(page, /^Checking whether/);
      cutNoMore();
      await says(page, /^Your earlier request (went through|is under way) \(\$4\.00\)$/);
      await takePicture(page, 'outcome-earlier-1280');
      loseNoMore();
      expect(keys.size).toBe(1);
      // Loading the same amount again is another load, with a key of its own.
      await dialog(page).getByLabel('Amount to load').fill('4');
      await press(page);
      await dialog(page).waitFor({ state: 'detached' });
      expect(keys.size).toBe(2);
      expect(await loadsOf(400)).toBe(2);
    });
  });
});

describe('a change of the 3DS code without an answer', () => {
  it('is repeated until the API confirms it', async () => {
    await typeLoad('1', async ({ page }) => {
      await page.goto(`${site}/cards/${cardId}?pin`);
      await dialog(page).getByLabel('New 3DS code').fill('4826');
      const seen = Promise.withResolvers<void>();
      let tries = 0;
      // The page repeats the call at once: the repetition is held until the test has read the dialog.
      await page.route(/\/pin$/, async (route) => {
        tries += 1;
        if (tries === 1) return route.abort('connectionreset');
        await seen.promise;
        return route.continue();
      });
      await dialog(page).getByRole('button', { name: 'Reset Pin' }).click();
      await says(page, /^Checking whether the code was changed/);
      seen.resolve();
      await dialog(page).waitFor({ state: 'detached' });
      expect(tries).toBe(2);
    });
  });
});

describe('a deletion without an answer', () => {
  it('is asked about on the card’s page after a reload, which then says that the card was deleted', async () => {
    const leaver = await openFundedAccount(services, 3_000, 'remover');
    const gone = await openCard(leaver, 'Leaving');
    await untilSettled(services, leaver);
    await leaver.done('PATCH', `/cards/${gone}/unload`, { amount: 400 });
    await untilSettled(services, leaver);
    await asVisitor(browser, {}, async ({ page, context, expectBroken }) => {
      expectBroken();
      await context.addCookies(cookiesFor(site, leaver));
      await page.goto(`${site}/cards/${gone}?delete`);
      const loseNoMore = await loseAnswers(page, new RegExp(`/api/cards/${gone}$`));
      // The routes stay intercepted to the end, for the reason given at loseAnswers.
      let isCut = true;
      const cut = (route: Route) => (isCut ? route.abort('connectionreset') : route.continue());
      await page.route(questionPath, cut);
      await dialog(page).getByRole('button', { name: 'Delete Card' }).click();
      await says(page, /^Checking whether/);
      await page.route(/\/public$/, cut);
      await page.reload();
      await page.getByText(/^Checking whether the card was deleted/).waitFor();
      expect(await page.getByText(/Failed to load/).count()).toBe(0);
      await takePicture(page, 'outcome-deletion-1280');
      isCut = false;
      loseNoMore();
      await page.getByText('This card was deleted').waitFor();
      expect(await page.getByText(/Failed to load/).count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Load Money' }).count()).toBe(0);
      await expectFineInEveryVariant(page, 'deleted card', 'few');
      await page.getByRole('link', { name: 'Go to dashboard' }).click();
      await page.waitForURL(`${site}/dashboard`);
    });
  });
});
