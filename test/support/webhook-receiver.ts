import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook as it was delivered. */
export type Delivery = { readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** A receiver that accepts and keeps every webhook. */
export type WebhookReceiver = {
  readonly url: string;
  readonly deliveries: Delivery[];
  /** Resolves with the first delivery that fits, an earlier one included. Rejects after a minute. */
  next(fits: (delivery: Delivery) => boolean): Promise<Delivery>;
  close(): Promise<void>;
};

/** Starts a receiver on a free port of loopback. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      deliveries.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    deliveries,
    async next(fits) {
      for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 20) {
        const found = deliveries.find(fits);
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`none of ${deliveries.length} deliveries fits`);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
