import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpRequest,
  type IHttpResponse,
} from '@stoplight/prism-http';
import type { RecordedExchange } from '../local/gateway/exchange-log.ts';
import type { OpenApiDocument } from './build-document.ts';

/** A call or an answer that is not as the document says. */
export type Violation = { readonly where: string; readonly what: string };

/** What Prism says of one recorded call. */
export type TrafficJudge = (exchange: RecordedExchange) => Promise<readonly Violation[]>;

/**
 * Prism's proxy with `--errors`, its upstream replaced by what was recorded: the same routing and validators over the
 * same bytes. A request that is wrong counts only when the API took it: refusing wrong ones is what is tested.
 */
export async function openTrafficJudge(document: OpenApiDocument): Promise<TrafficJudge> {
  const operations = await getHttpOperationsFromSpec(structuredClone(document));
  const recorded = new WeakMap<object, IHttpResponse>();
  const prism = createInstance(
    {
      isProxy: true,
      upstream: new URL('http://recorded.invalid'),
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: true,
      mock: { dynamic: false },
      upstreamProxy: undefined,
      isMultipart: false,
    } as never,
    {
      logger: silent as never,
      forward: (({ data }: { data: IHttpRequest }) =>
        () =>
        () =>
          Promise.resolve({ _tag: 'Right', right: recorded.get(data) })) as never,
    },
  );
  return async (exchange) => {
    const where = `${exchange.method} ${exchange.url.split('?')[0]} → ${exchange.status}`;
    // Prism cannot read such an address at all.
    if (!isReadable(exchange.url)) return isToldNotFound(exchange) ? [] : [{ where, what: 'no address, but taken' }];
    const request = requestOf(exchange);
    recorded.set(request, responseOf(exchange));
    const outcome = await prism.request(request, operations)();
    if (outcome._tag === 'Left') {
      // What is no route has no words in the document; it has to be told so, in the API's own shape.
      return isToldNotFound(exchange) ? [] : [{ where, what: outcome.left.message }];
    }
    const { input, output } = outcome.right.validations;
    const wasTaken = exchange.status < 400;
    return [...(wasTaken ? input : []), ...output].map(({ path = [], message }) => ({
      where,
      what: `${path.join('.')}: ${message}`,
    }));
  };
}

function requestOf({ method, url, headers, body, status }: RecordedExchange): IHttpRequest {
  const [path = '/', ...query] = url.replace(/^\/api/, '').split('?');
  const line = { method: method.toLowerCase() as IHttpRequest['method'], url: { path } };
  // Of a request that was refused only its route matters, and some are such that Prism throws when it reads them.
  if (status >= 400) return line;
  return {
    ...line,
    url: { path, query: Object.fromEntries(new URLSearchParams(query.join('?'))) },
    headers,
    ...(body === undefined || body === '' ? {} : { body: parsed(body) }),
  };
}

function responseOf({ status, answerHeaders, answerBody }: RecordedExchange): IHttpResponse {
  return { statusCode: status, headers: answerHeaders, body: parsed(answerBody) };
}

function isReadable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?')[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

function isToldNotFound({ status, answerBody }: RecordedExchange): boolean {
  const body = parsed(answerBody) as { code?: unknown } | undefined;
  return [400, 404, 405, 413].includes(status) && typeof body?.code === 'string';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const nothing = (): void => undefined;

/** Prism tells every step to a logger; what counts is what it answers. */
const silent = {
  info: nothing,
  debug: nothing,
  warn: nothing,
  error: nothing,
  trace: nothing,
  success: nothing,
  child: () => silent,
};
