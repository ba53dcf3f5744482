import { AppError } from '#shared/errors.ts';

/** Headers with lower-case names. */
type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Refuses a request that another site made a browser send. Browsers say where a request comes from. A script that sends
 * neither header has only cookies that it got itself, so it is let through.
 * Throws AppError CrossSiteRequest.
 */
export function refuseCrossSite(headers: Headers, siteUrl: string): void {
  const refuse = (): never => {
    throw new AppError('CrossSiteRequest', 'This request came from another site and was refused.');
  };
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') refuse();
  // Following a link, prerendering or an image tag never changes state here: only the site's own fetch does.
  if (site !== undefined && headers['sec-fetch-mode'] === 'navigate') refuse();
  if (site !== undefined && headers['sec-fetch-mode'] === 'no-cors') refuse();
  if ((headers['sec-purpose'] ?? headers['purpose'] ?? '').includes('prefetch')) refuse();
  const origin = headers['origin'];
  if (origin !== undefined && origin !== siteUrl) {
    const host = URL.canParse(origin) ? new URL(origin).host : '';
    if (host === '' || host !== headers['host']) refuse();
  }
}
