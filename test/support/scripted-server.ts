import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { SelfSigned } from './self-signed.ts';

/** A request as it was received. */
export type SeenRequest = {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

/** The server's reaction to one request. */
export type Move = (response: ServerResponse, request: SeenRequest) => void;

/** A provider that follows a script, request by request; the last move is repeated. */
export type ScriptedServer = {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** Replaces the remaining moves. */
  play(...moves: readonly Move[]): void;
  close(): Promise<void>;
};

/** The open connections of all servers, below any TLS, by the client's port. */
const connections = new Map<number, Socket>();

/** Starts a server that follows the script, on a free port of loopback; over TLS when it has a certificate. */
export async function startScriptedServer(certificate?: SelfSigned): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  let moves: readonly Move[] = [status(500)];
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: target = '', headers } = request;
      const one = { method, target, headers, body: Buffer.concat(chunks).toString('utf8') };
      seen.push(one);
      const [move, ...rest] = moves;
      if (rest.length > 0) moves = rest;
      move?.(response, one);
    });
  };
  const server = certificate === undefined ? createServer(serve) : createTlsServer(certificate, serve);
  server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket;
    connections.set(remotePort, socket);
    socket.once('close', () => connections.delete(remotePort));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    play(...next) {
      moves = next;
      seen.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends JSON. */
export function json(body: unknown, code = 200): Move {
  return text(JSON.stringify(body), code, { 'content-type': 'application/json' });
}

/** Sends a text. */
export function text(body: string, code = 200, headers: Record<string, string> = {}): Move {
  return (response) => void response.writeHead(code, headers).end(body);
}

/** Sends a status and an HTML page, as the edge of a provider does. */
export function status(code: number): Move {
  return text('<html><h1>Bad Gateway</h1></html>', code, { 'content-type': 'text/html' });
}

/** Sends no answer, ever. */
export const silence: Move = () => undefined;

/** Cuts the connection without a word. */
export const reset: Move = (response) => void connections.get(response.socket?.remotePort ?? 0)?.resetAndDestroy();

/** Begins an answer and cuts the connection in the middle of it. */
export const halfAnAnswer: Move = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"state":0,', () => response.socket?.destroy());
};

/** Redirects the caller to another address. */
export function redirect(location: string): Move {
  return text('', 302, { location });
}
