import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
    expect(fields).toMatchObject({ email: 'is not an e-mail address', surprise: 'is not a field of this call' });
    expect(Object.keys(fields ?? {})).toEqual(expect.arrayContaining(['firstname', 'lastname', 'password']));
  });

  it('is measured in bytes, not in letters', () => {
    expect(rawBody(eventOf({ body: 'x'.repeat(bodyBytesMax) }))).toHaveLength(bodyBytesMax);
    expect(() => rawBody(eventOf({ body: 'ä'.repeat(bodyBytesMax / 2 + 1) }))).toThrow('larger than 64 KB');
  });

  it('is not read when it is no UTF-8', () => {
    const body = Buffer.from([0x7b, 0xff, 0x7d]).toString('base64');
    expect(refusalOf(load, { pathParameters, body, isBase64Encoded: true }).fields).toEqual({
      body: 'is not valid JSON',
    });
  });

  it('may say its charset, and must say that it is JSON', () => {
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

  it('is taken or refused, whatever anybody sends to whichever route', () => {
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
