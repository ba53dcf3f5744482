import { createContext } from 'react';
import type { Place } from './place.ts';

/** How to get to an address: instead of the present one, or after it; `state` is handed along and survives a reload. */
export type Navigate = (to: string, options?: { readonly replace?: boolean; readonly state?: unknown }) => void;

/** What everything beneath a router knows. */
export const RouterContext = createContext<{ readonly place: Place; readonly navigate: Navigate }>({
  place: { pathname: '/', search: '', hash: '', state: null },
  navigate: () => undefined,
});
