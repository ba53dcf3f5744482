import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { RecordedExchange } from '../local/gateway/exchange-log.ts';
import type { OpenApiDocument } from './build-document.ts';

/** A call or an answer that is not as the document says. */
export type Violation = { readonly where: string; readonly what: string };

/** Returns the violations of the document in one recorded call. */
export type TrafficJudge = (exchange: RecordedExchange) => readonly Violation[];

type Place = 'path' | 'query' | 'header' | 'cookie';
type Parameter = {
  readonly in: Place;
  readonly name: string;
  readonly required?: boolean;
  /** False for a list that is one value with commas. */
  readonly explode?: boolean;
  readonly schema: object;
};
type Content = Readonly<Record<string, { readonly schema: object }>>;
type Response = { readonly headers?: Readonly<Record<string, object>>; readonly content?: Content };
type Operation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
};
type Scheme = { readonly in: Place; readonly name: string };

/** Returns the faults of a value by one schema of the document. */
type Check = (value: unknown) => readonly string[];

/**
 * Reads the document as JSON Schema. The answer to every call must be as its route declares it: status, headers, type and
 * body. A request that is wrong counts only when the API took it: refusing wrong ones is what is tested.
 */
export function openTrafficJudge(document: OpenApiDocument): TrafficJudge {
  const whole = structuredClone(document) as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly securitySchemes: Readonly<Record<string, Scheme>> };
    readonly security: NonNullable<Operation['security']>;
  };
  const resolve = <T extends object>(node: T): T => {
    if (!('$ref' in node)) return node;
    const names = String(node.$ref).split('/').slice(1);
    return resolve(
      names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name.replaceAll('~1', '/')], whole) as T,
    );
  };
  const checkOf = createChecks(whole);
  const routes = Object.entries(whole.paths).map(([template, operations]) => ({
    operations,
    // A literal path goes before one with a parameter in the same place.
    parameters: (template.match(/\{/g) ?? []).length,
    pattern: new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]*)')}$`),
  }));
  routes.sort((a, b) => a.parameters - b.parameters);

  return (exchange) => {
    const [address, query] = splitOnce(exchange.url, '?');
    const where = `${exchange.method} ${address} → ${exchange.status}`;
    // Decoded after it was split: an encoded slash is part of a parameter.
    const path = isReadable(address) ? address.replace(/^\/api/, '') : '';
    const method = exchange.method.toLowerCase();
    // As the gateway does: a path with a parameter takes a method that the literal one does not have.
    const alike = routes.filter(({ pattern }) => pattern.test(path));
    const found = alike.find(({ operations }) => operations[method] !== undefined);
    const operation = found?.operations[method];
    if (found === undefined || operation === undefined) {
      // A path without a route has no words in the document; the reply has to say so, in the API's own shape.
      return isNotFoundReply(exchange) ? [] : [{ where, what: 'no route, but taken' }];
    }
    const problems = responseProblems(exchange, operation);
    if (exchange.status < 400) {
      const sent: Record<Place, Readonly<Record<string, string>>> = {
        path: Object.fromEntries(
          Object.entries(found.pattern.exec(path)?.groups ?? {}).map(([name, text]) => [
            name,
            decodeURIComponent(text),
          ]),
        ),
        query: Object.fromEntries(new URLSearchParams(query)),
        header: exchange.headers,
        cookie: cookiesOf(exchange.headers['cookie']),
      };
      problems.push(...requestProblems(exchange, operation, sent));
    }
    return problems.map((what) => ({ where, what }));
  };

  function responseProblems({ status, answerHeaders, answerBody }: RecordedExchange, operation: Operation): string[] {
    const declared = operation.responses[String(status)];
    if (!declared) return [`status ${status} is not declared`];
    const { headers = {}, content = {} } = resolve(declared);
    const fields = Object.entries(headers).map(([name, header]) => ({
      name,
      schema: (resolve(header) as { readonly schema: object }).schema,
    }));
    return [
      ...valueProblems('answer header', fields, answerHeaders),
      ...bodyProblems('answer', content, answerHeaders['content-type'], answerBody),
    ];
  }

  function requestProblems(
    { headers, body }: RecordedExchange,
    { parameters = [], requestBody, security = whole.security }: Operation,
    sent: Record<Place, Readonly<Record<string, string>>>,
  ): string[] {
    const isAllowed = security.some((schemes) =>
      Object.keys(schemes).every((name) => {
        const scheme = whole.components.securitySchemes[name];
        return scheme !== undefined && sent[scheme.in][scheme.name] !== undefined;
      }),
    );
    return [
      ...(isAllowed ? [] : ['taken without what its security wants']),
      ...(['path', 'query', 'header', 'cookie'] as const).flatMap((place) =>
        valueProblems(
          place,
          parameters.filter((parameter) => parameter.in === place),
          sent[place],
        ),
      ),
      ...(requestBody === undefined || body === undefined || (body === '' && requestBody.required !== true)
        ? []
        : bodyProblems('request', requestBody.content, headers['content-type'], body)),
    ];
  }

  function valueProblems(
    place: string,
    declared: readonly Omit<Parameter, 'in'>[],
    values: Readonly<Record<string, string>>,
  ): string[] {
    return declared.flatMap(({ name, required = false, explode, schema }) => {
      const value = values[place.includes('header') ? name.toLowerCase() : name];
      if (value === undefined) return required ? [`${place} ${name} is missing`] : [];
      return checkOf(
        schema,
        'text',
      )(explode === false ? value.split(',') : value).map((problem) => `${place} ${name}${problem}`);
    });
  }

  function bodyProblems(side: string, content: Content, type: string | undefined, body: string): string[] {
    if (Object.keys(content).length === 0) return body === '' ? [] : [`${side} body: none is declared`];
    const media = content[(type ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''];
    if (!media) return [`${side} body: ${type ?? 'no type'} is not declared`];
    return checkOf(media.schema, 'json')(parsed(body)).map((problem) => `${side} body${problem}`);
  }
}

/** Makes checks of the schemas in a document; each schema is compiled once, when it is needed. */
function createChecks(document: object): (schema: object, from: 'json' | 'text') => Check {
  const compilers = { json: createAjv(document, false), text: createAjv(document, true) };
  const compiled = new Map<object, ValidateFunction>();
  return (schema, from) => {
    const validate = compiled.get(schema) ?? compilers[from].compile(withAbsoluteRefs(schema));
    compiled.set(schema, validate);
    // In an object, so that a number that is written as text can be read as one.
    return (value) => {
      if (validate({ value })) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${instancePath.replace('/value', '').replaceAll('/', '.')}: ${message} ${JSON.stringify(params)}`,
      );
    };
  };
}

const documentId = 'openapi.json';

function createAjv(document: object, coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, coerceTypes });
  // The types of ajv-formats describe another kind of module than the one that is loaded.
  (formats as unknown as (target: Ajv2020) => void)(ajv);
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
  return ajv.addSchema(document, documentId, undefined, false);
}

function withAbsoluteRefs(schema: object): object {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${documentId}#/`);
  return { type: 'object', properties: { value: JSON.parse(text) as object } };
}

function splitOnce(text: string, at: string): readonly [string, string] {
  const index = text.indexOf(at);
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}

function isReadable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    return false;
  }
}

function cookiesOf(header = ''): Readonly<Record<string, string>> {
  return Object.fromEntries(
    header
      .split(';')
      .map((cookie) => splitOnce(cookie.trim(), '='))
      .filter(([name]) => name !== ''),
  );
}

function isNotFoundReply({ status, answerBody }: RecordedExchange): boolean {
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
