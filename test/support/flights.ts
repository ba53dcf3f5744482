import { setTimeout as wait } from 'node:timers/promises';

import type { Page } from 'playwright-core';

/** Delay of each request, in milliseconds: far more than all work between two requests, even on a busy machine. */
const flightMs = 1_500;

/** A request of a page: when it began and when its answer was there, in milliseconds since the document began. */
type Request = { readonly startTime: number; readonly responseEnd: number };

/**
 * Opens an address and waits until it has `arrived`. Returns the number of flights, requests that had to wait for one
 * another, until then and until the largest text was drawn. Two flights are the document, and then everything else at
 * once. The numbers are the same on every machine.
 */
export async function flightsOf(
  page: Page,
  address: string,
  arrived: (page: Page) => Promise<void>,
): Promise<{ readonly toArrival: number; readonly toLargestPaint: number }> {
  await page.route('**/*', async (route) => {
    await wait(flightMs);
    // Fails for requests of a page that was left meanwhile.
    await route.continue().catch(() => undefined);
  });
  await page.goto(address);
  await arrived(page);
  const { requests, paintedAtMs, arrivedAtMs } = await page.evaluate(async () => {
    const arrivedAtMs = performance.now();
    // The arrived page is drawn with the next frame, and the browser reports its largest text after that.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))));
    const paintedAt = new Promise<number>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
        type: 'largest-contentful-paint',
        buffered: true,
      });
    });
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    return {
      arrivedAtMs,
      paintedAtMs: await paintedAt,
      requests: (entries as PerformanceResourceTiming[]).map(({ startTime, responseEnd }) => ({
        startTime,
        responseEnd,
      })),
    };
  });
  const until = (endMs: number): number => chainOf(requests.filter(({ responseEnd }) => responseEnd <= endMs));
  return { toArrival: until(arrivedAtMs), toLargestPaint: until(paintedAtMs) };
}

/** Returns the length of the longest chain of requests that each began after the one before was answered. */
function chainOf(requests: readonly Request[]): number {
  const lengths: { readonly responseEnd: number; readonly length: number }[] = [];
  for (const { startTime, responseEnd } of requests.toSorted((one, other) => one.responseEnd - other.responseEnd)) {
    const before = lengths.filter((each) => each.responseEnd <= startTime).map((each) => each.length);
    lengths.push({ responseEnd, length: 1 + Math.max(0, ...before) });
  }
  return Math.max(0, ...lengths.map((each) => each.length));
}
