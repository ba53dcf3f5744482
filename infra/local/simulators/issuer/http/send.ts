import type { ServerResponse } from 'node:http';

/** Sends a text and ends the response; does nothing when the client has gone. */
export function sendText(response: ServerResponse, status: number, contentType: string, text: string): void {
  if (response.writableEnded || response.destroyed) return;
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(text) }).end(text);
}

/** Sends a JSON body and ends the response. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  sendText(response, status, 'application/json', JSON.stringify(body));
}

/** Sends the browser elsewhere with a GET. */
export function sendRedirect(response: ServerResponse, location: string): void {
  if (response.writableEnded || response.destroyed) return;
  response.writeHead(303, { location, 'content-length': 0 }).end();
}
