import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { ApiClient } from '#infra/local/seed/api-client.ts';
import { mailTo } from '#infra/local/seed/open-account.ts';
import { openBrowser, openVisitor, refuseProblems, type Visitor } from '#test/support/browser.ts';
import { eventually } from '#test/support/eventually.ts';
import { openCard, openFundedAccount, passTime, callDoor, untilSettled } from '#test/support/money-stack.ts';
import { cookiesFor } from '#test/support/visitor-cookies.ts';

const services = inject('services');
const { site } = services;
const demo = services.demo ?? {
  user: { email: '', password: '' },
  admin: { email: '', password: '' },
};

/** One browser and one page for all tests here: its cookies decide who is signed in. */
let browser: Browser;
let visitor: Visitor;
let page: Page;
let cardAddress: string;
const person = { client: new ApiClient(site) };
const admin = new ApiClient(site);

beforeAll(async () => {
  browser = await openBrowser();
  visitor = await openVisitor(browser);
  ({ page } = visitor);
  const [client] = await Promise.all([
    openFundedAccount(services, 30_000, 'keys'),
    admin.done('POST', '/auth/login', demo.admin),
  ]);
  person.client = client;
  const cardId = await openCard(client, 'Travel');
  await openCard(client, 'Groceries');
  // Two pages of activity lines.
  for (let count = 0; count < 8; count += 1) {
    const body = { currency: 'USDC', network: 'Polygon', amountInUsd: 2_000 + count };
    const { transaction } = await client.done<{ transaction: { _id: string } }>('POST', '/transactions', body);
    if (count >= 4) continue;
    // At most five may be unpaid at a time.
    await callDoor(`${services.payments}/sandbox/invoices/${transaction._id}/expire`);
    await eventually(async () => {
      await passTime(services, 60_000);
      const { status } = await client.done<{ status: string }>('GET', `/transactions/${transaction._id}`);
      expect(status).toBe('expired');
    });
  }
  await untilSettled(services, client);
  cardAddress = `${site}/cards/${cardId}`;
  await visitor.context.addCookies(cookiesFor(site, client));
});
afterAll(async () => {
  await browser?.close();
});

const dialog = () => page.getByRole('dialog');
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const press = (...keys: readonly string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

/** Waits until an element has the focus, and with `ring` a visible focus ring. */
async function expectFocus(element: Locator, ring: 'ring' | 'no ring' = 'ring'): Promise<void> {
  await eventually(async () =>
    expect(await element.evaluate((node) => node === document.activeElement), String(element)).toBe(true),
  );
  if (ring === 'no ring') return;
  // The ring is drawn around the element itself or around the box that holds it.
  const isSeen = await element.evaluate((node) => {
    const drawn = [node, node.parentElement, node.nextElementSibling?.querySelector('[class*="here"]')];
    return drawn.some((each) => {
      if (!each) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    });
  });
  expect(isSeen, `${String(element)} shows that it has the focus`).toBe(true);
}

/** Tabs once around the open dialog: the focus must not reach the page behind it. */
async function expectTrapped(): Promise<void> {
  const inside = await dialog().evaluate(
    (node) => node.querySelectorAll('a[href], button:enabled, input:enabled, select:enabled, summary').length,
  );
  for (let at = 0; at <= inside + 1; at += 1) {
    await press('Tab');
    const where = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement === document.body || activeElement?.closest('dialog') ? '' : activeElement?.outerHTML;
    });
    expect(where, 'the focus left the dialog').toBe('');
  }
}

/** Opens a dialog of the card from the Manage menu. */
async function openManaged(name: string): Promise<void> {
  await button('Manage').focus();
  await press('Enter');
  await button(name).focus();
  await press('Enter');
  await dialog()
    .getByRole('heading', { name: new RegExp(name.split(' ')[0] ?? name) })
    .waitFor();
}

/** Opens a dialog with Enter on its button, tabs around in it, and expects Escape to return the focus to the button. */
async function walkDialog(opener: Locator, title: string | RegExp, inside?: () => Promise<void>): Promise<void> {
  await opener.focus();
  await press('Enter');
  await dialog().getByRole('heading', { name: title }).first().waitFor();
  await inside?.();
  await expectTrapped();
  await press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await expectFocus(opener);
}

describe('by the keyboard alone', () => {
  it('the first Tab offers to skip to the content', async () => {
    await page.goto(`${site}/dashboard`);
    await page.getByRole('link', { name: /^Travel ending in/ }).waitFor();
    await press('Tab');
    await expectFocus(page.getByRole('link', { name: 'Skip to content' }));
    await press('Enter');
    await press('Tab');
    await expectFocus(button('Add Money').first());
  });

  it('money is added: Back keeps coin, network and amount, and leaving asks before it discards them', async () => {
    const opener = button('Add Money').first();
    await opener.focus();
    await press('Enter');
    await dialog().getByRole('heading', { name: 'Choose a coin' }).waitFor();
    await expectFocus(dialog().getByRole('button', { name: /^USDT/ }));
    await press('Tab', 'Space');
    await expectFocus(dialog().getByRole('heading', { name: 'Add Funds: how much' }), 'no ring');
    await press('Tab');
    await expectFocus(dialog().getByRole('button', { name: 'Close' }));
    await press('Tab');
    const networks = dialog().getByRole('radio');
    await expectFocus(networks.nth(0));
    await press('ArrowDown');
    await expectFocus(networks.nth(1));
    expect(await networks.nth(1).isChecked()).toBe(true);
    await press('Tab');
    const amount = dialog().getByLabel('USD amount');
    await expectFocus(amount);
    await page.keyboard.type('12.50');
    await press('Escape');
    await expectFocus(dialog().getByRole('button', { name: 'Keep editing' }));
    await press('Enter');
    await expectFocus(amount);
    expect(await amount.inputValue()).toBe('12.50');
    // However often Escape is pressed: a browser would close the dialog by itself.
    await press('Escape', 'Escape', 'Escape');
    await dialog().getByRole('button', { name: 'Keep editing' }).focus();
    await press('Enter');
    expect(await amount.inputValue()).toBe('12.50');
    await amount.focus();
    await press('Tab', 'Space');
    expect(await amount.inputValue()).toBe('20');
    await amount.focus();
    await press('Enter');
    await dialog().getByRole('heading', { name: 'Review and pay' }).waitFor();
    await expectFocus(dialog().getByRole('heading', { name: 'Review and pay' }), 'no ring');
    const copy = dialog().getByRole('button', { name: 'Copy address' });
    await copy.focus();
    await press('Enter');
    await dialog()
      .getByRole('status')
      .filter({ hasText: /^Copied$/ })
      .waitFor({ state: 'attached' });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\w{20,}$/);
    await dialog().getByText('Check what you pasted').focus();
    await press('Enter', 'Tab');
    await expectFocus(dialog().getByLabel('Paste the address back from your wallet'));
    await press('Control+v');
    await dialog().getByText('The addresses match.').waitFor();
    await expectTrapped();
    await press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await expectFocus(opener);
  });

  it('a card’s 3DS code is one field, which accepts a pasted code, but no text with letters', async () => {
    await walkDialog(button('Create Card').first(), 'Create Card', async () => {
      await expectFocus(dialog().getByLabel('Nickname'));
      await page.keyboard.type('Third');
      await press('Tab');
      const code = dialog().getByLabel('3DS code');
      await expectFocus(code);
      expect(await dialog().locator('input').count()).toBe(2);
      for (const [pasted, taken] of [
        ['code: 4826', ''],
        ['48 26', '4826'],
      ] as const) {
        await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
        await press('Control+v');
        expect(await code.inputValue(), pasted).toBe(taken);
      }
      await press('Tab');
      await expectFocus(dialog().getByRole('button', { name: 'Show code' }));
      await press('Space');
      expect(await code.getAttribute('type')).toBe('text');
      const features = dialog().getByRole('button', { name: 'What the card can do' });
      await press('Tab');
      await expectFocus(features);
      await press('Enter');
      expect(await features.getAttribute('aria-expanded')).toBe('true');
      await dialog().getByText('Real-time notifications').waitFor();
      // Empties the form, because leaving it with typed text asks for a confirmation.
      await code.fill('');
      await dialog().getByLabel('Nickname').fill('');
    });
  });

  it('the account menu opens, wraps around at its ends, finds an entry by its first letter and closes', async () => {
    const opener = button('Account menu');
    await opener.focus();
    await press('Enter');
    const entries = page.getByRole('menuitem');
    await expectFocus(entries.filter({ hasText: 'Profile Settings' }), 'no ring');
    await press('ArrowUp');
    await expectFocus(entries.filter({ hasText: 'Logout' }), 'no ring');
    await press('ArrowDown');
    await expectFocus(entries.filter({ hasText: 'Profile Settings' }), 'no ring');
    await press('End');
    await expectFocus(entries.filter({ hasText: 'Logout' }), 'no ring');
    await press('Home', 'l');
    await expectFocus(entries.filter({ hasText: 'Logout' }), 'no ring');
    await press('Escape');
    await expectFocus(opener);
    await press('ArrowDown');
    await entries.first().waitFor();
    await press('Tab');
    await entries.first().waitFor({ state: 'detached' });
    await opener.focus();
    await press('ArrowUp');
    await expectFocus(entries.filter({ hasText: 'Logout' }), 'no ring');
    await press('Home', 'Enter');
    await page.waitForURL(`${site}/profile-settings`);
    await expectFocus(page.getByRole('heading', { name: 'Profile Settings' }), 'no ring');
    expect(await page.title()).toBe('Profile Settings · Satchel');
  });

  it('settings: switch, theme, show-password button, and the form for a new email address', async () => {
    const codes = page.getByRole('switch', { name: 'Email-based two-factor authentication' });
    await codes.focus();
    await press('Space');
    await page.getByLabel('Messages').getByText('Two-factor authentication is on.').waitFor();
    await expectFocus(codes);
    await press('Space');
    await page.getByLabel('Messages').getByText('Two-factor authentication is off.').waitFor();
    await page.getByRole('radio', { name: 'System' }).focus();
    await press('ArrowRight', 'ArrowRight');
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await press('ArrowLeft', 'ArrowLeft');
    expect(await page.getByRole('radio', { name: 'System' }).isChecked()).toBe(true);
    await page.getByLabel('Current password').focus();
    await press('Tab', 'Space');
    expect(await page.getByLabel('Current password').getAttribute('type')).toBe('text');
    const change = button('Change Email');
    await change.focus();
    await press('Enter');
    await expectFocus(page.getByLabel('New email'));
    await button('Cancel').focus();
    await press('Enter');
    await expectFocus(change);
  });

  it('a message that is dismissed does not hold the next one, which goes away by itself', async () => {
    await page.goto(`${site}/profile-settings`);
    const toggle = page.getByRole('switch', { name: 'Email-based two-factor authentication' });
    await toggle.focus();
    await press('Space');
    await button('Dismiss notification').focus();
    await press('Enter');
    await page.getByText('Two-factor authentication is on.').waitFor({ state: 'detached' });
    await toggle.focus();
    await press('Space');
    const words = page.getByText('Two-factor authentication is off.');
    await words.waitFor();
    await words.waitFor({ state: 'detached' });
  });

  it('signing in: email, password and Enter; the six-digit code is one field, which accepts a pasted code', async () => {
    const { email } = await person.client.done<{ email: string }>('GET', '/user');
    await person.client.done('PATCH', '/user/2fa', { enabled: true });
    const guest = await openVisitor(browser);
    await guest.page.goto(`${site}/login`);
    await guest.page.getByLabel('Email').focus();
    const { keyboard } = guest.page;
    await keyboard.type(email);
    await keyboard.press('Tab');
    if (!(await guest.page.getByLabel('Password', { exact: true }).evaluate((node) => node === document.activeElement)))
      await keyboard.press('Tab');
    await keyboard.type('Long-Walks-88');
    await keyboard.press('Enter');
    const code = guest.page.getByLabel('Verification code');
    await expectFocus(code);
    expect(await guest.page.locator('form input').count()).toBe(1);
    let digits: string | undefined;
    await eventually(async () => {
      digits = /(?<!\d)\d{6}(?!\d)/.exec(await mailTo(services, email))?.[0];
      expect(digits).toBeDefined();
    });
    await guest.page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      ` ${digits?.slice(0, 3)}-${digits?.slice(3)}\n`,
    );
    await keyboard.press('Control+v');
    await guest.page.waitForURL(`${site}/dashboard`);
    await guest.page.getByRole('heading', { name: /^Good \w+, Mara$/ }).waitFor();
    refuseProblems(guest);
    await guest.context.close();
  });

  it('every dialog of a card keeps the focus inside and gives it back', async () => {
    await page.goto(cardAddress);
    await page.getByText('Card balance').waitFor();
    await walkDialog(button('Load Money'), 'Load Money', async () => {
      await expectFocus(dialog().getByLabel('Amount to load'));
      await press('Tab');
      await expectFocus(dialog().getByRole('button', { name: /^Load max/ }));
      await press('Enter', 'Tab');
      expect(await dialog().getByLabel('Amount to load').inputValue()).toMatch(/^\d+\.\d\d$/);
      await expectFocus(dialog().getByRole('switch', { name: 'Includes Fee' }));
      await press('Space');
      await dialog().getByLabel('Amount to pay').waitFor();
      await press('Space', 'Tab');
      await expectFocus(dialog().getByRole('button', { name: /^Load Card/ }));
    });
    await walkDialog(button('Withdraw Funds'), 'Withdraw Funds', async () => {
      await expectFocus(dialog().getByLabel('Amount to withdraw'));
      await press('Tab', 'Enter');
      expect(await dialog().getByLabel('Amount to withdraw').inputValue()).toBe('4.00');
    });
    await walkDialog(button('Manage'), 'Manage Travel', async () => {
      await expectFocus(dialog().getByRole('heading', { name: 'Manage Travel' }), 'no ring');
      await press('Tab', 'Tab');
      await expectFocus(dialog().getByLabel('Nickname'));
    });
    // A dialog that Manage opened gives the focus back to the button that opened Manage.
    await openManaged('3DS Code');
    await expectFocus(dialog().getByLabel('New 3DS code'));
    await press('Escape');
    await expectFocus(button('Manage'));
    await openManaged('Delete Card');
    // A dialog for something irreversible starts with the focus on Cancel.
    await expectFocus(dialog().getByRole('button', { name: 'Cancel' }));
    await press('Enter');
    await expectFocus(button('Manage'));
    await walkDialog(button('Freeze'), /^Freeze Travel/, () =>
      expectFocus(dialog().getByRole('button', { name: 'Cancel' })),
    );
  });

  it('freezing, unfreezing and showing the CVV leave the focus where it was, and say what happened', async () => {
    await button('Freeze').focus();
    await press('Enter');
    await expectFocus(dialog().getByRole('button', { name: 'Cancel' }));
    await press('Tab', 'Enter');
    await expectFocus(button('Unfreeze'));
    await page.getByRole('status').filter({ hasText: 'Frozen' }).first().waitFor();
    await eventually(async () => expect(await button('Unfreeze').isEnabled()).toBe(true));
    await press('Enter');
    await expectFocus(button('Freeze'));
    await page.getByRole('status').filter({ hasText: 'Active' }).first().waitFor();

    // Unfreezes for ten minutes, and then for good.
    await eventually(async () => expect(await button('Freeze').isEnabled()).toBe(true));
    await press('Enter');
    await expectFocus(dialog().getByRole('button', { name: 'Cancel' }));
    await press('Tab', 'Enter');
    await expectFocus(button('Unfreeze'));
    await eventually(async () => expect(await button('Unfreeze for 10 Minutes').isEnabled()).toBe(true));
    await button('Unfreeze for 10 Minutes').focus();
    await press('Enter');
    await expectFocus(button('Keep Unfrozen'));
    await page.getByText(/^Freezes by itself in (10:00|9:\d\d)\.$/).waitFor();
    await eventually(async () => expect(await button('Keep Unfrozen').isEnabled()).toBe(true));
    await press('Enter');
    await button('Keep Unfrozen').waitFor({ state: 'detached' });
    await page.getByText('Freezes by itself in').waitFor({ state: 'detached' });
    await button('Show CVV').focus();
    await press('Space');
    await button('Hide CVC').waitFor();
    await expectFocus(button('Hide CVC'));
    await page
      .getByRole('status')
      .filter({ hasText: 'Card details are shown for one minute.' })
      .waitFor({ state: 'attached' });
    await press('Space');
    await expectFocus(button('Show CVV'));
  });

  it('the list of cards opens another card, whose heading has the focus', async () => {
    await button(/choose another card/).focus();
    await press('Enter');
    await expectFocus(page.getByRole('menuitemradio').nth(0), 'no ring');
    const chosen = page.getByRole('menuitemradio', { name: /^Groceries/ });
    await press('g');
    await expectFocus(chosen, 'no ring');
    await press('Enter');
    const heading = page.getByRole('heading', { name: 'Groceries' });
    await heading.waitFor();
    await expectFocus(heading, 'no ring');
  });

  it('a row of tabs is one Tab stop, and arrow keys choose', async () => {
    await page.goto(`${site}/referral-program`);
    const rewards = page.getByRole('tab', { name: 'Rewards' });
    const how = page.getByRole('tab', { name: 'How it works' });
    await rewards.focus();
    await press('ArrowRight');
    await expectFocus(how);
    expect(await how.getAttribute('aria-selected')).toBe('true');
    await press('ArrowRight');
    await expectFocus(rewards);
    await press('End');
    await expectFocus(how);
    await press('Home');
    await expectFocus(rewards);
    await press('Tab');
    await expectFocus(page.getByRole('tabpanel', { name: 'Rewards' }));
  });

  it('the palette opens on every page, filters, says how many entries it found, and navigates', async () => {
    await press('Control+k');
    const field = page.getByRole('combobox', { name: 'Page, action, card or search' });
    await expectFocus(field);
    await page.keyboard.type('?');
    await dialog().getByRole('status').getByText('No results for “?”.').waitFor();
    await field.fill('zebra');
    await page.getByRole('option', { name: /^Transactions “zebra”/, selected: true }).waitFor();
    await field.fill('grocer');
    await page.getByRole('option', { name: /^Groceries/, selected: true }).waitFor();
    await press('Enter');
    await page.waitForURL(/\/cards\/crd_/);
    await expectFocus(page.getByRole('heading', { name: 'Groceries' }), 'no ring');
  });

  it('a table of activity lines: its pages, the filter, and the timeline of a deposit', async () => {
    await page.goto(`${site}/dashboard`);
    const pages = page.getByRole('navigation', { name: 'Pages of Recent transactions' });
    const last = pages.getByRole('button', { name: 'Last page' });
    await last.focus();
    await press('Enter');
    // The button is inactive on the last page, and keeps the focus anyway.
    await expectFocus(last);
    expect(await last.isDisabled()).toBe(true);
    await pages.getByRole('button', { name: 'First page' }).focus();
    await press('Space');
    expect(await pages.getByRole('button', { name: 'Page 1' }).getAttribute('aria-current')).toBe('page');
    const search = page.getByLabel('Search transactions');
    await search.waitFor();
    await search.focus();
    await page.keyboard.type('deposit');
    await page.getByRole('button', { name: 'Completed' }).focus();
    await press('Enter');
    const credited = page.getByRole('table').getByRole('button', { name: /^Deposit .*show its timeline/ });
    // The filtered rows replace the earlier ones.
    await eventually(async () => expect(await credited.count()).toBe(1));
    await walkDialog(credited, 'Deposit', () => expectFocus(dialog().getByRole('button', { name: 'Close' }).last()));
    await search.fill('zebra');
    await page.getByText('No transactions found').waitFor();
    refuseProblems(visitor);
  });

  it('an admin finds a person, suspends them and makes them active again; the button keeps the focus', async () => {
    const { email } = await person.client.done<{ email: string }>('GET', '/user');
    await page.goto('about:blank');
    await visitor.context.clearCookies();
    await visitor.context.addCookies(cookiesFor(site, admin));
    await page.goto(`${site}/users`);
    await page.getByLabel('Search users').focus();
    // A pause in typing searches for the text so far and redraws the table: wait until the last search is on screen.
    const searched = page.waitForRequest((request) => new URL(request.url()).searchParams.get('search') === email);
    await page.keyboard.type(email);
    await searched;
    await page.waitForURL(/\?search=/);
    const found = page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: email });
    await found.waitFor();
    await expectFocus(page.getByLabel('Search users'));
    await found.getByRole('link').focus();
    await press('Enter');
    await page.getByText('Total card balance').waitFor();
    await expectFocus(page.getByRole('heading', { name: 'Mara Lind' }), 'no ring');
    await button('Suspend Account').focus();
    await press('Enter');
    await expectFocus(button('Activate Account'));
    await page.getByLabel('Messages').getByText(`${email} is suspended.`).waitFor();
    await press('Enter');
    await expectFocus(button('Suspend Account'));
    refuseProblems(visitor);
  });
});
