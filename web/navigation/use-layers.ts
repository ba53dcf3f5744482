import { useEffect, useRef } from 'react';
import { goBack, navigate, rewriteEntry, useLocation } from './router.tsx';
import { pickQuery } from './page-query.ts';

/** Number of history entries between this one and the bare page below its dialogs. */
function layersOf(state: unknown): number {
  const layers = (state as { layers?: unknown } | null)?.layers;
  return typeof layers === 'number' ? layers : 0;
}

/**
 * Dialogs and their steps in the address. Each is an entry of the browser's history above the bare page, so that Back
 * closes one layer, a reload finds the dialog again, and closing leaves none of them behind.
 */
export function useLayers() {
  const { pathname, search, state, key } = useLocation();
  const layers = layersOf(state);
  const ofPage = pickQuery(search, true);
  const ofDialogs = pickQuery(search, false);
  /** Returns the query of a dialog together with the page's own part. */
  const above = (query: string): string => [ofPage, query].filter(Boolean).join('&');
  /** The entry that is being left: a second click must not leave the one below it too. */
  const leaving = useRef<string>(undefined);

  function push(query: string, from: number): void {
    navigate({ search: above(query) }, { state: { layers: from + 1 } });
  }

  // Gives a visitor who came by a link, or from the sign-in, the bare page below the dialog. Not through the router,
  // which would take the dialog and the text typed in it away for a moment.
  useEffect(() => {
    if (ofDialogs === '' || layers > 0) return;
    rewriteEntry(pathname + (ofPage && `?${ofPage}`), undefined);
    push(ofDialogs, 0);
    // Once per arrival.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);

  function back(steps: number): void {
    if (leaving.current === key) return;
    leaving.current = key;
    goBack(steps);
  }

  return {
    query: new URLSearchParams(search),
    /** Opens a dialog or its next step. */
    open: (query: string): void => push(query, layers),
    /** Goes back to an earlier step of the same dialog, `steps` below; `query` stands in for it where it was never shown. */
    backTo: (query: string, steps: number): void => {
      if (layers > steps) back(steps);
      else navigate({ search: above(query) }, { replace: true, state: { layers } });
    },
    /** Closes the dialog with all of its steps. */
    close: (): void => {
      if (layers > 0) back(layers);
      else navigate({ search: ofPage }, { replace: true });
    },
  };
}
