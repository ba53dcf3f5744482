import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../../loopback.ts';

/**
 * Why a request may not use the control door or the shop; nothing when it may.
 * Pages of other sites, other ports of this machine included, may not change anything; scripts send neither header.
 */
export function refuseVisitor(request: IncomingMessage): string | undefined {
  const { host = '', origin } = request.headers;
  if (!isLoopbackHost(host)) return 'The simulator answers to names of this machine only';
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return 'Another site may not change anything here';
  if (origin !== undefined && origin !== `http://${host}`) return 'Another origin may not change anything here';
  return undefined;
}
