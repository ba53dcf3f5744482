import { beforeEach, expect, it, vi } from 'vitest';
import type { Browser } from 'playwright-core';

const { started, launch } = vi.hoisted(() => {
  const started: { args: readonly string[]; isOpen: boolean; closed: number }[] = [];
  const launch = vi.fn(async ({ args }: { args: readonly string[] }) => {
    const browser = { args, isOpen: true, closed: 0 };
    started.push(browser);
    return {
      isConnected: () => browser.isOpen,
      contexts: () => [],
      close: async () => {
        browser.closed += 1;
      },
    } as unknown as Browser;
  });
  return { started, launch };
});

vi.mock('playwright-core', () => ({ chromium: { launch } }));
vi.mock('./installed-chromium.ts', () => ({ findChromium: async () => ({}) }));

const isForMeasuring = ({ args }: { args: readonly string[] }): boolean =>
  !args.some((arg) => arg.includes('--no-opt'));

beforeEach(() => {
  vi.resetModules();
  started.length = 0;
});

it('measures in a browser of its own, whichever was opened first', async () => {
  const { openBrowser } = await import('./browser.ts');
  const ordinary = await openBrowser();
  const measured = await openBrowser({ isMeasured: true });
  expect(measured).not.toBe(ordinary);
  expect(started.map(isForMeasuring)).toEqual([false, true]);
  expect([await openBrowser(), await openBrowser({ isMeasured: true })]).toEqual([ordinary, measured]);
  expect(started).toHaveLength(2);
});

it('replaces a browser that crashed, and ends all of them', async () => {
  const { endBrowser, openBrowser } = await import('./browser.ts');
  const crashed = await openBrowser();
  await openBrowser({ isMeasured: true });
  for (const browser of started) browser.isOpen = isForMeasuring(browser);
  expect(await openBrowser()).not.toBe(crashed);
  await endBrowser();
  expect(started.map(({ closed }) => closed)).toEqual([1, 1, 1]);
});
