/** The shell of one build: what the app needs to start without a connection. */
export type Shell = {
  /** Differs from build to build. */
  readonly version: string;
  /** The script that starts the app; the shell's page names it. */
  readonly entry: string;
  /** Paths of the built files beside the page, each with a hash in its name. */
  readonly files: readonly string[];
  /** Paths of the documents that are no page of the app. */
  readonly documents: readonly string[];
};

/** The page that starts the app at any address. */
export const shellPage = '/app.html';

type Asked = { readonly method: string; readonly mode: string; readonly url: string };

/**
 * Returns the source of the reply to a request: a page of the app comes from the network, and from the shell without one; a
 * file of the shell from the cache; all else, the API above all, is left to the browser.
 */
export function answeredBy(asked: Asked, origin: string, shell: Shell): 'page' | 'file' | 'browser' {
  const { pathname, origin: askedOrigin } = new URL(asked.url);
  if (asked.method !== 'GET' || askedOrigin !== origin) return 'browser';
  if (asked.mode !== 'navigate') return shell.files.includes(pathname) ? 'file' : 'browser';
  const page = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  const isFile = page.slice(page.lastIndexOf('/')).includes('.');
  if (isFile || page.startsWith('/api') || shell.documents.includes(page.toLowerCase())) return 'browser';
  return 'page';
}
