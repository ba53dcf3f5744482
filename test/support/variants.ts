import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { desktop, phone, takePicture } from './browser.ts';

const variants = [
  { size: '1280', colorScheme: 'light', viewport: desktop },
  { size: '1280', colorScheme: 'dark', viewport: desktop },
  { size: '390', colorScheme: 'dark', viewport: phone },
  { size: '390', colorScheme: 'light', viewport: phone },
] as const;

/** Both themes and both sizes, each once: for a state that differs from a screen seen in every variant by little. */
const fewVariants = variants.filter(({ size, colorScheme }) => (size === '1280') === (colorScheme === 'light'));

/** `VARIANTS=all` checks everything in all four and leaves a picture of each; otherwise each theme and each size has its turn. */
const isThorough = process.env['VARIANTS'] === 'all';

/**
 * Fails unless axe finds nothing, and nothing is wider than the page, in light and dark, at a desk and on a phone (`few`,
 * and unless `VARIANTS=all`: light at a desk and dark on a phone). The page is at a desk again afterwards.
 */
export async function expectFineInEveryVariant(page: Page, name: string, few: 'few' | 'all' = 'all'): Promise<void> {
  for (const { size, colorScheme, viewport } of few === 'few' || !isThorough ? fewVariants : variants) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await untilStill(page);
    await takePicture(page, `${name.replaceAll(/\W+/g, '-')}-${size}-${colorScheme}`);
    expect(await findViolations(page), `${name}: ${size} pixels, ${colorScheme}`).toEqual([]);
    const wider = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(wider, `${name}: pixels wider than ${size}, ${colorScheme}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(desktop);
}

/** Returns the findings of axe, each with its place, but for those of `rulesOff`. */
export async function findViolations(page: Page, rulesOff: readonly string[] = []): Promise<unknown[]> {
  // The builder sends all of axe into the page each time, which takes longer than the analysis: a document keeps it.
  const hasAxe = await page.evaluate(() => 'axe' in window);
  const { violations } = await new AxeBuilder({ page, ...(hasAxe && { axeSource: 'void 0' }) })
    // Nothing here is in a frame; without frames to wait for it is twice as fast.
    .setLegacyMode()
    // Rules that pass are not listed: listing them would take longer than finding those that fail.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .disableRules([...rulesOff])
    .analyze();
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html.slice(0, 160)) }));
}

/** Waits for transitions to end: colors may be on their way from one theme to the other. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) {
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    }
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map((transition) => transition.finished));
  });
}
