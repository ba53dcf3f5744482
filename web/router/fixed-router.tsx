import { useMemo, type ReactNode } from 'react';
import { RouterContext } from './router-context.ts';

/** A router that stays at one address: for drawing a page where there is no browser. */
export function FixedRouter({ pathname, children }: { pathname: string; children: ReactNode }) {
  const router = useMemo(
    () => ({ place: { pathname, search: '', hash: '', state: null }, navigate: () => undefined }),
    [pathname],
  );
  return <RouterContext value={router}>{children}</RouterContext>;
}
