import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { routeIds, routes, type Route } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { bodyBytesMax, parseRequest, rawBody } from '#functions/runtime/parse-request.ts';

const eventOf = (changes: object): APIGatewayProxyEventV2 =>
  ({
    headers: { 'content-type': 'application/json' },
    isBase64Encoded: false,
    ...changes,
  }) as unknown as APIGatewayProxyEventV2;
const refusalOf = (route: Route, changes: object): AppError => {
  try {
    parseRequest(route, eventOf(changes));
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
  throw new Error('it was taken');
};
const load = routes['cards.load'];
const idLike = (route: Route, name: string): string => {
  const prefixes = ['crd', 'usr', 'dep', 'op', 'pky', 'cas', 'tkt', 'adj', 'trs'];
  const ids = [...prefixes.map((prefix) => `${prefix}_${'0'.repeat(26)}`), 'x'];
  const isRefused = (id: string): boolean =>
    route.params?.safeParse({ [name]: id }).error?.issues.some(({ path }) => path[0] === name) ?? false;
  return ids.find((id) => !isRefused(id)) ?? 'x';
};
const pathParameters = { id: 'crd_00000000000000000000000000' };

describe('a request', () => {
  it('is read from base64 as API Gateway hands over bytes', () => {
    const body = Buffer.from('{"amount":5000}').toString('base64');
    const parsed = parseRequest(load, eventOf({ pathParameters, body, isBase64Encoded: true }));
    expect(parsed.body).toEqual({ amount: 5_000, includesFee: false });
  });

  it('names every field that is wrong, where it is', () => {
    const { code, message, fields } = refusalOf(routes['auth.register'], { body: '{"email":"x","surprise":1}' });
    expect([code, message]).toEqual(['ValidationFailed', expect.stringMatching(/\.$/)]);
    expect(fields).toMatchObject({ email: 'Enter a valid email address.', surprise: 'is not a field of this call' });
    expect(Object.keys(fields ?? {})).toEqual(expect.arrayContaining(['firstname', 'lastname', 'password']));
  });

  it.each(['nope', 'crd_', 'crd_0000000000000000000000000O', 'usr_00000000000000000000000000', '..%2f..'])(
    'with %s, which is no id of a card, is refused as NotFound, as with an unknown id',
    (id) => {
      const event = { pathParameters: { id }, body: '{"amount":0.5}' };
      expect(refusalOf(load, event)).toMatchObject({ code: 'NotFound', fields: undefined });
      expect(refusalOf(routes['cards.read'], event).code).toBe('NotFound');
    },
  );

  it('is measured in bytes, not in letters', () => {
    expect(rawBody(eventOf({ body: 'x'.repeat(bodyBytesMax) }))).toHaveLength(bodyBytesMax);
    expect(() => rawBody(eventOf({ body: 'ä'.repeat(bodyBytesMax / 2 + 1) }))).toThrow('larger than 64 KB');
  });

  it('is refused when it is not UTF-8', () => {
    const body = Buffer.from([0x7b, 0xff, 0x7d]).toString('base64');
    expect(refusalOf(load, { pathParameters, body, isBase64Encoded: true }).fields).toEqual({
      body: 'is not valid JSON',
    });
  });

  it('must have the content type JSON, with or without a charset', () => {
    const event = { pathParameters, body: '{"amount":5000}' };
    const spoken = { ...event, headers: { 'content-type': 'Application/JSON; charset=utf-8' } };
    expect(parseRequest(load, eventOf(spoken)).body).toMatchObject({ amount: 5_000 });
    expect(refusalOf(load, { ...event, headers: {} }).code).toBe('UnsupportedMediaType');
  });

  it.each(['__proto__', 'constructor', 'toString'])('cannot smuggle in %s', (name) => {
    const body = `{"amount":5000,${JSON.stringify(name)}:{"includesFee":true}}`;
    const { code } = refusalOf(load, { pathParameters, body });
    expect(code).toBe('ValidationFailed');
  });

  it('is refused when it has a field twice', () => {
    const body = '{"amount":5000,"includesFee":false,"amount":1}';
    const { code, fields } = refusalOf(load, { pathParameters, body });
    expect([code, fields]).toEqual(['ValidationFailed', { amount: 'is there twice' }]);
  });

  it('lists at most 20 wrong fields in its refusal', () => {
    const names = Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 0]);
    const { fields } = refusalOf(load, { pathParameters, body: JSON.stringify(Object.fromEntries(names)) });
    expect(Object.keys(fields ?? {})).toHaveLength(20);
    expect(fields).toHaveProperty('amount');
  });

  it.each(['', ' amount', 'a\u0000b', 'x\ny'])('with a field called %j is refused in a sentence', (name) => {
    const { message, fields } = refusalOf(load, { pathParameters, body: JSON.stringify({ amount: 1, [name]: 1 }) });
    expect(message).toBe('The request has an unknown field.');
    expect(Object.keys(fields ?? {})).toEqual([name]);
  });

  it.each(['', ' 5', '5 ', '+5', '1e1', '0x5', '1.0', '5,6', '-1', '0', '1001', '٥'])(
    'is refused with a limit of %j items',
    (limit) => {
      const { fields } = refusalOf(routes['cards.list'], { queryStringParameters: { limit } });
      expect(fields).toEqual({ limit: expect.stringContaining('whole number from 1 to 1000') });
    },
  );

  it('takes a limit of items, 100 without one', () => {
    const query = (queryStringParameters: object) =>
      parseRequest(routes['cards.list'], eventOf({ queryStringParameters }));
    expect(query({ limit: '0050' }).query).toEqual({ limit: 50 });
    expect(query({}).query).toEqual({ limit: 100 });
  });

  it('may not name a card with characters that cannot be shown', () => {
    for (const name of ['a\u0000b', 'a\nb', '\ud800', 'a\u0085']) {
      expect(refusalOf(routes['cards.create'], { body: JSON.stringify({ name, pin: 1 }) }).fields).toHaveProperty(
        'name',
      );
    }
    const name = '👩‍👩‍👧 Zoë’s 旅行';
    const { body } = parseRequest(routes['cards.create'], eventOf({ body: JSON.stringify({ name, pin: 1 }) }));
    expect(body).toEqual({ name, pin: '0001' });
  });

  it('is refused for half of a character, in every text of every body', () => {
    const half = '\ud800';
    for (const id of routeIds) {
      const route: Route = routes[id];
      if (route.body === undefined) continue;
      const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, idLike(route, name ?? '')]);
      const pathParameters = Object.fromEntries(names);
      const fields = Object.keys(z.toJSONSchema(route.body, { io: 'input' }).properties ?? {});
      for (const field of fields) {
        const body = JSON.stringify({ [field]: `Ab1!${half}xyz` });
        expect([id, refusalOf(route, { pathParameters, body }).fields]).toEqual([
          id,
          { [field]: 'has half of a character' },
        ]);
      }
    }
  });

  it('is refused for half of a character in a query, in a list or in the name of a field', () => {
    const refusedFields = (changes: object, route: Route = routes['auth.login']): unknown =>
      refusalOf(route, changes).fields;
    expect(refusedFields({ queryStringParameters: { search: '\udfff' } }, routes['user.all'])).toEqual({
      search: 'has half of a character',
    });
    expect(refusedFields({ body: '{"email":["x","\\ud800"]}' })).toEqual({ 'email.1': 'has half of a character' });
    expect(refusedFields({ body: '{"a\\ud800":1}' })).toEqual({ 'a\ufffd': 'has half of a character' });
    expect(refusedFields({ body: '"\\ud800"' })).toEqual({ body: 'has half of a character' });
    const whole = { email: 'a@b.co', password: '\ud83d\ude00' };
    expect(parseRequest(routes['auth.login'], eventOf({ body: JSON.stringify(whole) })).body).toEqual(whole);
  });

  it('is parsed or refused with an AppError, whatever its content, on every route', () => {
    const json = fc.oneof(fc.json(), fc.string(), fc.constantFrom('{"a":'.repeat(5_000), '['.repeat(20_000)));
    fc.assert(
      fc.property(
        fc.constantFrom(...routeIds),
        json,
        fc.string(),
        fc.dictionary(fc.string(), fc.string()),
        (id, body, param, query) => {
          const names = [...routes[id].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, param]);
          const event = eventOf({ body, pathParameters: Object.fromEntries(names), queryStringParameters: query });
          try {
            parseRequest(routes[id], event);
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(AppError);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the reader of a body', () => {
  it('takes 64 KB and not a byte more', () => {
    const bodyOf = (length: number) => eventOf({ body: 'x'.repeat(length) });
    expect(rawBody(bodyOf(64 * 1024))).toHaveLength(64 * 1024);
    expect(() => rawBody(bodyOf(64 * 1024 + 1))).toThrow(expect.objectContaining({ code: 'PayloadTooLarge' }));
  });

  it.each(['application/json+x', 'text/json', 'application/jsonp', 'text/plain', ''])(
    'does not take the content type %j for JSON',
    (type) => {
      const refusal = refusalOf(load, { pathParameters, headers: { 'content-type': type }, body: '{"amount":5000}' });
      expect(refusal.code).toBe('UnsupportedMediaType');
    },
  );

  it('refuses bytes that are not UTF-8 instead of replacing them', () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString('base64');
    const { fields } = refusalOf(load, { pathParameters, body, isBase64Encoded: true });
    expect(fields).toEqual({ body: 'is not valid JSON' });
  });

  it('refuses a byte order mark, which JSON must not begin with', () => {
    expect(refusalOf(load, { pathParameters, body: '\ufeff{"amount":5000}' }).fields).toEqual({
      body: 'is not valid JSON',
    });
  });

  it('repeats a hundred letters of a field’s name at most', () => {
    const { fields } = refusalOf(load, { pathParameters, body: JSON.stringify({ amount: 1, ['x'.repeat(500)]: 1 }) });
    for (const name of Object.keys(fields ?? {})) expect(name.length).toBeLessThanOrEqual(100);
  });
});
