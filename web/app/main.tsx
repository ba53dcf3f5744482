import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from '#web/navigation/router.tsx';
import { untilFetched } from '#web/ui/chunk.ts';
import { App } from './app.tsx';
import { pageAt } from './pages.ts';
import { preloadPageAt } from '#web/navigation/preload-page.ts';

const container = document.querySelector<HTMLElement>('#root');
if (!container) throw new Error('the page has no #root');

const app = <App router={(children) => <BrowserRouter>{children}</BrowserRouter>} />;
const prerenderedFor = container.dataset['page'];

function isTypedInto(input: HTMLInputElement | HTMLTextAreaElement): boolean {
  return input.value !== '' && !input.readOnly && !/radio|checkbox/.test(input.type);
}

/**
 * Reloads the page as soon as the server answers, after a part of the app could not be fetched: a deployment removed
 * the part, or the network failed. A browser fetches such a part only once per document. Does not reload while text is
 * typed, nor twice within 30 seconds.
 */
async function reloadOnceReachable(): Promise<void> {
  const key = 'satchel.reloaded-at';
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < 30_000) return;
  await untilFetched(() => fetch('/app.html', { method: 'HEAD', cache: 'no-store' }));
  if ([...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea')].some(isTypedInto))
    return;
  sessionStorage.setItem(key, String(Date.now()));
  window.location.reload();
}
window.addEventListener('vite:preloadError', () => void reloadOnceReachable());

const outline = document.querySelector('.outline');
// The outline stays until the page, or anything else but the loading screen, is shown.
new MutationObserver((_, observer) => {
  if (container.querySelector(':scope > .loading-screen')) return;
  outline?.remove();
  observer.disconnect();
}).observe(container, { childList: true });

/**
 * Shows that the app has failed, which React takes off the page, and loads it again once: a page of days ago may not know
 * what the API says by now.
 */
const onUncaughtError = (thrown: unknown): void => {
  reportError(thrown);
  outline?.remove();
  container.innerHTML =
    '<main class="loading-screen"><div role="alert"><h1>Something went wrong on this page</h1></div><a class="btn btn-primary" href="">Reload</a></main>';
  void reloadOnceReachable();
};

// Fetches the page's chunk before React starts. A prerendered page then comes alive in place. Any other page would
// suspend, under the same loading animation as the document's, and React would hold it back by 300 ms (see
// preloadable.ts).
await preloadPageAt(window.location.pathname);
if (prerenderedFor !== undefined && pageAt(window.location.pathname)?.path === prerenderedFor) {
  hydrateRoot(container, app, { onUncaughtError });
} else {
  createRoot(container, { onUncaughtError }).render(app);
}
