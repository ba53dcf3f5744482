import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';

/**
 * Lets a page's time pass until a text is there. The page asks about a request without an answer every 1.5 s, for half a
 * minute.
 */
export async function passQuestions(page: Page, until: Locator): Promise<void> {
  await page.clock.install();
  const isThere = async (): Promise<boolean> => {
    await page.clock.fastForward(1_500);
    return until.isVisible();
  };
  await expect.poll(isThere, { timeout: 30_000 }).toBe(true);
}
