import { useEffect, useRef } from 'react';
import { useLocation } from '#web/navigation/router.tsx';
import { documentTitle } from '#web/navigation/document-title.ts';
import { pageAt } from './pages.ts';

/** On a change of page: the title, the top of the page, and the focus on its heading. The first page is left alone. */
export function RouteFocus() {
  const { pathname } = useLocation();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const page = pageAt(pathname);
    if (page) document.title = documentTitle(page.title);
    const isFirst = shown.current === undefined;
    if (shown.current === pathname || isFirst) {
      shown.current = pathname;
      return;
    }
    shown.current = pathname;
    window.scrollTo(0, 0);
    const frame = requestAnimationFrame(() => {
      // A page that put the focus into its first field knows better.
      if (document.activeElement?.matches('main *')) return;
      const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return null;
}
