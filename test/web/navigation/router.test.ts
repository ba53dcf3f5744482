import type { MouseEvent, ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as router from '#web/navigation/router.tsx';

const origin = 'https://satchel.example';

type Entry = { readonly state: unknown; readonly url: URL };

/** The browser's history, as far as the router uses it. */
function browserAt(address: string) {
  const entries: Entry[] = [{ state: null, url: new URL(address, origin) }];
  let at = 0;
  const shown = (): Entry => {
    const entry = entries[at];
    if (!entry) throw new Error('there is no such entry');
    return entry;
  };
  const resolved = (to: string): URL => new URL(to, shown().url);
  return {
    entries,
    get location() {
      return shown().url;
    },
    history: {
      get state() {
        return shown().state;
      },
      pushState: (state: unknown, _: string, to: string) => {
        entries.splice(at + 1, entries.length, { state, url: resolved(to) });
        at += 1;
      },
      replaceState: (state: unknown, _: string, to?: string) => {
        entries[at] = { state, url: to === undefined ? shown().url : resolved(to) };
      },
      go: (steps: number) => {
        at += steps;
      },
    },
  };
}

let browser: ReturnType<typeof browserAt>;
let opened: typeof router;
beforeEach(async () => {
  browser = browserAt('/dashboard?search=coffee#top');
  vi.stubGlobal('window', browser);
  // The router opens the history once.
  vi.resetModules();
  opened = await import('#web/navigation/router.tsx');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const addresses = (): string[] => browser.entries.map(({ url }) => url.href.slice(origin.length));

it('navigates by a new history entry with a state and a key of its own', () => {
  const { goBack, navigate, presentLocation } = opened;
  const first = presentLocation();
  expect(first).toMatchObject({ pathname: '/dashboard', search: '?search=coffee', hash: '#top', state: null });
  navigate('/cards/crd_1?load', { state: { layers: 1 } });
  const second = presentLocation();
  expect(second).toMatchObject({ pathname: '/cards/crd_1', search: '?load', hash: '', state: { layers: 1 } });
  navigate('/cards/crd_1?load');
  expect(new Set([first.key, second.key, presentLocation().key]).size).toBe(3);
  goBack(2);
  expect(presentLocation()).toEqual(first);
});

it('navigates to another query of the same page, and to none where it is empty', () => {
  const { navigate } = opened;
  navigate({ search: 'status=open' });
  navigate({ search: '' }, { replace: true });
  expect(addresses()).toEqual(['/dashboard?search=coffee#top', '/dashboard']);
});

it('rewrites a history entry, which keeps its key', () => {
  const { navigate, presentLocation, rewriteEntry } = opened;
  navigate('/users', { state: 1 });
  const { key } = presentLocation();
  rewriteEntry('/users?open=usr_1', { from: '/users' });
  expect(presentLocation()).toMatchObject({ search: '?open=usr_1', state: { from: '/users' }, key });
  expect(addresses()).toHaveLength(2);
});

/** Presses a link; true when the router took the press, and not the browser. */
function press(props: router.LinkProps, how: Partial<MouseEvent> = {}): boolean {
  const event = {
    button: 0,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
    ...how,
  };
  const link = opened.Link(props) as ReactElement<{
    readonly href: string;
    readonly onClick: (event: unknown) => void;
  }>;
  expect(link.props.href).toBe(props.to);
  const before = addresses().join();
  link.props.onClick(event);
  return addresses().join() !== before;
}

it('a press on a link goes to its address, and adds no entry for the address that is shown', () => {
  expect(press({ to: '/activity', state: { layers: 1 } })).toBe(true);
  expect(opened.presentLocation()).toMatchObject({ pathname: '/activity', state: { layers: 1 } });
  press({ to: '/activity' });
  expect(addresses()).toEqual(['/dashboard?search=coffee#top', '/activity']);
});

it.each([[{ metaKey: true }], [{ ctrlKey: true }], [{ shiftKey: true }], [{ altKey: true }], [{ button: 1 }]])(
  'leaves a press with %j to the browser',
  (how) => {
    expect(press({ to: '/activity' }, how)).toBe(false);
  },
);

it('leaves a link to another site to the browser, and ignores a press that was prevented', () => {
  expect(press({ to: 'https://elsewhere.example/activity' })).toBe(false);
  expect(press({ to: '/activity', onClick: (event) => event.preventDefault() })).toBe(false);
  expect(press({ to: '/activity', onClick: () => {} })).toBe(true);
});
