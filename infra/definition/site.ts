/**
 * The serving of the built site. CloudFront and the local gateway both read this, so a page has one address and one set
 * of headers everywhere. `rewriteSitePath` also runs as a CloudFront function: plain data in, plain data out.
 */

/** Pages that are prerendered to a file of their own: `/login` is `login.html`. Everything else is the app's shell. */
export const prerenderedPages = [
  '/login',
  '/signup',
  '/password/forgot',
  '/password/reset',
  '/terms',
  '/privacy',
  '/faq',
  '/support',
] as const;

/** The page that starts the single-page app. */
export const appShell = '/app.html';

/** The file in the site's bucket that answers a path. A path whose last part has a dot names a file. */
export function rewriteSitePath(uri: string): string {
  const page = uri.length > 1 && uri.endsWith('/') ? uri.slice(0, -1) : uri;
  if (page === '/') return '/index.html';
  const lowerCase = page.toLowerCase();
  // No `for … of`: CloudFront's runtime does not promise it.
  const prerendered = prerenderedPages.find((name) => name === lowerCase);
  if (prerendered !== undefined) return `${prerendered}.html`;
  return page.slice(page.lastIndexOf('/')).includes('.') ? page : appShell;
}

/**
 * Returns the Cache-Control of a file. A built asset carries a hash in its name, so it may be kept. Browsers revalidate
 * every other file; CloudFront keeps it until a deployment invalidates it.
 */
export function cacheControlOf(file: string): string {
  return file.startsWith('/assets/')
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=0, must-revalidate, s-maxage=31536000';
}

/** The site loads nothing from anywhere else but merchants' logos; styles may be set by script. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Set on every answer of the site and the API by CloudFront's response headers policy. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Hashes of what the built pages hold inline. The site's build writes them into `csp.json`. */
export type InlineHashes = { readonly scripts: readonly string[] };

/**
 * The headers for one build of the site: beside files of our own, only the inline scripts of that build may run, and
 * merchants' logos may come from where the card issuer keeps them.
 */
export function securityHeadersFor(
  { scripts }: InlineHashes,
  logoOrigins: readonly string[] = [],
): Readonly<Record<string, string>> {
  const policy = contentSecurityPolicy
    .replace("script-src 'self'", ["script-src 'self'", ...scripts].join(' '))
    .replace("img-src 'self' data:", ["img-src 'self' data:", ...logoOrigins].join(' '));
  return { ...securityHeaders, 'content-security-policy': policy };
}
