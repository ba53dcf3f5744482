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

/** Starts anew when there is another version of the app: what this one asks for may be gone with it. */
async function startAnewIfReplaced(): Promise<void> {
  try {
    const answer = await fetch('/app.html', { cache: 'no-store' });
    if (answer.ok && !(await answer.text()).includes(new URL(import.meta.url).pathname)) window.location.reload();
  } catch {
    // No connection: nothing is known, and nothing that was typed is given up.
  }
}
window.addEventListener('vite:preloadError', () => void startAnewIfReplaced());
