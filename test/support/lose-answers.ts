import type { Page } from 'playwright-core';

/**
 * Has the calls of some addresses done and their answers lost, until the returned function is called. The interception
 * stays on: a request that is sent just while a browser switches it off waits forever, and the page asks again all the time.
 */
export async function loseAnswers(
  page: Page,
  path: RegExp,
  beforeLoss: () => Promise<void> = async () => {},
): Promise<() => void> {
  let isLost = true;
  await page.route(path, async (route) => {
    if (!isLost) return route.fallback();
    await route.fetch();
    await beforeLoss();
    return route.abort('connectionreset');
  });
  return () => {
    isLost = false;
  };
}
