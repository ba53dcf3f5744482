import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiClient } from '#infra/local/seed/api-client.ts';
import { termsVersion } from '#shared/terms.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import { asVisitor, openBrowser, phone } from '#test/support/browser.ts';
import { openCard, openFundedAccount, passTime } from '#test/support/money-stack.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';
import { cookiesFor } from '#test/support/visitor-cookies.ts';

const services = inject('services');
const { site } = services;
const admin = new ApiClient(site);
let person: ApiClient;
let browser: Browser;
beforeAll(async () => {
  person = await openFundedAccount(services, 10_000, 'steered');
  await admin.done('POST', '/auth/login', services.demo?.admin);
  browser = await openBrowser();
});
afterAll(async () => {
  await put({}, null);
  await passTime(services, 31_000);
  await browser?.close();
});

/** Sets the given switches and the announcement, and all other switches to their initial state. */
async function put(switches: object, announcement: string | null): Promise<void> {
  const now = await admin.done<ReplyOf<'admin.settings'>>('GET', '/admin/settings');
  const all = Object.fromEntries(Object.keys(now.switches).map((name) => [name, true]));
  await admin.done('PUT', '/admin/settings', {
    version: now.version,
    switches: { ...all, ...switches },
    coinsOff: [],
    announcement: announcement === null ? null : { text: announcement, until: null },
    reason: 'A test.',
  });
}

describe('the banner', () => {
  it('shows an announcement to guests and cardholders until each dismisses it, and shows the next one', async () => {
    await put({ referrals: false }, 'Loads may take longer tonight.');
    await passTime(services, 31_000);
    const banner = 'Loads may take longer tonight.';
    await asVisitor(browser, {}, async ({ page }) => {
      await page.goto(`${site}/login`);
      await page.getByRole('status').getByText(banner).waitFor();
      await expectFineInEveryVariant(page, 'banner for guests');
      await page.getByRole('button', { name: 'Dismiss announcement' }).click();
      await page.getByText(banner).waitFor({ state: 'detached' });
      await page.reload();
      await page.waitForResponse(/\/api\/status$/);
      expect(await page.getByText(banner).count()).toBe(0);
    });
    await asVisitor(browser, { viewport: phone }, async ({ page, context }) => {
      await context.addCookies(cookiesFor(site, person));
      await page.goto(`${site}/dashboard`);
      await page.getByRole('status').getByText(banner).waitFor();
      await page.getByRole('button', { name: 'Dismiss announcement' }).click();
      await put({ referrals: false }, null);
      await passTime(services, 31_000);
      await page.reload();
      await page.getByText('Paused for now: withdrawing referral earnings. Payments under way continue.').waitFor();
    });
  });
});

describe('a service that is switched off', () => {
  it('is announced in the dialogs of a card before anything is typed', async () => {
    const owner = await openFundedAccount(services, 6_000, 'paused');
    const cardId = await openCard(owner, 'Errands');
    await put({ withdrawal: false, load: false, cardCreation: false }, null);
    await passTime(services, 31_000);
    await asVisitor(browser, { viewport: phone }, async ({ page, context }) => {
      await context.addCookies(cookiesFor(site, owner));
      await page.goto(`${site}/cards/${cardId}`);
      await page.getByRole('button', { name: 'Withdraw Funds' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Withdrawing from cards is paused for now').waitFor();
      await dialog.getByLabel('Amount to withdraw').fill('2');
      expect(await dialog.getByRole('button', { name: 'Withdraw $2.00', exact: true }).isDisabled()).toBe(true);
      await expectFineInEveryVariant(page, 'withdrawals paused', 'few');
      await page.goto(`${site}/cards/${cardId}?load`);
      await dialog.getByText('Loading cards is paused for now').waitFor();
      await page.goto(`${site}/dashboard?create-card`);
      await dialog.getByText('New cards are paused for now').waitFor();
    });
    await put({}, null);
    await passTime(services, 31_000);
  });
});

describe('the settings', () => {
  it('are switched with a reason, listed with their change, and undone by one click', async () => {
    await put({}, null);
    await asVisitor(browser, {}, async ({ page, context, expectRefusal }) => {
      expectRefusal(409, '/api/admin/settings');
      await context.addCookies(cookiesFor(site, admin));
      await page.goto(`${site}/admin/desk`);
      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
      const save = page.getByRole('button', { name: 'Save', exact: true });
      expect(await save.isDisabled()).toBe(true);
      const withdrawals = page.getByRole('switch', { name: 'Withdrawals' });
      await page.getByRole('switch', { name: 'New cards' }).uncheck();
      await page.getByLabel('Reason of the change').fill('Too late.');
      await put({ withdrawal: false }, null);
      await save.click();
      await page.getByText('Another admin has changed the settings. Look at the change, then make yours.').waitFor();
      // The list may have an earlier change of the same words.
      await expect.poll(() => withdrawals.isChecked()).toBe(false);
      await page.getByRole('listitem').filter({ hasText: 'Withdrawals off' }).first().waitFor();
      expect(await page.getByRole('switch', { name: 'New cards' }).isChecked()).toBe(true);
      await withdrawals.check();
      await page.getByRole('switch', { name: 'Referral payouts' }).uncheck();
      await page.getByLabel('DAI', { exact: true }).uncheck();
      const countries = page.getByLabel('Countries not served');
      await countries.fill('CU, IR, KP, SY, Rus');
      await page.getByText('RUS isn’t the two letters of a country.').waitFor();
      await countries.fill('CU, IR, KP, SY, ru');
      await page.getByText('Cuba, Iran, North Korea, Syria, Russia').waitFor();
      await page.getByLabel('Announcement (optional)').fill('Maintenance at 3 AM.');
      await page.getByLabel('Shown').selectOption('For an hour');
      await page
        .getByText(
          'Withdrawals on, Referral payouts off, DAI off, Russia not served, announcement: “Maintenance at 3 AM.”',
        )
        .waitFor();
      await page.getByLabel('Reason of the change').fill('Planned work.');
      await expectFineInEveryVariant(page, 'settings', 'few');
      await save.click();
      const change = page.getByRole('listitem').filter({ hasText: 'Planned work.' });
      await change.getByText('Withdrawals on, Referral payouts off, DAI off').waitFor();
      const changed = await admin.done<ReplyOf<'admin.settings'>>('GET', '/admin/settings');
      expect(changed).toMatchObject({ switches: { referrals: false, load: true }, coinsOff: ['DAI'] });
      expect(changed.restrictedCountries).toContain('RU');
      expect(Date.parse(changed.announcement?.until ?? '')).toBeGreaterThan(Date.now());

      await change.getByRole('button', { name: 'Undo' }).click();
      await page
        .getByRole('listitem')
        .filter({ hasText: `Undo of version ${changed.version}.` })
        .waitFor();
      expect(await admin.done('GET', '/admin/settings')).toMatchObject({
        version: changed.version + 1,
        switches: { referrals: true, withdrawal: false },
        coinsOff: [],
        restrictedCountries: ['CU', 'IR', 'KP', 'SY'],
        announcement: null,
      });
    });
  });
});

describe('prices', () => {
  it('are planned by staff, also before an already planned change, and taken back', async () => {
    await asVisitor(browser, { timezoneId: 'America/New_York' }, async ({ page, context, expectRefusal }) => {
      expectRefusal(400, '/api/admin/settings');
      await context.addCookies(cookiesFor(site, admin));
      await page.goto(`${site}/admin/desk?view=settings`);
      const plan = async (percent: string, begin: string): Promise<void> => {
        await page.getByLabel('Load, percent').fill(percent);
        await page.getByLabel('Prices begin (UTC)').fill(begin);
        await page.getByLabel('Reason for these prices').fill('Costs rise.');
        await page.getByRole('button', { name: 'Plan prices' }).click();
      };
      await plan('3.5', '2001-01-01T00:00');
      await page.getByText('This must begin at least 5 minutes from now.').waitFor();
      await page.getByLabel('Prices begin (UTC)').fill('2099-01-01T00:00');
      await page.getByText('By your clock: Dec 31, 2098, 7:00 PM EST.').waitFor();
      await page.getByRole('button', { name: 'Plan prices' }).click();
      const line = (text: string) =>
        page.getByRole('listitem').filter({ hasText: text, has: page.getByRole('button', { name: 'Take back' }) });
      const planned = line('Load 3.5% + $1.00');
      await planned.getByText('From Jan 1, 2099, 12:00 AM UTC').waitFor();
      await plan('4', '2098-01-01T00:00');
      await line('load 4% + $1.00').getByText('From Jan 1, 2098, 12:00 AM UTC').waitFor();
      // Scrolls to the top: a switch partly below a phone's bar would be reported as too small to press.
      await page.evaluate(() => window.scrollTo(0, 0));
      await expectFineInEveryVariant(page, 'prices', 'few');
      await line('load 4% + $1.00').getByRole('button', { name: 'Take back' }).click();
      await page.getByText(/^Prices \d+ taken back$/).waitFor();
      await planned.getByRole('button', { name: 'Take back' }).click();
      await planned.waitFor({ state: 'detached' });
      expect((await admin.done<ReplyOf<'admin.settings'>>('GET', '/admin/settings')).prices).toHaveLength(1);
    });
  });

  it('on public pages are the present ones, with the limits, and without scripts those of the build', async () => {
    const raised = { cardFeeCents: 2_500, firstLoadCents: 750, loadPercent: 3.55, loadFixedCents: 101 };
    const pages = [
      [
        '/',
        'A card costs $25 once; with its first deposit of $7.50,',
        'with $7.50 on it to spend',
        'Fee, 3.55% + $1.01',
      ],
      [
        '/faq',
        'creating one takes $32.50 from your balance',
        'Loading a card costs 3.55% + $1.01.',
        'A card holds up to $1,234.50, a single transaction can be up to $1,234.50, and each card can spend $5,000 a month.',
      ],
      ['/terms', '$25 once, and $7.50 that land on the card', '3.55% + $1.01', 'up to $1,234.50', '$5,000 a month'],
    ] as const;
    await asVisitor(browser, { viewport: phone }, async ({ page }) => {
      await page.route(/\/api\/prices$/, async (route) => {
        const response = await route.fetch();
        const { present, limits } = (await response.json()) as ReplyOf<'prices.read'>;
        const lower = { ...limits.present, balanceCents: 123_450, monthlySpendCents: 500_000 };
        const json = {
          present: { ...present, version: 99, ...raised },
          next: null,
          limits: { present: lower, next: null },
        };
        await route.fulfill({ response, json });
      });
      for (const [address, ...texts] of pages) {
        await page.goto(site + address);
        for (const text of texts) await page.getByText(text).first().waitFor({ state: 'attached' });
        await expectFineInEveryVariant(page, `other prices at ${address}`, 'few');
      }
    });
    await asVisitor(browser, { javaScriptEnabled: false }, async ({ page }) => {
      await page.goto(`${site}/faq`);
      await page
        .getByText('A card costs $15 once; with its first deposit of $5,')
        .first()
        .waitFor({ state: 'attached' });
    });
  });

  it('on the dashboard are the present ones', async () => {
    const poor = await openFundedAccount(services, 2_000, 'too-poor');
    await asVisitor(browser, { viewport: phone }, async ({ page, context }) => {
      await context.addCookies(cookiesFor(site, poor));
      await page.route(/\/api\/prices$/, async (route) => {
        const response = await route.fetch();
        const { present, limits } = (await response.json()) as ReplyOf<'prices.read'>;
        const dearer = { ...present, version: 99, cardFeeCents: 2_000, firstLoadCents: 750 };
        await route.fulfill({ response, json: { present: dearer, next: null, limits } });
      });
      await page.goto(`${site}/dashboard`);
      await page.getByText('A deposit of at least $27.50 is needed').waitFor();
      await page.getByText('The card costs $20.00 once; the other $7.50 is on it to spend right away.').waitFor();
      await page.getByText('Ready in seconds, with $7.50 on it to spend.').waitFor();
      expect(await page.getByRole('button', { name: 'Create New Card' }).isDisabled()).toBe(true);
      await expectFineInEveryVariant(page, 'dashboard with other prices', 'few');
    });
  });

  it('that changed since a dialog showed them are not charged: the dialog shows the new ones', async () => {
    await asVisitor(browser, {}, async ({ page, context, expectRefusal }) => {
      expectRefusal(409, '/api/cards/create');
      await context.addCookies(cookiesFor(site, person));
      // The page has read prices that no longer hold when the order is sent.
      let areOver = false;
      await page.route(/\/api\/prices$/, async (route) => {
        const response = await route.fetch();
        const { present } = (await response.json()) as ReplyOf<'prices.read'>;
        const before = { ...present, version: 99, cardFeeCents: 1_000 };
        await route.fulfill({ response, json: { present: areOver ? present : before, next: null } });
      });
      await page.goto(`${site}/dashboard`);
      await page.getByRole('button', { name: 'Create Card' }).first().click();
      await page.getByLabel('Nickname').fill('Dearer');
      await page.getByLabel('3DS code').first().fill('8642');
      const order = page.getByRole('button', { name: 'Create Card & Pay $15' });
      await order.waitFor();
      areOver = true;
      await order.click();
      await page.getByText('Our prices have changed.').first().waitFor();
      await page.getByRole('button', { name: 'Create Card & Pay $20' }).waitFor();
      expect((await person.done<ReplyOf<'user.read'>>('GET', '/user')).balance).toBe(10_000);
    });
  });
});

describe('a restricted country', () => {
  it('shows at the sign-up why it is not possible there', async () => {
    await asVisitor(browser, {}, async ({ page, context, expectRefusal }) => {
      expectRefusal(451, '/api/auth/register');
      await context.setExtraHTTPHeaders({ 'cloudfront-viewer-country': 'IR' });
      await page.goto(`${site}/signup`);
      await page.getByLabel('First name').fill('Ada');
      await page.getByLabel('Last name').fill('Lovelace');
      await page.getByLabel('Email').fill('ada.elsewhere@satchel.test');
      await page.getByLabel('Password', { exact: true }).fill('Ada-Lovelace-1');
      await page.getByLabel('Confirm password').fill('Ada-Lovelace-1');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('Satchel isn’t available in the country you’re in').first().waitFor();
    });
  });
});

describe('terms that changed', () => {
  it('are shown on every page until they are accepted', async () => {
    await asVisitor(browser, { viewport: phone }, async ({ page, context }) => {
      await context.addCookies(cookiesFor(site, person));
      // This stack knows no older terms: a stub returns the reply for a person who accepted older ones.
      let isDue = true;
      await page.route(/\/api\/user$/, async (route) => {
        const response = await route.fetch();
        const user = (await response.json()) as ReplyOf<'user.read'>;
        await route.fulfill({ response, json: isDue ? { ...user, termsDue: termsVersion } : user });
      });
      await page.goto(`${site}/dashboard`);
      await page.getByText('Our terms have changed').waitFor();
      await expectFineInEveryVariant(page, 'terms changed', 'few');
      isDue = false;
      // A reply may come late, with a balance that is no longer right: the account is read again.
      await page.route('**/api/user/terms', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...((await response.json()) as object), balance: 987_654_300 } });
      });
      await page.getByRole('button', { name: 'I accept the terms' }).click();
      await page.getByText('Our terms have changed').waitFor({ state: 'detached' });
      expect(await page.getByText('$9,876,543.00').count()).toBe(0);
    });
  });
});

describe('limits', () => {
  it('are planned by staff, and undone by one click', async () => {
    await asVisitor(browser, {}, async ({ page, context }) => {
      await context.addCookies(cookiesFor(site, admin));
      await page.goto(`${site}/admin/desk?view=settings`);
      const limits = page.getByRole('region', { name: 'Limits' });
      await limits.getByText('Up to $5,000.00 on a card and per transaction, $10,000.00 a month').waitFor();
      await limits.getByLabel('On a card, and per transaction').fill('99.99');
      await limits.getByLabel('Spending of a month').selectOption('$5,000.00');
      await limits.getByLabel('Limits begin (UTC)').fill('2099-01-01T00:00');
      await limits.getByLabel('Reason for these limits').fill('Fraud rises.');
      await limits.getByText('Enter $100.00 to $5,000.00.').waitFor();
      expect(await limits.getByRole('button', { name: 'Plan limits' }).isDisabled()).toBe(true);
      await limits.getByLabel('On a card, and per transaction').fill('2000');
      await limits.getByRole('button', { name: 'Plan limits' }).click();
      const planned = limits.getByRole('listitem').filter({ hasText: 'From Jan 1, 2099, 12:00 AM UTC' });
      await planned.getByText('Up to $2,000.00 on a card and per transaction, $5,000.00 a month').waitFor();
      await expectFineInEveryVariant(page, 'limits', 'few');
      const change = page.getByRole('listitem').filter({ hasText: 'Fraud rises.' });
      await change.getByText(/^Limits \d+ planned from Jan 1, 2099, 12:00 AM UTC: up to \$2,000\.00/).waitFor();
      await change.getByRole('button', { name: 'Undo' }).click();
      await planned.waitFor({ state: 'detached' });
      expect((await admin.done<ReplyOf<'admin.settings'>>('GET', '/admin/settings')).limits).toHaveLength(1);
    });
  });

  it('on a card’s page and in its dialogs are those of this card', async () => {
    const owner = await openFundedAccount(services, 6_000, 'lowered');
    const cardId = await openCard(owner, 'Errands');
    await asVisitor(browser, { viewport: phone }, async ({ page, context }) => {
      await context.addCookies(cookiesFor(site, owner));
      const lowered = { balance: 120_000, transaction: 120_000, monthlySpend: 500_000, holdable: 120_000 };
      const card = await owner.done<ReplyOf<'cards.read'>>('GET', `/cards/${cardId}/public`);
      await page.route(new RegExp(`/api/cards/${cardId}/public$`), (route) =>
        route.fulfill({ json: { ...card, limits: { ...card.limits, ...lowered } } }),
      );
      await page.goto(`${site}/cards/${cardId}?load`);
      const dialog = page.getByRole('dialog');
      const limit = dialog.getByText('This card holds at most $1,200.00: it has room for $1,195.00.');
      await limit.waitFor();
      await dialog.getByLabel('Amount to load').fill('1200');
      expect(await dialog.getByLabel('Amount to load').getAttribute('aria-invalid')).toBe('true');
      expect(await limit.count()).toBe(1);
      lowered.holdable = 4_000;
      await page.reload();
      await dialog.getByText('You can spend $40.00 more with this card this month: it has room for $35.00.').waitFor();
      await dialog.getByLabel('Amount to load').fill('36');
      expect(await dialog.getByLabel('Amount to load').getAttribute('aria-invalid')).toBe('true');
      await expectFineInEveryVariant(page, 'load above a lowered month', 'few');
      await page.goto(`${site}/cards/${cardId}`);
      await page.getByText('of $5,000.00 spent this month').first().waitFor();
      await page.getByText('$1,200.00').first().waitFor();
    });
  });
});
