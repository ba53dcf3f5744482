/**
 * Measures the time from a press or a key to the page's next picture, by the browser's own event timing, on a CPU four
 * times slower. Measures also a change of route that was made once before. A figure for people: no test asks for it.
 *
 *     node bin/measure-interactions.ts                  the stack of .local; the demo must be in it
 *     node bin/measure-interactions.ts <services.json>  another one
 */
import type { Page } from 'playwright-core';

import type { Services } from '#infra/local/supervisor/services.ts';
import { endBrowser, openBrowser, openVisitor, phone, signIn } from '#test/support/browser.ts';
import { withDefault } from './command-line/arguments.ts';
import { recordFigure, recordOption } from './command-line/figures.ts';
import { text } from './command-line/kinds.ts';
import { CommandFailure, runCommand } from './command-line/run-command.ts';
import { readServices } from './operator/read-services.ts';

/** Maximum time of one interaction, in milliseconds. */
const mostMs = 100;
const slowdown = 4;

type Timed = Window & { slowestEventMs: number };

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
const dashboard = { name: /^Everyday ending in/ } as const;

/** The interactions in their order, by name. Each ends when its result is on the page. */
const interactions: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['open Add Money', button('Add Money')],
  ['choose a coin', (page) => page.getByRole('button', { name: /^USDT/ }).click()],
  ['type an amount', (page) => page.getByLabel('USD amount', { exact: true }).pressSequentially('125')],
  ['choose a network', (page) => page.getByText('Binance Smart Chain', { exact: true }).click()],
  [
    'close with a question',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard', exact: true }).click();
    },
  ],
  [
    'search transactions',
    (page) =>
      page
        .getByRole('searchbox')
        .or(page.getByLabel(/search/i))
        .first()
        .pressSequentially('card'),
  ],
  ['switch the theme', button('Dark theme')],
  ['open the account menu', button('Account menu')],
  ['close the menu', (page) => page.keyboard.press('Escape')],
  ['open the palette', (page) => page.keyboard.press('Control+k')],
  ['type in the palette', (page) => page.keyboard.type('eve')],
  ['close the palette', (page) => page.keyboard.press('Escape')],
  [
    'go to a card',
    async (page) => {
      await page.getByRole('link', dashboard).click();
      await page.getByText('Card balance').waitFor();
    },
  ],
  ['open Load Money', button('Load Money')],
  ['type what to load', (page) => page.getByLabel('Amount to load').pressSequentially('50')],
  ['switch Includes Fee', (page) => page.getByRole('switch', { name: 'Includes Fee' }).click()],
];

await runCommand(
  import.meta,
  {
    summary: 'Measures how long a page takes from a press or a key to the next picture, on a CPU four times slower.',
    positionals: {
      services: withDefault(text, '.local/services.json', 'services.json of the stack; the demo must be in it'),
    },
    options: { record: recordOption },
  },
  async ({ services, record }) => {
    const { site, demo } = readServices<Services>(services);
    if (!demo) throw new CommandFailure('The stack has no demo: start it with SEED=demo.');
    const browser = await openBrowser({ isMeasured: true });
    const { context, page } = await openVisitor(browser, { viewport: phone, reducedMotion: 'no-preference' });
    await context.addInitScript(() => {
      Object.assign(window, { slowestEventMs: 0 });
      new PerformanceObserver((list) => {
        const timed = window as unknown as Timed;
        for (const { duration } of list.getEntries()) timed.slowestEventMs = Math.max(timed.slowestEventMs, duration);
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    });
    await signIn(page, site, demo.user);
    await page.getByRole('link', dashboard).waitFor();
    // Chunks that come with a first visit are part of loading; here everything is warm.
    await page.getByRole('link', dashboard).click();
    await page.getByText('Card balance').waitFor();
    await page.getByRole('link', { name: 'Back to dashboard' }).click();
    await page.getByRole('link', dashboard).waitFor();
    await page.waitForTimeout(2000);

    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    let slow = 0;
    let longestMs = 0;
    for (const [name, act] of interactions) {
      await page.evaluate(() => Object.assign(window, { slowestEventMs: 0 }));
      await act(page);
      // The browser reports an event once its picture is drawn, and rounds to eight milliseconds.
      await page.waitForTimeout(400);
      const tookMs = await page.evaluate(() => (window as unknown as Timed).slowestEventMs);
      if (tookMs > mostMs) slow += 1;
      longestMs = Math.max(longestMs, tookMs);
      console.log(`${String(tookMs).padStart(5)} ms  ${name}${tookMs > mostMs ? `  > ${mostMs}` : ''}`);
    }
    await endBrowser();
    console.log(`${slowdown}× slower CPU: ${slow} of ${interactions.length} took more than ${mostMs} ms`);
    if (record)
      recordFigure(
        'Interactions at a quarter of the CPU',
        `${interactions.length - slow} of ${interactions.length} within ${mostMs} ms, the longest ${longestMs} ms`,
      );
  },
);
