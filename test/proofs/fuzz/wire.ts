import { Agent, request as httpRequest } from 'node:http';

/** A request that is sent exactly as given: `fetch` would normalize it. */
export type WireRequest = {
  readonly method: string;
  /** The path from `/api` on, percent-encoded, rightly or wrongly. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer | undefined;
};

/** A response. */
export type WireAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
};

/** Timeout of a call, in milliseconds. */
const patienceMs = 40_000;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request. Tries once more when the server had just closed the reused connection. */
export async function send(site: string, request: WireRequest): Promise<WireAnswer> {
  try {
    return await sendOnce(site, request);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ECONNRESET' && code !== 'EPIPE') throw error;
    return sendOnce(site, request);
  }
}

async function sendOnce(site: string, { method, path, headers, body }: WireRequest): Promise<WireAnswer> {
  const { hostname, port } = new URL(site);
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      {
        agent,
        hostname,
        port,
        method,
        path,
        headers: {
          ...(headers as Record<string, string | string[]>),
          ...(body === undefined ? {} : { 'content-length': String(body.length) }),
        },
        timeout: patienceMs,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(response.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
            ),
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    call.once('timeout', () => call.destroy(new Error(`no answer within ${patienceMs} ms`)));
    call.once('error', reject);
    call.end(body);
  });
}
