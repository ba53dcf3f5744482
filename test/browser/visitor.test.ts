import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, it } from 'vitest';

import { openBrowser, openVisitor } from '#test/support/browser.ts';

it('a visitor leaves while a changed answer is still asked for, and nothing fails behind them', async () => {
  const silent = createServer(() => asked.resolve());
  const asked = Promise.withResolvers<void>();
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const failures: unknown[] = [];
  const note = (reason: unknown): unknown => failures.push(reason);
  process.on('unhandledRejection', note);
  try {
    const { context, page } = await openVisitor(await openBrowser());
    await page.route('http://silent.test/', async (route) => {
      await route.fulfill({ response: await route.fetch({ url: `http://127.0.0.1:${port}/` }) });
    });
    const visit = page.goto('http://silent.test/').catch(() => 'left');
    await asked.promise;
    await context.close();
    expect(await visit).toBe('left');
    // A rejection is reported after all promises that could still catch it.
    await new Promise(setImmediate);
    expect(failures).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
    silent.closeAllConnections();
    silent.close();
  }
});
