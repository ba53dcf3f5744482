import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
} from 'react';
import {
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  useLocation,
  type Location,
  type Navigator,
} from 'react-router-dom';
import { matchPath, type PathParams } from './match-path.ts';

let opened: ReturnType<typeof createBrowserHistory> | undefined;

/** The browser's history. Opened at its first use: a page that is drawn without a browser has none. */
function browserHistory() {
  return (opened ??= createBrowserHistory({ window, v5Compat: true }));
}

/** Returns the history entry that the browser is at, though the page may not show it yet. */
export function presentLocation(): Location {
  return browserHistory().location;
}

/** Where to go: an address, or another query of the present one without its hash. */
type Goal = string | { readonly search: string };

/** Goes to an address of the app, by an entry of its own or in place of the present one. */
export function navigate(
  to: Goal,
  { replace = false, state }: { readonly replace?: boolean; readonly state?: unknown } = {},
): void {
  const goal = typeof to === 'string' ? to : { search: to.search && `?${to.search}` };
  browserHistory()[replace ? 'replace' : 'push'](goal, state);
}

/** Goes back by some entries of the history. */
export function goBack(steps: number): void {
  browserHistory().go(-steps);
}

/** Changes the present entry while the page goes on showing what it was. */
export function rewriteEntry(address: string, state: unknown): void {
  // `usr` is where the router keeps the state of an entry.
  window.history.replaceState({ ...(window.history.state as object), usr: state }, '', address);
}

/** Shows its children the browser's address. A page stays until the next one can be shown. */
export function BrowserRouter({ children }: { readonly children: ReactNode }) {
  const history = browserHistory();
  const [{ location, action }, setShown] = useState<Pick<typeof history, 'location' | 'action'>>(history);
  useLayoutEffect(() => history.listen((update) => startTransition(() => setShown(update))), [history]);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}

/** Navigator of a page that is drawn without a browser: it goes nowhere. */
const nowhere: Navigator = {
  createHref: String,
  go: () => undefined,
  push: () => undefined,
  replace: () => undefined,
};

/** Shows its children one path, without a browser. */
export function StaticRouter({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  return (
    <Router location={path} navigator={nowhere} static>
      {children}
    </Router>
  );
}

export { useLocation };

/** Returns the parts of the present address by the names in a path; empty when the address does not match. */
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

/** A link inside the app. With a modifier key or another mouse button, the browser handles the click. */
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
