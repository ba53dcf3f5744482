import fc from 'fast-check';
import { strangeJson, strangeName } from './strange-values.ts';
import type { WrongRequest } from './wrong-request.ts';
import type { RightRequest } from './right-request.ts';

type Field = readonly [string, string];

/** Makes requests with wrong bodies for a route: none when it reads no body, only raw bytes when it reads those. */
export function wrongBodies(right: RightRequest): fc.Arbitrary<WrongRequest>[] {
  if (right.route.raw) return [rawBytes(right)];
  const { fields } = right;
  if (fields === undefined) return [];
  return [
    strangeField(right, fields),
    strangeField(right, fields),
    withoutField(right, fields),
    withMore(right, fields),
    twice(right, fields),
    notAnObject(right),
    brokenText(right, fields),
    otherType(right, fields),
    tooLarge(right, fields),
  ];
}

const textOf = (fields: readonly Field[]): string =>
  `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;

function made(right: RightRequest, how: string, body: string | Buffer, more: Partial<WrongRequest> = {}): WrongRequest {
  const { routeId, method, path, headers } = right;
  return { routeId, how, method, path, headers, body: Buffer.from(body), mustRefuse: true, ...more };
}

/**
 * Makes the request if the contract's own schema refuses its body; `field` is set when the schema blames that field.
 */
function ifRefused(right: RightRequest, how: string, text: string, field: string): WrongRequest | undefined {
  const result = right.route.body?.safeParse(JSON.parse(text));
  if (result === undefined || result.success) return undefined;
  const isBlamed = result.error.issues.some(({ path }) => path[0] === field);
  return made(right, how, text, { field: isBlamed ? field : undefined });
}

const isThere = (request: WrongRequest | undefined): request is WrongRequest => request !== undefined;

function strangeField(right: RightRequest, fields: readonly Field[]): fc.Arbitrary<WrongRequest> {
  return fc
    .tuple(fc.constantFrom(...fields), strangeJson)
    .map(([[name], json]) => {
      const text = textOf(fields.map((field) => (field[0] === name ? [name, json] : field)));
      return ifRefused(right, 'a strange value in a field', text, name);
    })
    .filter(isThere);
}

function withoutField(right: RightRequest, fields: readonly Field[]): fc.Arbitrary<WrongRequest> {
  const without = fields.map(([name]) =>
    ifRefused(right, 'a field is missing', textOf(fields.filter((field) => field[0] !== name)), name),
  );
  const wrong = without.filter(isThere);
  return wrong.length === 0 ? withMore(right, fields) : fc.constantFrom(...wrong);
}

function withMore(right: RightRequest, fields: readonly Field[]): fc.Arbitrary<WrongRequest> {
  const names = new Set(fields.map(([name]) => name));
  return fc
    .tuple(
      strangeName.filter(
        (name) => !names.has(name) && !['suspended', 'reason', 'referredBy', 'includesFee'].includes(name),
      ),
      strangeJson,
      fc.boolean(),
    )
    .map(([name, json, isFirst]) => {
      const more: Field = [name, json];
      const text = textOf(isFirst ? [more, ...fields] : [...fields, more]);
      return made(right, 'a field too many', text, { field: name === '' || name.length > 90 ? undefined : name });
    });
}

function twice(right: RightRequest, fields: readonly Field[]): fc.Arbitrary<WrongRequest> {
  return fc.tuple(fc.constantFrom(...fields), fc.boolean()).map(([[name, json], isEscaped]) => {
    const again = isEscaped
      ? `"\\u${(name.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}${name.slice(1)}"`
      : `"${name}"`;
    return made(right, 'a field twice', textOf(fields).replace('{', `{${again}:${json},`), { field: name });
  });
}

function notAnObject(right: RightRequest): fc.Arbitrary<WrongRequest> {
  return strangeJson
    .filter((json) => !json.startsWith('{'))
    .map((json) => made(right, 'a body that is no object', json));
}

function brokenText(right: RightRequest, fields: readonly Field[]): fc.Arbitrary<WrongRequest> {
  const text = textOf(fields);
  const broken = [
    text.slice(0, -1),
    `${text}}`,
    `${text},`,
    text.replace('}', ',}'),
    text.replaceAll('"', "'"),
    `\uFEFF${text.slice(1)}`,
    `${text}\u0000`,
    `/* */${text}`,
    `[${text}`,
    'undefined',
    'NaN',
    '{"a":01}',
    '{"a":1',
    '{a:1}',
    '"\\x"',
    '"\n"',
    '\u0000',
    '{"a":"\\ud800',
    '['.repeat(60_000),
    '{"a":'.repeat(10_000),
    `amount=5&${text}`,
  ];
  const cut = fc.integer({ min: 1, max: text.length - 1 }).map((at) => Buffer.from(text.slice(0, at)));
  const bytes = fc
    .uint8Array({ minLength: 1, maxLength: 80 })
    .map((more) => Buffer.concat([Buffer.from(text.slice(0, 3)), Buffer.from(more), Buffer.from([0xff])]));
  return fc
    .oneof(
      fc.constantFrom(...broken).map((each) => Buffer.from(each)),
      cut,
      bytes,
    )
    .map((body) => made(right, 'broken JSON', body));
}

function otherType(right: RightRequest, fields: readonly Field[]): fc.Arbitrary<WrongRequest> {
  return fc
    .constantFrom(
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      'application/json-patch+json',
      'text/json',
      'application/xml',
      '*/*',
      '',
      'application/json, text/plain',
      ';application/json',
    )
    .map((type) =>
      made(right, 'another content type', textOf(fields), { headers: { ...right.headers, 'content-type': type } }),
    );
}

/** Sizes of bodies around the limits: the product accepts 64 KB, a function 6 MB, the gateway 10 MB. */
const sizes = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 65_537, max: 90_000 }) },
  { weight: 3, arbitrary: fc.integer({ min: 90_000, max: 1_000_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(6 * 1024 * 1024 + 1, 7 * 1024 * 1024) },
);

function tooLarge(right: RightRequest, fields: readonly Field[]): fc.Arbitrary<WrongRequest> {
  return fc.tuple(sizes, fc.constantFrom(...fields)).map(([size, [name]]) => {
    const long = textOf(fields.map((field) => (field[0] === name ? [name, `"${'a'.repeat(size)}"`] : field)));
    return made(right, 'a body that is too large', long);
  });
}

function rawBytes(right: RightRequest): fc.Arbitrary<WrongRequest> {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map((some) => Buffer.from(some)),
    strangeJson.map((json) => Buffer.from(json)),
    fc
      .constantFrom(
        '{"sign":"x","order_id":"dep_01JQ5VB4D2F6H8K0N2Q4S6T8W1","uuid":"x"}',
        '{"sign":[]}',
        '{"order_id":{}}',
      )
      .map((text) => Buffer.from(text)),
    sizes.map((size) => Buffer.alloc(size, 97)),
  );
  return bytes.map((body) =>
    made(right, 'bytes that nobody signed', body, {
      headers: { ...right.headers, 'content-type': 'application/json', 'x-webhook-signature': 'x' },
    }),
  );
}
