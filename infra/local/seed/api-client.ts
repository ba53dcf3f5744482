import { setTimeout as sleep } from 'node:timers/promises';

/** An answer of the API. */
export type ApiAnswer<T> = { readonly status: number; readonly body: T; readonly headers: Headers };

/** Timeout of one call, in milliseconds: as long as the local gateway lets it wait in line and run. */
const patienceMs = 100_000;

/** Maximum number of times that a call is sent which is answered with `Busy`, and the delay that this answer asks for. */
const busy = { tries: 5, afterMs: 1_000 };

/** A client of the API with a cookie jar, as a script has one: for seeds and tests. */
export class ApiClient {
  readonly #site: string;
  readonly cookies = new Map<string, string>();

  constructor(site: string) {
    this.#site = site;
  }

  /** Sends one call. `path` is under `/api`. A refusal is returned like any other answer. */
  async call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiAnswer<T>> {
    const response = await fetch(`${this.#site}/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookies.size > 0
          ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : parsed(text)) as T, headers: response.headers };
  }

  /**
   * Sends one call and returns its body. Throws unless it succeeded. Sends it again while the answer asks for that: on a
   * machine with forty processes the table may not answer in time.
   */
  async done<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<T> {
    let answer = await this.call<T>(method, path, body, headers);
    for (let tries = 1; isBusy(answer) && tries < busy.tries; tries += 1) {
      await sleep(busy.afterMs);
      answer = await this.call<T>(method, path, body, headers);
    }
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
    const [name = '', ...value] = pair.split('=');
    const isGone = attributes.some((attribute) => /^max-age=0$/i.test(attribute)) || value.join('=') === '';
    if (isGone) this.cookies.delete(name);
    else this.cookies.set(name, value.join('='));
  }
}

function isBusy({ status, body }: ApiAnswer<unknown>): boolean {
  return status === 503 && (body as { readonly code?: unknown } | undefined)?.code === 'Busy';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
