import vm from 'node:vm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startScript } from '#web/build/document-scripts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Runs the script in a page. Returns the names that it adds to the head, and a function that paints. */
function startIn({ hidden = false, outlined }: { hidden?: boolean; outlined?: Promise<unknown> }) {
  const added: { readonly src?: string; readonly href?: string }[] = [];
  let paint = (): void => undefined;
  vm.runInNewContext(startScript, {
    document: {
      hidden,
      querySelector: () => ({ dataset: { scripts: '/assets/app.js /assets/vendor.js' } }),
      createElement: () => ({}),
      head: { append: (element: object) => added.push(element) },
    },
    window: { outlined },
    PerformanceObserver: class {
      observe = (): void => undefined;
      constructor(done: () => void) {
        paint = done;
      }
    },
    requestAnimationFrame: (draw: () => void) => setTimeout(draw, 16),
    setTimeout,
  });
  return { names: () => added.map(({ src, href }) => src ?? href), paint: () => paint() };
}

const scripts = ['/assets/vendor.js', '/assets/app.js'];

it('fetches the scripts once the page is painted', async () => {
  const page = startIn({});
  await vi.advanceTimersByTimeAsync(100);
  expect(page.names()).toEqual([]);
  page.paint();
  await vi.advanceTimersByTimeAsync(20);
  expect(page.names()).toEqual(scripts);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(page.names()).toEqual(scripts);
});

it('fetches the scripts after the frame that shows the outline’s facts', async () => {
  const read = Promise.withResolvers<undefined>();
  const page = startIn({ outlined: read.promise });
  page.paint();
  await vi.advanceTimersByTimeAsync(150);
  expect(page.names()).toEqual([]);
  read.resolve(undefined);
  await vi.advanceTimersByTimeAsync(10);
  expect(page.names()).toEqual([]);
  await vi.advanceTimersByTimeAsync(10);
  expect(page.names()).toEqual(scripts);
});

it('waits at most a quarter of a second for a paint or a read that does not come', async () => {
  for (const outlined of [undefined, new Promise(() => undefined)]) {
    const page = startIn(outlined ? { outlined } : {});
    if (outlined) page.paint();
    await vi.advanceTimersByTimeAsync(249);
    expect(page.names()).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(page.names()).toEqual(scripts);
  }
});

it('starts the scripts at once in the background, which is not painted', () => {
  expect(startIn({ hidden: true }).names()).toEqual(scripts);
});
