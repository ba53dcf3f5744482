import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { mailTo, openAccount } from '#infra/local/seed/open-account.ts';
import { asVisitor, openBrowser, signIn, signInByCall } from '#test/support/browser.ts';
import { passTime } from '#test/support/money-stack.ts';
import { eventually } from '#test/support/eventually.ts';
import { expectFineInEveryVariant } from '#test/support/variants.ts';

const services = inject('services');
const { site } = services;
const password = 'Long-Walks-88';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

it('mails a link that works only signed in, asks for a proof, and downloads one file', async () => {
  const email = `mover.${Date.now()}@example.com`;
  await openAccount(services, { email, password, firstname: 'Mo', lastname: 'Mover' });
  let link = '';
  await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
    await signIn(page, site, { email, password }, '/profile-settings');
    await page.getByRole('button', { name: 'Email me the link' }).click();
    await page.getByText(`We emailed a link to ${email}.`).waitFor();
    await expectFineInEveryVariant(page, 'data export asked', 'few');
    await eventually(async () => {
      link = /https?:[^\s"\\]+\/data-export#[\w.-]+/.exec(JSON.stringify(await mailTo(services, email)))?.[0] ?? '';
      expect(link).not.toBe('');
    });
    await passTime(services, 11 * 60_000);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Your data' }).waitFor();
    await expectFineInEveryVariant(page, 'data export', 'few');
    expectRefusal(403, '/api/user/export/read');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    await page.getByRole('dialog', { name: 'Confirm it’s you' }).getByLabel('Password', { exact: true }).fill(password);
    await expectFineInEveryVariant(page, 'data export proof', 'few');
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^satchel-data-\d{4}-\d\d-\d\d\.json$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ profile: [{ email, firstname: 'Mo' }], cards: [] });
    expect(text).not.toContain(password);
    await page.getByText('Your file is downloaded.').waitFor();
    await expectFineInEveryVariant(page, 'data export done', 'few');
  });
  // A guest signs in first, and another person gets nothing.
  await asVisitor(browser, {}, async ({ page, expectRefusal }) => {
    await page.goto(link);
    await page.waitForURL(/\/login/);
    if (!services.demo) throw new Error('the stack has no demo');
    await signInByCall(page, site, services.demo.user);
    await page.goto(link);
    expectRefusal(400, '/api/user/export/read');
    await page.getByRole('button', { name: 'Download my data' }).click();
    await page.getByText('Invalid or expired link').waitFor();
    await expectFineInEveryVariant(page, 'data export dead link', 'few');
  });
});
