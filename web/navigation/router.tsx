import {
  createContext,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { matchPath, type PathParams } from './match-path.ts';

/** An entry of the browser's history: its address, the state that is kept with it, and a key that no other entry has. */
export type Location = {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly state: unknown;
  readonly key: string;
};

/** Our part of an entry that the browser keeps. */
type Kept = { readonly state?: unknown; readonly key?: string };

function keptHere(): Kept {
  return (window.history.state ?? {}) as Kept;
}

/** Returns the entry that the browser is at, though the page may not show it yet. */
export function presentLocation(): Location {
  const { pathname, search, hash } = window.location;
  const { state, key = 'first' } = keptHere();
  return { pathname, search, hash, state, key };
}

/** Follows changes of the address that were made here; the browser reports only those that it made itself. */
const followers = new Set<() => void>();

/** Where to go: an address, or another query of the present one without its hash. */
type Goal = string | { readonly search: string };

function addressOf(goal: Goal): string {
  if (typeof goal === 'string') return goal;
  return window.location.pathname + (goal.search && `?${goal.search}`);
}

/** Goes to an address of the app, by an entry of its own or in place of the present one. */
export function navigate(
  to: Goal,
  { replace = false, state }: { readonly replace?: boolean; readonly state?: unknown } = {},
): void {
  const kept: Kept = { state, key: Math.random().toString(36).slice(2) };
  window.history[replace ? 'replaceState' : 'pushState'](kept, '', addressOf(to));
  for (const follow of followers) follow();
}

/** Goes back by some entries of the history. */
export function goBack(steps: number): void {
  window.history.go(-steps);
}

/** Changes the present entry while the page goes on showing what it was. */
export function rewriteEntry(address: string, state: unknown): void {
  window.history.replaceState({ ...keptHere(), state }, '', address);
}

const LocationContext = createContext<Location>({ pathname: '/', search: '', hash: '', state: undefined, key: '' });

/** Shows its children the browser's address. A page stays until the next one can be shown. */
export function BrowserRouter({ children }: { readonly children: ReactNode }) {
  const [location, setLocation] = useState(presentLocation);
  useLayoutEffect(() => {
    const follow = (): void => startTransition(() => setLocation(presentLocation()));
    followers.add(follow);
    window.addEventListener('popstate', follow);
    return () => {
      followers.delete(follow);
      window.removeEventListener('popstate', follow);
    };
  }, []);
  return <LocationContext value={location}>{children}</LocationContext>;
}

/** Shows its children one path, without a browser. */
export function StaticRouter({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const location: Location = { pathname: path, search: '', hash: '', state: undefined, key: '' };
  return <LocationContext value={location}>{children}</LocationContext>;
}

/** Returns the entry that the page shows. */
export function useLocation(): Location {
  return use(LocationContext);
}

/** Returns what stands in the address for the names of a path; nothing where the page is another one. */
export function useParams<Path extends string>(path: Path): Partial<PathParams<Path>> {
  return matchPath(path, useLocation().pathname) ?? {};
}

type SetQuery = (
  query: URLSearchParams | Readonly<Record<string, string>>,
  options?: { readonly replace?: boolean },
) => void;

const setQuery: SetQuery = (query, options) => navigate({ search: new URLSearchParams(query).toString() }, options);

/** Returns the query of the address, and how to go to another one of the same page. */
export function useSearchParams(): readonly [URLSearchParams, SetQuery] {
  const { search } = useLocation();
  return [useMemo(() => new URLSearchParams(search), [search]), setQuery];
}

/** Goes to another address in place of this one as soon as it is drawn. */
export function Redirect({ to, state }: { readonly to: string; readonly state?: unknown }) {
  useEffect(() => {
    navigate(to, { replace: true, state });
    // Once per address: the state is a new object at every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [to]);
  return null;
}

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  readonly to: string;
  readonly state?: unknown;
};

/** A link inside the app. With a key held down, or another button, it is the browser's own. */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  function clicked(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const isOrdinary = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const { origin, href } = new URL(to, window.location.href);
    if (event.defaultPrevented || !isOrdinary || origin !== window.location.origin) return;
    event.preventDefault();
    // A second entry for the same address would be one more step back to nowhere.
    navigate(to, { state, replace: href === window.location.href });
  }
  return <a {...rest} href={to} onClick={clicked} />;
}
