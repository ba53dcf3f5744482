import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { mailsTo, openAccount } from '#infra/local/seed/open-account.ts';
import { asVisitor, openBrowser, signIn } from '#test/support/browser.ts';
import { callDoor, runJob } from '#test/support/money-stack.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';

const services = inject('services');
const { site, mail } = services;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

it('a person whose mails bounce sees a warning on every page, and a way to change the address', async () => {
  const login = { email: `returned.${Date.now()}@example.com`, password: 'Long-Walks-88' };
  const client = await openAccount(services, { ...login, firstname: 'Rita', lastname: 'Lund' });
  await callDoor(`${mail}/returned`, { address: login.email, reason: 'BOUNCE' });
  expect(await runJob(services, 'mark-returned-mails')).toMatchObject({ marked: 1, failed: 0 });
  expect(await client.done('GET', '/user')).toMatchObject({ mailReturned: 'bounce' });

  // The address gets no further mails, as SES suppresses it too.
  const before = (await mailsTo(services, login.email)).length;
  await client.done('POST', '/auth/password/forgot', { email: login.email });
  expect(await mailsTo(services, login.email)).toHaveLength(before);

  await asVisitor(browser, {}, async ({ page }) => {
    await signIn(page, site, login);
    await page.getByText('Our emails to you do not arrive', { exact: true }).waitFor();
    await page.getByText(`Emails to ${login.email} come back.`).waitFor();
    await expectFineInEveryVariant(page, 'mails come back', 'few');
    await page.getByRole('link', { name: 'Change my email address' }).click();
    await page.waitForURL(`${site}/profile-settings`);
  });
});
