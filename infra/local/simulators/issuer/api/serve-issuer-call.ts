import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IssuerRequest } from '../books/records.ts';
import type { Issuer } from '../engine/issuer.ts';
import type { RequestLog } from '../http/request-log.ts';
import { sendJson, sendText } from '../http/send.ts';
import { type Ending, planOutcome } from './plan-outcome.ts';

/** Serves one call of the issuer's API over HTTP, with its faults. */
export function serveIssuerCall(
  issuer: Issuer,
  log: RequestLog,
  request: IncomingMessage,
  response: ServerResponse,
  rawBody: string,
): void {
  const target = request.url ?? '/';
  response.setHeader('cache-control', 'no-store');
  if (target.startsWith('/relay/')) {
    // The browser itself may ask the relay, so everybody may; what protects the card is the token.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'token, content-type');
    response.setHeader('access-control-allow-methods', 'GET, POST, PATCH, DELETE');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
  }
  const call: IssuerRequest = {
    method: request.method ?? 'GET',
    target,
    authorised: hasToken(request, issuer),
    rawBody,
  };
  const { ending, fault } = planOutcome(issuer, call);
  log.add(call, ending.kind === 'answer' ? ending.answer.status : ending.kind, fault, issuer.clock.now());
  finish(response, ending);
}

function finish(response: ServerResponse, ending: Ending): void {
  if (ending.kind === 'garbage') {
    sendText(response, ending.status, 'application/json', ending.text);
    return;
  }
  const end = (): void => {
    if (ending.kind === 'answer') sendJson(response, ending.answer.status, ending.answer.body);
    else response.socket?.resetAndDestroy();
  };
  if (ending.afterMs === 0) {
    end();
    return;
  }
  const timer = setTimeout(end, ending.afterMs);
  response.on('close', () => clearTimeout(timer));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** True when the header `token` carries the access token, compared in constant time. */
function hasToken(request: IncomingMessage, issuer: Issuer): boolean {
  const header = request.headers['token'];
  return timingSafeEqual(digest(String(header)), digest(`Bearer ${issuer.keys.accessToken}`));
}
