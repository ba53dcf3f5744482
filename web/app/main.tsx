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

function isTypedInto(input: HTMLInputElement): boolean {
  return input.value !== '' && !input.readOnly && !/radio|checkbox/.test(input.type);
}

/**
 * A part of the app did not come: a deployment has taken it away, or the network. A browser does not ask twice for it in
 * one document, so the page reloads as soon as the server answers; not while something is typed, and not in a circle.
 */
async function reloadOnceReachable(): Promise<void> {
  const key = 'satchel.reloaded-at';
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < 30_000) return;
  await untilFetched(() => fetch('/app.html', { method: 'HEAD', cache: 'no-store' }));
  if ([...document.querySelectorAll('input')].some(isTypedInto)) return;
  sessionStorage.setItem(key, String(Date.now()));
  window.location.reload();
}
window.addEventListener('vite:preloadError', () => void reloadOnceReachable());

const outline = document.querySelector('.outline');
// The outline of the page stays until the page can be shown, or something else instead of it.
new MutationObserver((_, observer) => {
  if (container.querySelector(':scope > .loading-screen')) return;
  outline?.remove();
  observer.disconnect();
}).observe(container, { childList: true });

// The page's chunk must be here before React looks at it: a page that is drawn already comes alive as it stands, and one
// that would suspend, under the same loading animation as the document's, is held back by 300 ms (see preloadable.ts).
await preloadPageAt(window.location.pathname);
if (prerenderedFor !== undefined && pageAt(window.location.pathname)?.path === prerenderedFor) {
  hydrateRoot(container, app);
} else {
  createRoot(container).render(app);
}
