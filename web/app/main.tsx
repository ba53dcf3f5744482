import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app.tsx';
import { pageAt, preloadPageAt } from './pages.ts';

const container = document.querySelector<HTMLElement>('#root');
if (!container) throw new Error('the page has no #root');

const app = <App router={(children) => <BrowserRouter>{children}</BrowserRouter>} />;
const prerenderedFor = container.dataset['page'];

if (prerenderedFor !== undefined && pageAt(window.location.pathname)?.path === prerenderedFor) {
  // The page is drawn already; its chunk must be here before React looks at it.
  await preloadPageAt(window.location.pathname);
  hydrateRoot(container, app);
} else {
  void preloadPageAt(window.location.pathname);
  createRoot(container).render(app);
}

// After a deployment an open tab may ask for a chunk that is gone: start anew, once.
window.addEventListener('vite:preloadError', (event) => {
  const key = 'satchel.reloaded-at';
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < 30_000) return;
  sessionStorage.setItem(key, String(Date.now()));
  event.preventDefault();
  window.location.reload();
});
