import { startTransition, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Place } from './place.ts';
import { RouterContext, type Navigate } from './router-context.ts';

function presentPlace(): Place {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash, state: window.history.state as unknown };
}

/**
 * Follows the browser's address. A change is a transition: the page before stays until the next one's chunk is here, so
 * nothing is ever blank.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(presentPlace);
  const follow = useCallback(() => startTransition(() => setPlace(presentPlace())), []);

  useEffect(() => {
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [follow]);

  const navigate = useCallback<Navigate>(
    (to, { replace = false, state = null } = {}) => {
      if (replace) window.history.replaceState(state, '', to);
      else window.history.pushState(state, '', to);
      follow();
    },
    [follow],
  );
  const router = useMemo(() => ({ place, navigate }), [place, navigate]);
  return <RouterContext value={router}>{children}</RouterContext>;
}
