import type { Page } from 'playwright-core';

/**
 * Lets calls of some addresses take effect and loses their answers, until the returned function is called. The
 * interception stays on afterwards: a request that is sent while the browser switches it off would wait forever.
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
