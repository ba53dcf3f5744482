import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type Axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { desktop, phone, takePicture } from './browser.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const variants = [
  { size: '1280', colorScheme: 'light', viewport: desktop },
  { size: '1280', colorScheme: 'dark', viewport: desktop },
  { size: '390', colorScheme: 'dark', viewport: phone },
  { size: '390', colorScheme: 'light', viewport: phone },
] as const;

/** Each theme and each size once: for a state that differs little from a screen that is checked in every variant. */
const fewVariants = variants.filter(({ size, colorScheme }) => (size === '1280') === (colorScheme === 'light'));

/** True with `VARIANTS=all`: screens are checked in all four variants, and pictures are taken of them. */
const isThorough = process.env['VARIANTS'] === 'all';

/**
 * Fails when axe finds a violation or an element is wider than the page, in light and dark, at desktop and phone size.
 * With `few`, or without `VARIANTS=all`, checks only light at desktop size and dark at phone size. Leaves desktop size.
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
  // Sends axe only once per document, because that takes longer than the analysis.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const options: RunOptions = {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: Object.fromEntries(rulesOff.map((id) => [id, { enabled: false }])),
    // Rules that pass are not listed: listing them would take longer than finding those that fail.
    resultTypes: ['violations'],
    // The HTML of a finding identifies its element.
    selectors: false,
  };
  return page.evaluate(async (asked) => {
    const { axe } = window as unknown as { readonly axe: typeof Axe };
    const { violations } = await axe.run(document, asked);
    return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html.slice(0, 160)) }));
  }, options);
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
