/** The visitor of a page. */
export type Visitor = 'guest' | 'user' | 'admin';

/** A page that is measured, and what it may cost. Bytes are gzipped; times are of Lighthouse's simulated slow phone. */
export type PageBudget = {
  readonly name: string;
  /** The path; a card's address is known only once a person is signed in. */
  readonly path: `/${string}` | 'first card';
  readonly visitor: Visitor;
  readonly maxLcpMs: number;
  readonly maxJsBytes: number;
  readonly maxCssBytes?: number;
  /** Every score must be 100: only of pages that search engines are meant to find. */
  readonly perfect?: true;
};

/** More than this may nothing move on any page. */
export const maxLayoutShift = 0.02;

/**
 * Limits of each measured page. Pages behind the sign-in without limits of their own are held to the dashboard's time
 * and styles; what the dashboard and they fetch together is less than the whole app may be (190 kB).
 */
export const pageBudgets: readonly PageBudget[] = [
  { name: 'landing', path: '/', visitor: 'guest', maxLcpMs: 900, maxJsBytes: 0, perfect: true },
  { name: 'login', path: '/login', visitor: 'guest', maxLcpMs: 900, maxJsBytes: 95_000 },
  { name: 'signup', path: '/signup', visitor: 'guest', maxLcpMs: 900, maxJsBytes: 95_000 },
  {
    name: 'dashboard',
    path: '/dashboard',
    visitor: 'user',
    maxLcpMs: 1_600,
    maxJsBytes: 115_000,
    maxCssBytes: 12_000,
  },
  { name: 'card', path: 'first card', visitor: 'user', maxLcpMs: 1_700, maxJsBytes: 120_000, maxCssBytes: 12_000 },
  { name: 'users', path: '/users', visitor: 'admin', maxLcpMs: 1_700, maxJsBytes: 120_000, maxCssBytes: 12_000 },
];
