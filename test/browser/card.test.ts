import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';

import type { ApiClient } from '#infra/local/seed/api-client.ts';
import { desktop, openBrowser, openVisitor, phone, takePicture, type Visitor } from '#test/support/browser.ts';
import { walkSteps } from '#test/support/walk-steps.ts';
import { eventually } from '#test/support/eventually.ts';
import { intercept } from '#test/support/intercept.ts';
import {
  openCard,
  openFundedAccount,
  passTime,
  readIssuedCard,
  runJob,
  callDoor,
  untilSettled,
  type HeldCard,
} from '#test/support/money-stack.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';
import { cookiesFor } from '#test/support/visitor-cookies.ts';

const services = inject('services');
const fiveMinutesMs = 5 * 60_000 + 1_000;

let browser: Browser;
let visitor: Visitor;
let page: Page;
let client: ApiClient;
let cardId: string;
let groceriesId: string;
let address: string;

beforeAll(async () => {
  client = await openFundedAccount(services, 12_000, 'card');
  cardId = await openCard(client, 'Travel');
  groceriesId = await openCard(client, 'Groceries');
  await client.done('PATCH', `/cards/${cardId}/load`, { amount: 2_000 });
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

const step = walkSteps('card', () => visitor);

const dialog = () => page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const toast = (text: string | RegExp) => page.getByLabel('Messages').getByText(text).first();
const term = (name: string) =>
  dialog().locator('dt').filter({ hasText: name }).locator('xpath=following-sibling::dd').innerText();

/** Closes all toasts. A toast may disappear by itself before the click reaches it. */
async function dismissToasts(): Promise<void> {
  await page.evaluate(() => {
    for (const close of document.querySelectorAll<HTMLElement>('[aria-label="Dismiss notification"]')) close.click();
  });
}

async function cardBalance(text: string): Promise<void> {
  await page.getByText('Card balance').locator('xpath=following-sibling::*').getByText(text, { exact: true }).waitFor();
}

describe('withdrawing', () => {
  step('shows the balances after the withdrawal before the click, and ends with exactly these', async () => {
    await cardBalance('$25.00');
    await button('Withdraw Funds').click();
    await dialog().getByText('One withdrawal per 5 minutes.').waitFor();
    await dialog()
      .getByText(/At least \$1 must remain on the card for the monthly card cost/)
      .waitFor();
    expect(await dialog().getByRole('button', { name: 'Withdraw', exact: true }).isDisabled()).toBe(true);
    const { balance } = await client.done<{ balance: number }>('GET', '/user');
    await dialog().getByLabel('Amount to withdraw').fill('10');
    expect(await term('Left on the card')).toBe('$15.00');
    expect(await term('Your balance becomes')).toBe(`$${((balance + 1_000) / 100).toFixed(2)}`);
    await dialog().getByRole('button', { name: 'Withdraw $10.00' }).click();
    await dialog().waitFor({ state: 'detached' });
    await cardBalance('$15.00');
    await eventually(async () =>
      expect(await client.done<{ balance: number }>('GET', '/user')).toMatchObject({ balance: balance + 1_000 }),
    );
  });

  step('is refused within five minutes of the last one, with a countdown', async () => {
    await untilSettled(services, client);
    await button('Withdraw Funds').click();
    await dialog().getByLabel('Amount to withdraw').fill('1');
    const clock = dialog().getByText(/You can withdraw again in \d:\d\d/);
    await clock.waitFor();
    const before = await clock.innerText();
    await eventually(async () => expect(await clock.innerText()).not.toBe(before));
    expect(await dialog().getByRole('button', { name: 'Withdraw $1.00' }).isDisabled()).toBe(true);
    await expectFineInEveryVariant(page, 'withdraw');
    expect(await dialog().getByLabel('Amount to withdraw').inputValue()).toBe('1');
  });

  step('warns at the field of an amount that is too large, and the server refuses it', async () => {
    await passTime(services, fiveMinutesMs);
    // The reload reads the card again: the page does not know that the product's clock was moved.
    await page.reload();
    await dialog().getByLabel('Amount to withdraw').fill('14.50');
    const warning = dialog().getByText('At least $1.00 must stay on the card: you can withdraw up to $14.00.');
    await warning.waitFor();
    visitor.expectRefusal(422, `/api/cards/${cardId}/unload`);
    const refused = page.waitForResponse((response) => response.status() === 422);
    await dialog().getByRole('button', { name: 'Withdraw $14.50' }).click();
    await refused;
    await warning.waitFor();
    expect(await page.getByLabel('Messages').getByRole('paragraph').count()).toBe(0);
    await dialog().getByRole('button', { name: 'Close' }).click();
    await cardBalance('$15.00');
  });
});

describe('a load that takes a while', () => {
  step('is shown until it ends, also after a reload', async () => {
    // The issuer allows one load per card in five minutes: the second load waits.
    await client.done('PATCH', `/cards/${cardId}/load`, { amount: 100 });
    await button('Load Money').click();
    await dialog().getByLabel('Amount to load').fill('5');
    await dialog().getByRole('button', { name: 'Load Card', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('Loading $5.00…').waitFor();
    await page.reload();
    await page.getByText('Loading $5.00…').waitFor();
    await passTime(services, fiveMinutesMs);
    await runJob(services, 'sweep-operations');
    await page.getByText('$5.00 is on the card').waitFor();
    await cardBalance('$21.00');
  });
});

describe('the 3DS code', () => {
  step('is four new digits', async () => {
    await button('Manage').click();
    await expectFineInEveryVariant(page, 'manage card');
    await button('3DS Code').click();
    const reset = dialog().getByRole('button', { name: 'Reset Pin' });
    await dialog().getByLabel('New 3DS code').fill('123');
    expect(await reset.isDisabled()).toBe(true);
    await dialog().getByLabel('New 3DS code').fill('7305');
    await expectFineInEveryVariant(page, '3ds code');
    visitor.expectRefusal(403, `/api/cards/${cardId}/pin`);
    await reset.click();
    // The sign-in was more than ten minutes ago.
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await proof.getByLabel('Password', { exact: true }).fill('Long-Walks-88');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await proof.waitFor({ state: 'detached' });
    await dialog().waitFor({ state: 'detached' });
    await toast('3DS code updated.').waitFor();
  });
});

describe('a freeze that is refused', () => {
  step('leaves the card active, and says so beside the buttons until the next request', async () => {
    const path = `/api/cards/${cardId}/freeze`;
    visitor.expectRefusal(409, path);
    const refuseNoMore = await intercept(page, `**${path}`, (route) =>
      route.fulfill({ status: 409, json: { code: 'Conflict', message: 'Something else changed this card.' } }),
    );
    await button('Freeze').click();
    await dialog().getByRole('button', { name: 'Freeze card' }).click();
    await page.getByText('The card was not frozen', { exact: true }).waitFor();
    await button('Freeze').waitFor();
    await expectFineInEveryVariant(page, 'refused freeze', 'few');
    refuseNoMore();
    await button('Freeze').click();
    await dialog().getByRole('button', { name: 'Freeze card' }).click();
    await page.getByText('The card was not frozen', { exact: true }).waitFor({ state: 'detached' });
    await button('Unfreeze').click();
    await button('Freeze').waitFor();
  });
});

describe('a freeze without an answer', () => {
  const freezeOffline = async (isMade: boolean): Promise<void> => {
    const { context } = visitor;
    const path = `/api/cards/${cardId}/freeze`;
    const loseNoMore = await intercept(page, `**${path}`, async (route) => {
      if (isMade) await route.fetch();
      await context.setOffline(true);
      return route.abort('internetdisconnected');
    });
    await button('Freeze').click();
    await dialog().getByRole('button', { name: 'Freeze card' }).click();
    const doubt = page.getByText('It’s not certain that the card was frozen');
    await doubt.waitFor();
    await page.getByText('No answer has come yet, so we’re asking what happened. You can also try again.').waitFor();
    loseNoMore();
    await context.setOffline(false);
    // Each ends a pause between two looks at the card, which take half a minute otherwise.
    const hurrying = await page.evaluate(() =>
      window.setInterval(() => window.dispatchEvent(new Event('online')), 200),
    );
    await doubt.waitFor({ state: 'detached' });
    await page.evaluate((id) => window.clearInterval(id), hurrying);
  };

  step('that took effect shows the card frozen once the connection is back', async () => {
    await freezeOffline(true);
    await button('Unfreeze').click();
    await button('Freeze').waitFor();
  });

  step('that arrives after the first look at the card shows the card frozen', async () => {
    const path = `/api/cards/${cardId}/freeze`;
    visitor.expectBroken();
    const loseNoMore = await intercept(page, `**${path}`, async (route) => {
      const looked = page.waitForResponse(`**/api/cards/${cardId}/public`);
      await route.abort('connectionreset');
      await looked;
      await client.done('PATCH', `/cards/${cardId}/freeze`);
    });
    await button('Freeze').click();
    await dialog().getByRole('button', { name: 'Freeze card' }).click();
    await button('Unfreeze').waitFor();
    await page.getByText('It’s not certain that the card was frozen').waitFor({ state: 'detached' });
    expect(await page.getByText('The card was not frozen', { exact: true }).count()).toBe(0);
    loseNoMore();
    await button('Unfreeze').click();
    await button('Freeze').waitFor();
  });

  step('that never arrived is reported as not done once the connection is back', async () => {
    await freezeOffline(false);
    await page.getByText('The card was not frozen', { exact: true }).waitFor();
    await button('Freeze').waitFor();
  });
});

/**
 * Shows the card's page with these changes of what the API says of the card. Returns the pattern of that call, and a
 * function that shows the card as it is again.
 */
async function showCardAs(changes: object): Promise<{ readonly path: string; readonly showNoMore: () => void }> {
  const path = `**/api/cards/${cardId}/public`;
  const showNoMore = await intercept(page, path, async (route) => {
    const response = await route.fetch();
    const card = (await response.json()) as HeldCard;
    await route.fulfill({ response, json: { ...card, ...changes } });
  });
  await page.reload();
  return { path, showNoMore };
}

describe('a card whose ten minutes unfrozen are over', () => {
  step('is read again until it is frozen, also while its CVV is shown', async () => {
    const { path, showNoMore } = await showCardAs({ unfrozenUntil: new Date(0).toISOString() });
    await page.getByText('Freezing this card again.').waitFor();
    await button('Show CVV').click();
    await button('Hide CVC').waitFor();
    // The CVV hides by itself after a minute.
    await page.waitForResponse(path, { timeout: 45_000 });
    await button('Hide CVC').click();
    showNoMore();
    await page.reload();
    await button('Show CVV').waitFor();
  });
});

describe('a card that is being unfrozen', () => {
  step('is read again until the issuer has unfrozen it', async () => {
    const { showNoMore } = await showCardAs({ status: 'freezed', frozenReasons: [] });
    await button('Unfreeze').waitFor();
    showNoMore();
    await button('Freeze').waitFor();
  });
});

describe('two changes at once', () => {
  step('of which the later is refused show the card as it is', async () => {
    const freeze = `/api/cards/${cardId}/freeze`;
    const look = `/api/cards/${cardId}/look`;
    const isRefused = Promise.withResolvers<void>();
    const delayNoMore = await intercept(page, `**${freeze}`, async (route) => {
      const response = await route.fetch();
      await isRefused.promise;
      await route.fulfill({ response });
    });
    visitor.expectRefusal(409, look);
    const refuseNoMore = await intercept(page, `**${look}`, (route) =>
      route.fulfill({ status: 409, json: { code: 'Conflict', message: 'Something else changed this card.' } }),
    );
    await button('Freeze').click();
    await dialog().getByRole('button', { name: 'Freeze card' }).click();
    await button('Unfreeze').waitFor();
    await button('Manage').click();
    await dialog().getByRole('radio', { checked: false }).first().click();
    await toast('Something else changed this card.').waitFor();
    isRefused.resolve();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await button('Unfreeze').waitFor();
    delayNoMore();
    refuseNoMore();
    await dismissToasts();
    await button('Unfreeze').click();
    await button('Freeze').waitFor();
  });
});

describe('a lock from another device', () => {
  step('hides the card number on this page as soon as a call is refused because of the lock', async () => {
    await button('Show CVV').click();
    await button('Hide CVC').waitFor();
    await client.done('POST', '/user/lock');
    // The card is read late: hiding the number must not wait for that.
    const late = Promise.withResolvers<void>();
    const path = `**/api/cards/${cardId}/public`;
    const delayNoMore = await intercept(page, path, async (route) => {
      await late.promise;
      await route.continue();
    });
    await button('Load Money').click();
    await dialog().getByLabel('Amount to load').fill('10');
    visitor.expectRefusal(403, `/api/cards/${cardId}/load`);
    await dialog().getByRole('button', { name: /^Load/ }).last().click();
    await page.getByText('Your account is locked', { exact: true }).waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    // The CVV hides by itself after a minute.
    await button('Hide CVC').waitFor({ state: 'detached', timeout: 30_000 });
    late.resolve();
    delayNoMore();
    await client.done('POST', '/auth/prove', { method: 'password', password: 'Long-Walks-88' });
    await client.done('POST', '/user/unlock');
    await runJob(services, 'sweep-operations');
    await page.reload();
    await button('Freeze').waitFor();
    expect(await page.getByText('Your account is locked', { exact: true }).count()).toBe(0);
  });
});

describe('a declined purchase', () => {
  step('says why, and offers to load what is missing', async () => {
    const { last4Digits } = await client.done<HeldCard>('GET', `/cards/${cardId}/public`);
    const { cardNumber, cvv, expiry } = await readIssuedCard(services, last4Digits);
    await callDoor(`${services.issuer}/sandbox/purchases`, {
      cardNumber,
      cvv,
      expiry,
      amount: 5_000,
      merchant: 'Skyline Air',
    });
    await page.reload();
    const row = page
      .getByRole('list', { name: 'Transactions' })
      .getByRole('listitem')
      .filter({ hasText: /skyline air/i });
    await row.getByText(/Declined: not enough money on the card\..*Nothing was charged\./).waitFor();
    await row.getByText('Declined', { exact: true }).waitFor();
    await expectFineInEveryVariant(page, 'declined purchase');
    await row.getByRole('button', { name: 'Load card with $29.00' }).click();
    expect(await dialog().getByLabel('Amount to load').inputValue()).toBe('29.00');
    await dialog().getByRole('button', { name: 'Close' }).click();
  });
});

describe('a purchase without a webhook', () => {
  step('that the page finds when it opens is in the balance as well', async () => {
    const { last4Digits, balance } = await client.done<HeldCard>('GET', `/cards/${cardId}/public`);
    const { cardId: issuerCardId } = await readIssuedCard(services, last4Digits);
    // The issuer is asked about a card at most once in 30 seconds.
    await passTime(services, 31_000);
    await callDoor(`${services.issuer}/sandbox/faults`, { path: 'webhook', mode: 'no_webhook', times: 1 });
    const { reference } = await callDoor<{ readonly reference: string }>(
      `${services.issuer}/sandbox/cards/${issuerCardId}/force_post`,
      { amount: 123 },
    );
    await page.reload();
    await page.getByRole('list', { name: 'Transactions' }).getByText('−$1.23').waitFor();
    await cardBalance(`$${((balance - 123) / 100).toFixed(2)}`);
    await callDoor(`${services.issuer}/sandbox/purchases/${reference}/refund`);
    await cardBalance(`$${(balance / 100).toFixed(2)}`);
  });
});

describe('the appearance of a card', () => {
  step('is a color chosen under Manage, and kept with the account', async () => {
    // A card starts with one of eight colors, chosen by its id: it may be any of them.
    await button('Manage').click();
    const isGiven = await page.getByRole('radio', { name: 'Wine' }).isChecked();
    const chosen = page.getByRole('radio', { name: isGiven ? 'Teal' : 'Wine' });
    await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/look') && response.ok()),
      chosen.check(),
    ]);
    await page.reload();
    await chosen.waitFor();
    expect(await chosen.isChecked()).toBe(true);
  });

  const rename = async (from: string, to: string): Promise<void> => {
    await dialog()
      .getByRole('heading', { name: `Manage ${from}` })
      .waitFor();
    await page.getByLabel('Nickname').fill(to);
    await page.getByLabel('Nickname').press('Enter');
    await dialog()
      .getByRole('heading', { name: `Manage ${to}` })
      .waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' });
    await dialog().getByRole('button', { name: 'Close' }).click();
  };

  step('is a nickname that can be changed, shown wherever the card is', async () => {
    await page.getByLabel('Nickname').fill(' ');
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    visitor.expectRefusal(400, `/api/cards/${cardId}/look`);
    await page.getByLabel('Nickname').fill('4242 4242 4242 4242');
    await page.getByLabel('Nickname').press('Enter');
    await dialog()
      .getByRole('alert')
      .getByText('This has a card number in it. Remove it: we never need it, and we don’t store it.')
      .waitFor();
    expect(await page.getByLabel('Messages').getByText('card number').count()).toBe(0);
    await rename('Travel', 'Summer trip');
    await page.getByRole('heading', { name: 'Summer trip' }).waitFor();
    await expectFineInEveryVariant(page, 'renamed card');
    await page.getByRole('button', { name: 'Load Money' }).click();
    await dialog()
      .getByText(/Summer trip has/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('summer');
    await page.getByRole('option', { name: /^Summer trip/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Back to dashboard' }).click();
    await page.getByRole('link', { name: /^Summer trip ending/ }).waitFor();
    await page.getByLabel('Search transactions').fill('summer trip');
    await page.waitForURL(/search=summer/);
    await page
      .getByRole('cell', { name: /Loaded Travel/ })
      .first()
      .waitFor();
    await page.goBack();
    await button('Manage').click();
    await rename('Summer trip', 'Travel');
    await page.getByRole('heading', { name: 'Travel' }).waitFor();
  });
});

describe('on paper', () => {
  step('the card’s page is printed in black, without buttons and navigation', async () => {
    const { last4Digits } = await client.done<HeldCard>('GET', `/cards/${cardId}/public`);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.getByText('Card balance').waitFor();
    await page.getByRole('heading', { name: 'Travel' }).waitFor();
    await page.getByText(last4Digits).first().waitFor();
    await page
      .getByText(/skyline air/i)
      .first()
      .waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('main p') ?? document.body).color)).toBe(
      'rgb(0, 0, 0)',
    );
    for (const gone of ['banner', 'contentinfo', 'navigation'] as const)
      expect(await page.getByRole(gone).filter({ visible: true }).count(), gone).toBe(0);
    for (const name of ['Load Money', 'Freeze', 'Show CVV', 'Withdraw Funds', 'Manage'])
      expect(await button(name).filter({ visible: true }).count(), name).toBe(0);
    await takePicture(page, 'card-on-paper', { full: true });
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });
});

describe('leaving a card', () => {
  step(
    'for another card works by the menu on its name; one with a negative balance says that it cannot pay',
    async () => {
      const groceries = (): Promise<HeldCard> => client.done('GET', `/cards/${groceriesId}/public`);
      const { last4Digits } = await groceries();
      const issued = await readIssuedCard(services, last4Digits);
      const { reference } = await callDoor<{ readonly reference: string }>(
        `${services.issuer}/sandbox/cards/${issued.cardId}/force_post`,
        { amount: 600 },
      );
      await eventually(async () => expect(await groceries()).toMatchObject({ balance: -100, status: 'active' }));
      await page.getByRole('button', { name: 'Travel, choose another card' }).click();
      await page.getByRole('menuitemradio', { name: /^Groceries/ }).click();
      await page.getByRole('heading', { name: 'Groceries' }).waitFor();
      await eventually(async () => expect(await page.title()).toMatch(/^Groceries •• \d{4} · Satchel$/));
      await page.getByText('The balance is below zero, so the card declines every purchase.').waitFor();
      await page.getByText('Active', { exact: true }).waitFor();
      await callDoor(`${services.issuer}/sandbox/purchases/${reference}/refund`);
      await eventually(async () => expect(await groceries()).toMatchObject({ balance: 500 }));
      await page.goBack();
      await page.getByRole('heading', { name: 'Travel' }).waitFor();
    },
  );

  step('for good is refused while there is money on it', async () => {
    visitor.expectRefusal(422, `/api/cards/${cardId}`);
    await button('Manage').click();
    await button('Delete Card').click();
    await dialog().getByText('All funds must be withdrawn first.').waitFor();
    await dialog()
      .getByText(/Subscriptions .* are affected/)
      .waitFor();
    await dialog()
      .getByText(/Payment methods must be updated/)
      .waitFor();
    await expectFineInEveryVariant(page, 'delete card');
    await dialog().getByRole('button', { name: 'Delete Card' }).click();
    await dialog().getByRole('alert').waitFor();
    await toast(/\$/).waitFor();
    await dismissToasts();
    await dialog().getByRole('button', { name: 'Withdraw Funds' }).click();
    await dialog().getByRole('button', { name: 'Withdraw max · $20.00' }).click();
    await dialog().getByRole('button', { name: 'Withdraw $20.00' }).click();
    await dialog().waitFor({ state: 'detached' });
    await cardBalance('$1.00');
  });

  step('for good ends on the dashboard, which no longer lists the card', async () => {
    await untilSettled(services, client);
    // The deletion withdraws the rest too, and the issuer allows one withdrawal in five minutes.
    await passTime(services, fiveMinutesMs);
    await button('Manage').click();
    await button('Delete Card').click();
    await dialog().getByText('The last $1.00 goes back to your balance.').waitFor();
    await dialog().getByRole('button', { name: 'Delete Card' }).click();
    await page.waitForURL(`${services.site}/dashboard`);
    await page.getByRole('link', { name: /^Groceries ending/ }).waitFor();
    await page.getByRole('link', { name: /^Travel ending/ }).waitFor({ state: 'detached' });
  });
});

describe('chunks that cannot be loaded', () => {
  step('show an error with a button to try again', async () => {
    visitor.expectRefusal(404, '/api/cards/crd_01M7Z9T1PAEYG3ZN3JHR000000/public');
    await page.goto(`${services.site}/cards/crd_01M7Z9T1PAEYG3ZN3JHR000000`);
    await page.getByRole('alert').getByText('Failed to load. Please try again.').waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('link', { name: 'Back to dashboard' }).click();
    await page.waitForURL(`${services.site}/dashboard`);
  });
});

describe('the activity lines', () => {
  step('are exported as a CSV file, and printed', async () => {
    await page.evaluate(() => {
      window.print = () => {
        document.documentElement.dataset['printed'] = 'yes';
      };
    });
    await page.getByLabel('Search transactions').fill('deposit');
    await page.waitForURL(/search=deposit/);
    const download = page.waitForEvent('download');
    await button('Export CSV').click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^satchel-transactions-\d{4}-\d\d-\d\d\.csv$/);
    const csv = await new Response((await file.createReadStream()) as unknown as ReadableStream).text();
    expect(csv.trim().split('\r\n')).toHaveLength(2);
    expect(csv).toContain('Deposit,Deposit in USDT,Paid,120.00,0.00,120.00');
    await button('Print').click();
    await page.locator('html[data-printed]').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('heading', { name: 'Satchel · Transactions' }).waitFor();
    expect(await page.getByRole('heading', { name: 'My Cards' }).isVisible()).toBe(false);
    await takePicture(page, 'print-view');
    await page.emulateMedia({ media: 'screen' });
  });
});

describe('a debt', () => {
  step('is shown on the dashboard and on the card that it freezes, and is paid from there', async () => {
    const read = (path: string): Promise<{ _id: string; kind: string; status: string }[]> =>
      page.evaluate(async (from) => (await fetch(from)).json() as Promise<never>, `/api/${path}`);
    const deposit = (await read('transactions')).find(({ kind }) => kind === 'deposit');
    await callDoor(`${services.payments}/sandbox/invoices/${deposit?._id}/refund`);
    await eventually(async () => expect((await read('cards')).every(({ status }) => status === 'freezed')).toBe(true));
    await page.goto(`${services.site}/dashboard`);
    await page
      .getByText(/You owe \$\d+\.\d\d/)
      .first()
      .waitFor();
    await pictures('debt-dashboard');
    await page.getByRole('link', { name: /^Groceries ending/ }).click();
    await page.getByText(/Your account owes money, so this card is frozen/).waitFor();
    expect(await button('Unfreeze').count()).toBe(0);
    await pictures('debt-card');
    await button('Pay What You Owe').click();
    const dialog = page.getByRole('dialog', { name: 'Pay What You Owe' });
    await dialog.getByLabel('Amount to pay').fill('4');
    await pictures('debt-pay');
    await dialog.getByRole('button', { name: 'Pay $4.00' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('$1.00').first().waitFor();
  });
});

/** Pictures of both widths, for people. */
async function pictures(name: string): Promise<void> {
  await takePicture(page, name);
  await page.setViewportSize(phone);
  await takePicture(page, `${name}-phone`);
  await page.setViewportSize(desktop);
}
