/** The visitor of a page. */
export type Visitor = 'guest' | 'user' | 'admin';

/** A measured page and its limits. Bytes are gzipped; times are those of Lighthouse's simulated slow phone. */
export type PageBudget = {
  readonly name: string;
  /** The path, or `first card`, whose address is known only once a person is signed in. */
  readonly path: `/${string}` | 'first card';
  readonly visitor: Visitor;
  readonly maxLcpMs: number;
  readonly maxJsBytes: number;
  readonly maxCssBytes?: number;
  /** True when every score must be 100: only for pages that search engines are meant to find. */
  readonly perfect?: true;
};

/** Maximum cumulative layout shift of any page. */
export const maxLayoutShift = 0.02;

/**
 * Limits of each measured page. Other pages behind the sign-in have no limits here: together with the dashboard they
 * fetch less than the whole app, which test/browser/budgets.test.ts limits.
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
