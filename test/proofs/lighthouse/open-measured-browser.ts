import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { chromium, type BrowserContext } from 'playwright-core';

import { findChromium } from '#test/support/installed-chromium.ts';

/** A browser that Lighthouse can share with us: its only context has the cookies of the signed-in visitor. */
export type MeasuredBrowser = AsyncDisposable & { readonly context: BrowserContext; readonly port: number };

/** Starts a browser with a profile of its own, which is deleted when the browser is disposed of. */
export async function openMeasuredBrowser(): Promise<MeasuredBrowser> {
  const port = await freePort();
  const profile = await mkdtemp(path.join(tmpdir(), 'satchel-lighthouse-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...(await findChromium()),
    args: [
      `--remote-debugging-port=${port}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
    ],
  });
  return {
    context,
    port,
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
