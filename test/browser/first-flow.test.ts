import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import { mailTo } from '#infra/local/seed/open-account.ts';
import { openBrowser, openVisitor, refuseProblems, signIn, takePicture, type Visitor } from '#test/support/browser.ts';
import { walkSteps } from '#test/support/walk-steps.ts';
import { buyInShop, copy, readLoadSums, setConfirmationTime, watchMoney } from '#test/support/first-flow.ts';

type Transaction = { readonly kind: string; readonly status: string; readonly amountPaid: number };

const services = inject('services');
const person = { email: `mara.${Date.now()}@example.com`, password: 'Long-Walks-88' };
/** Reads the same account without the site, to compare the pages with it. */
const api = new ApiClient(services.site);
const money = watchMoney(services, api);

let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  visitor = await openVisitor(browser);
  ({ page } = visitor);
});
afterAll(async () => {
  await browser?.close();
});

const step = walkSteps('first-flow', () => visitor);

const dialog = () => page.getByRole('dialog');
const see = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();
const balance = () => page.getByRole('region', { name: 'Available Balance' });

describe('a new person', () => {
  step('gets from the landing page to an account that waits for its email', async () => {
    await page.goto(services.site);
    await takePicture(page, 'landing-desktop');
    await page.getByRole('link', { name: 'Create account' }).first().click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await page.getByLabel('First name').fill('Mara');
    await page.getByLabel('Last name').fill('Lind');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByLabel('Confirm password').fill(person.password);
    await takePicture(page, 'signup-desktop', { full: true });
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Check your email (also your spambox)' }).waitFor();
    await see(person.email);
    await takePicture(page, 'check-your-email-desktop');
  });

  step('finds the verification mail on the inbox page, and the same link in the inbox’s API', async () => {
    const [link] = /https?:\S+\/email\/verify\/[\w-]+/.exec(await mailTo(services, person.email)) ?? [];
    expect(link).toContain(services.site);
    const inbox = await visitor.context.newPage();
    await inbox.goto(services.mail);
    const mail = inbox.locator('.email').filter({ hasText: person.email });
    await mail.getByRole('button', { name: 'Toggle HTML view' }).click();
    const shown = mail.frameLocator('iframe').getByRole('link', { name: 'Confirm my address' });
    expect(await shown.getAttribute('href')).toBe(link);
    await takePicture(inbox, 'inbox-desktop');
    await inbox.close();
    await page.goto(link ?? '');
  });

  step('shows that the address is verified, and signs in on the way to the dashboard', async () => {
    await page.getByRole('heading', { name: 'Email Successfully Verified!' }).waitFor();
    await takePicture(page, 'verified-desktop');
    await page.getByRole('link', { name: 'Continue to Dashboard' }).click();
    await page.waitForURL(`${services.site}/login`);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await takePicture(page, 'login-desktop');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${services.site}/dashboard`);
    await page.getByRole('heading', { name: /^Good (morning|afternoon|evening), Mara$/ }).waitFor();
    await balance().getByText('$0.00', { exact: true }).waitFor();
    await takePicture(page, 'dashboard-empty-desktop', { full: true });
    await api.done('POST', '/auth/login', person);
    await money.expect(0);
  });

  step('cannot create a card yet, and says what is missing', async () => {
    expect(await balance().getByRole('button', { name: 'Create Card' }).isDisabled()).toBe(true);
    await see(/at least \$20/);
  });
});

describe('adding money', () => {
  step('takes a coin, a network and an amount, and shows the live rate', async () => {
    await balance().getByRole('button', { name: 'Add Money' }).click();
    await page.getByRole('dialog', { name: 'Add Funds: choose a coin' }).waitFor();
    expect(await dialog().getByRole('list', { name: 'Coins' }).getByRole('button').count()).toBe(20);
    await takePicture(page, 'add-money-1-desktop');
    await dialog().getByRole('button', { name: /^ETH/ }).click();
    await dialog().getByRole('radio', { name: 'Arbitrum' }).isChecked();
    await dialog().getByText('Binance Smart Chain', { exact: true }).click();
    await dialog()
      .getByLabel(/amount/i)
      .fill('20');
    // Close discards the typed amount and the chosen coin without asking.
    await dialog().getByRole('button', { name: 'Close' }).click();
    await dialog().waitFor({ state: 'detached' });
    await balance().getByRole('button', { name: 'Add Money' }).click();
    await dialog().getByRole('button', { name: /^ETH/ }).click();
    await dialog().getByText('Binance Smart Chain', { exact: true }).click();
    expect(
      await dialog()
        .getByLabel(/amount/i)
        .inputValue(),
    ).toBe('');
    await dialog()
      .getByLabel(/amount/i)
      .fill('100');
    const { course } = await api.done<{ course: number }>('GET', '/transactions/exchange-rate/ETH');
    await dialog()
      .getByText(/^1 ETH = /)
      .waitFor();
    const sends = dialog().getByText('You send about').locator('xpath=following-sibling::*');
    await sends.filter({ hasText: 'ETH' }).waitFor();
    expect(Number.parseFloat(await sends.innerText())).toBeCloseTo(100 / course, 4);
    await takePicture(page, 'add-money-2-desktop');
    await dialog().getByRole('button', { name: 'Continue' }).click();
  });

  step('ends in a payment link that can be copied, opened and scanned', async () => {
    await dialog().getByRole('heading', { name: 'Review and pay' }).waitFor();
    await dialog().getByRole('status').getByText('Waiting for your payment').waitFor();
    await dialog()
      .getByRole('img', { name: /^QR code/ })
      .waitFor();
    const link = dialog().getByRole('link', { name: /Open payment page/ });
    expect(await link.getAttribute('href')).toBe(await copy(page, 'link to the payment page'));
    expect(await link.getAttribute('href')).toContain(`${services.payments}/pay/`);
    await takePicture(page, 'add-money-3-desktop');
  });

  step('follows the payment without a reload: waiting, confirming, credited', async () => {
    // The payment is confirmed only when the test presses the pay page's own button.
    await setConfirmationTime(services, 3_600_000);
    const opened = visitor.context.waitForEvent('page');
    await dialog()
      .getByRole('link', { name: /Open payment page/ })
      .click();
    const provider = await opened;
    await provider.getByRole('heading', { name: 'Pay 100.00 USD' }).waitFor();
    await takePicture(provider, 'pay-page-desktop');
    await provider.getByRole('button', { name: /^Pay [\d.]+ ETH$/ }).click();
    await provider.getByRole('button', { name: 'Confirm now' }).waitFor();
    await setConfirmationTime(services, 1_500);

    await dialog().getByRole('status').getByText('We see your payment').waitFor();
    await takePicture(page, 'deposit-confirming-desktop');
    await dialog().getByRole('button', { name: 'Done' }).click();
    const line = page.getByRole('list', { name: 'Open deposits' });
    await line.getByText(/Being confirmed/).waitFor();
    await balance().getByText('$0.00', { exact: true }).waitFor();
    await money.expect(0);

    await provider.getByRole('button', { name: 'Confirm now' }).click();
    await provider.getByRole('heading', { name: /paid|received|success/i }).waitFor();
    await takePicture(provider, 'pay-page-paid-desktop');
    await provider.close();
    await balance().getByText('$100.00', { exact: true }).waitFor();
    await line.waitFor({ state: 'detached' });
    await takePicture(page, 'dashboard-credited-desktop', { full: true });
    await money.expect(10_000);
    await page.getByRole('button', { name: /^Deposit .*show its timeline/ }).click();
    await dialog().getByRole('status').getByText('$100.00 added to your balance').waitFor();
    await takePicture(page, 'deposit-credited-desktop');
    await dialog().getByRole('button', { name: 'Close' }).last().click();
  });
});

describe('a card', () => {
  step('is created for $20 with a nickname and a 3DS code', async () => {
    await balance().getByRole('button', { name: 'Create Card' }).click();
    const pay = dialog().getByRole('button', { name: 'Create Card & Pay $20' });
    expect(await pay.isDisabled()).toBe(true);
    await dialog().getByLabel('Nickname').fill('Travel');
    expect(await pay.isDisabled()).toBe(true);
    await dialog().getByLabel('3DS code').fill('4826');
    await takePicture(page, 'create-card-desktop');
    await pay.click();
    await dialog().waitFor({ state: 'detached' });
    await balance().getByText('$80.00', { exact: true }).waitFor();
    await money.expect(8_000, 500);
    await page
      .getByRole('link', { name: /^Travel/ })
      .getByText('Active')
      .waitFor();
    await takePicture(page, 'dashboard-card-desktop', { full: true });
    await page.getByRole('link', { name: /^Travel ending in/ }).click();
    await page.getByRole('heading', { name: 'Travel' }).waitFor();
    await cardBalance('$5.00');
  });

  step('is loaded, after the dialog showed the amounts with the fee added and with the fee included', async () => {
    await page.getByRole('button', { name: 'Load Money' }).click();
    await dialog().getByLabel('Amount to load').fill('50');
    expect(await readLoadSums(page)).toEqual({ pay: '$52.50', fee: '$2.50', gets: '$50.00' });
    await takePicture(page, 'load-money-desktop');
    await dialog().getByRole('switch', { name: 'Includes Fee' }).check();
    await dialog().getByLabel('Amount to pay').waitFor();
    expect(await readLoadSums(page)).toEqual({ pay: '$50.00', fee: '$2.43', gets: '$47.57' });
    await dialog().getByRole('switch', { name: 'Includes Fee' }).uncheck();
    await dialog().getByText('$50.00 for $52.50', { exact: true }).waitFor();
    await dialog().getByRole('button', { name: 'Load Card', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    await cardBalance('$55.00');
    await money.expect(2_750, 5_500);
    await takePicture(page, 'card-loaded-desktop', { full: true });
  });

  let secrets = { number: '', expiry: '', cvv: '' };

  step('reveals its number, expiry and CVV, and hides them again', async () => {
    await page.getByRole('button', { name: 'Show CVV' }).click();
    secrets = {
      number: await copy(page, 'card number'),
      expiry: await copy(page, 'expiry'),
      cvv: await copy(page, 'CVV'),
    };
    expect(secrets.number).toMatch(/^\d{16}$/);
    expect(secrets.expiry).toMatch(/^\d\d\/\d\d$/);
    expect(secrets.cvv).toMatch(/^\d{3}$/);
    expect(await copy(page, 'street')).toBe('1 Example Road');
    expect(await copy(page, 'the whole billing address')).toBe('1 Example Road\nNewark, Delaware 19702\nUS');
    await takePicture(page, 'card-revealed-desktop');
    await page.getByRole('button', { name: 'Hide CVC' }).click();
    const hidden = await page.locator('p', { hasText: 'Card number ending in' }).textContent();
    expect(hidden?.replaceAll(/\s/g, '')).toMatch(/^Cardnumberendingin\d{4}•{12}\d{4}$/);
    // Twelve digits: four of them are somewhere in a page by chance.
    const content = (await page.content()).replaceAll(/\s/g, '');
    for (const each of [content, content.replaceAll(/<[^>]*>/g, '')])
      expect(each).not.toContain(secrets.number.slice(0, 12));
    expect(content).not.toContain('ExampleRoad');
  });

  step('pays in a shop, and the purchase appears on its page', async () => {
    await buyInShop(visitor, services.issuer, secrets, {
      merchant: 'Corner Coffee',
      amount: '12.34',
      verdict: 'Approved',
    });
    await row('Corner Coffee', '−$12.34 USD').waitFor();
    const logo = row('Corner Coffee', '−$12.34 USD').locator('img');
    await logo.waitFor();
    expect(await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).not.toBe(0);
    await cardBalance('$42.66');
    await money.expect(2_750, 4_266);
    await takePicture(page, 'card-purchase-desktop', { full: true });
  });

  step('is frozen after a confirmation, and a purchase is then declined in plain words', async () => {
    await page.getByRole('button', { name: 'Freeze', exact: true }).click();
    await dialog().getByText('All transactions will be declined. A load that still waits may fail.').waitFor();
    await takePicture(page, 'freeze-desktop');
    await dialog().getByRole('button', { name: 'Freeze card' }).click();
    await page.getByRole('button', { name: 'Unfreeze' }).first().waitFor();
    await money.expectAtIssuer('frozen');
    await buyInShop(visitor, services.issuer, secrets, {
      merchant: 'Green Basket',
      amount: '7.66',
      verdict: 'Declined',
    });
    await row('Green Basket', 'Declined')
      .getByText(/frozen.*Nothing was charged\./i)
      .waitFor();
    await cardBalance('$42.66');
    await money.expect(2_750, 4_266);
    await takePicture(page, 'card-declined-desktop', { full: true });
  });

  step('pays again as soon as it is unfrozen', async () => {
    await page.getByRole('button', { name: 'Unfreeze' }).first().click();
    await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor();
    await money.expectAtIssuer('active');
    await buyInShop(visitor, services.issuer, secrets, {
      merchant: 'Green Basket',
      amount: '7.66',
      verdict: 'Approved',
    });
    await row('Green Basket', '−$7.66 USD').waitFor();
    await cardBalance('$35.00');
    await money.expect(2_750, 3_500);
  });

  step('agrees with the issuer to the cent, and so does the activity list', async () => {
    const transactions = await api.done<Transaction[]>('GET', '/transactions');
    expect(transactions.map(({ kind, status, amountPaid }) => [kind, status, amountPaid])).toEqual([
      ['card_load', 'completed', 5_250],
      ['card_creation', 'completed', 2_000],
      ['deposit', 'paid', 10_000],
    ]);
    expect(await money.cardAtIssuer()).toMatchObject({ balances: { bookCents: 3_500, availableCents: 3_500 } });
  });
});

describe('the same account on a phone', () => {
  it('shows its main screens without errors', async () => {
    const phone = await openVisitor(browser, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    const small = phone.page;
    await small.goto(services.site);
    await takePicture(small, 'landing-phone', { full: true });
    await signIn(small, services.site, person);
    await small.getByText('$27.50', { exact: true }).first().waitFor();
    await small.getByRole('link', { name: /^Travel ending in/ }).waitFor();
    await takePicture(small, 'dashboard-phone', { full: true });
    await small.getByRole('button', { name: 'Add Money' }).first().click();
    await small.getByRole('heading', { name: 'Choose a coin' }).waitFor();
    await takePicture(small, 'add-money-1-phone');
    await small.getByRole('button', { name: /^USDT/ }).click();
    await small.getByText(/^1 USDT = /).waitFor();
    await takePicture(small, 'add-money-2-phone');
    await small.getByRole('button', { name: 'Close' }).click();
    await small.getByRole('dialog').waitFor({ state: 'detached' });
    await small.getByRole('link', { name: /^Travel ending in/ }).click();
    await small.getByText('Green Basket').first().waitFor();
    await takePicture(small, 'card-phone', { full: true });
    await small.getByRole('button', { name: 'Load Money' }).click();
    await small.getByLabel('Amount to load').fill('10');
    await takePicture(small, 'load-money-phone');
    refuseProblems(phone);
    await phone.context.close();
  });
});

async function cardBalance(text: string): Promise<void> {
  await page.getByText('Card balance').locator('xpath=following-sibling::*').getByText(text, { exact: true }).waitFor();
}

function row(merchant: string, says: string) {
  const rows = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem');
  return rows.filter({ hasText: merchant }).filter({ hasText: says }).first();
}
