import path from 'node:path';

import type { Browser } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { asVisitor, desktop, openBrowser, phone, takePicture } from '#test/support/browser.ts';
import { findViolations, untilStill } from '#test/support/variants.ts';

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

it('shows every component in every state, and axe finds nothing, light at a desk and dark on a phone', async () => {
  await asVisitor(browser, { viewport: desktop, colorScheme: 'light' }, async ({ page, expectRefusal }) => {
    // The gallery shows a failed load.
    expectRefusal(409, '/api/transactions/dep_unknown');
    // Both variants use one load of the page, since each load fetches every source file and compiles the whole kit.
    await page.goto(address);
    await page.getByRole('heading', { name: 'Dialogs' }).waitFor();
    await page.getByText('Failed to load. Please try again.').last().waitFor();
    const backgrounds = new Set<string>();
    for (const [colorScheme, viewport] of [
      ['light', desktop],
      ['dark', phone],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await untilStill(page);
      backgrounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
      expect(await page.getByRole('figure').count()).toBeGreaterThan(70);
      await takePicture(page, `gallery-${colorScheme}`, { full: true });
      // The gallery shows the same landmark once for each of its states.
      expect(await findViolations(page, ['landmark-unique']), colorScheme).toEqual([]);
    }
    expect(backgrounds.size).toBe(2);
    // On a phone the arrows of a long list of pages share a line.
    const arrows = page.getByRole('navigation', { name: 'Sample pages' }).getByRole('button', { name: /page$/ });
    const boxes = await Promise.all((await arrows.all()).map((arrow) => arrow.boundingBox()));
    expect(boxes.map((box) => box?.y)).toEqual(Array.from({ length: 4 }, () => boxes[0]?.y));
  });
});
