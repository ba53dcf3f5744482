import type { Page, Route } from 'playwright-core';

/**
 * Answers calls of some addresses in place of the API, until the returned function is called. The interception stays on
 * afterwards: a browser that switches it off may leave a request of that moment without an answer, and the page, which
 * reads again and again, waits for it forever.
 */
export async function intercept(
  page: Page,
  url: Parameters<Page['route']>[0],
  answer: (route: Route) => Promise<void>,
): Promise<() => void> {
  let isOn = true;
  await page.route(url, (route) => (isOn ? answer(route) : route.fallback()));
  return () => {
    isOn = false;
  };
}
