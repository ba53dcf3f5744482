import path from 'node:path';

import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { asVisitor, desktop, openBrowser, phone, takePicture } from '#test/support/browser.ts';

let server: ViteDevServer;
let browser: Browser;
let address: string;

beforeAll(async () => {
  server = await createServer({
    configFile: path.resolve(import.meta.dirname, '../../web/gallery/vite.config.ts'),
    logLevel: 'error',
    server: { port: 0 },
  });
  await server.listen();
  [address = ''] = server.resolvedUrls?.local ?? [];
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it.each([
  ['light', desktop],
  ['dark', phone],
] as const)('shows every component in every state, and axe finds nothing: %s', async (theme, viewport) => {
  await asVisitor(browser, { viewport }, async ({ page, expectRefusal }) => {
    // The look of a failed load.
    expectRefusal(409, '/api/transactions/dep_unknown');
    await page.goto(`${address}?theme=${theme}`);
    await page.getByRole('heading', { name: 'Dialogs' }).waitFor();
    await page.getByText('Failed to load. Please try again.').last().waitFor();
    expect(await page.getByRole('figure').count()).toBeGreaterThan(70);
    await takePicture(page, `gallery-${theme}`, { full: true });
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'] })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      // The same panel stands here in each of its states.
      .disableRules(['landmark-unique'])
      .analyze();
    expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html.slice(0, 160)) }))).toEqual([]);
  });
});
