import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from './loopback.ts';

/**
 * Returns why a request may not use a control door or a page; undefined when it may. Pages of other sites, other ports of
 * this machine included, may not change anything; scripts send neither header.
 */
export function foreignVisitor({ headers, method }: Pick<IncomingMessage, 'headers' | 'method'>): string | undefined {
  const { host = '', origin } = headers;
  if (!isLoopbackHost(host)) return 'The simulator answers to names of this machine only';
  if (method === 'GET' || method === 'HEAD') return undefined;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return 'Another site may not change anything here';
  if (origin !== undefined && origin !== `http://${host}`) return 'Another origin may not change anything here';
  return undefined;
}
