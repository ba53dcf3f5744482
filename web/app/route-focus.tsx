import { useEffect, useRef } from 'react';
import { useLocation } from '#web/navigation/router.tsx';
import { documentTitle } from '#web/navigation/document-title.ts';
import { pageAt } from './pages.ts';

/**
 * On each change of page, sets the title, scrolls to the top and focuses the heading. The first page only gets its
 * title.
 */
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
      // Keeps the focus of a page that has focused its first field.
      if (document.activeElement?.matches('main *')) return;
      const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return null;
}
