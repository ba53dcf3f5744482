import { describe, expect, it } from 'vitest';

import { createApiEvent } from '#infra/local/gateway/api-event.ts';
import type { ApiRequest } from '#infra/local/gateway/api-event.ts';

function eventOf(request: Partial<ApiRequest> & { headers?: string[] } = {}): ReturnType<typeof createApiEvent> {
  return createApiEvent({
    request: { method: 'POST', httpVersion: '1.1', rawHeaders: ['Host', '127.0.0.1:3000', ...(request.headers ?? [])] },
    path: '/api/cards/1',
    query: '',
    body: Buffer.alloc(0),
    match: { functionId: 'cards.read', routeKey: 'POST /api/cards/{id}', pathParameters: { id: '1' } },
    viewerAddress: '127.0.0.9',
    port: 3000,
    requestId: 'request-1',
    now: Date.UTC(2026, 2, 12, 19, 3, 58, 390),
    ...request,
  });
}

describe('the HTTP API v2 event', () => {
  it('has the shape of payload 2.0', () => {
    expect(eventOf({ headers: ['User-Agent', 'test'] })).toEqual({
      version: '2.0',
      routeKey: 'POST /api/cards/{id}',
      rawPath: '/api/cards/1',
      rawQueryString: '',
      headers: {
        host: '127.0.0.1:3000',
        'user-agent': 'test',
        'x-forwarded-for': '127.0.0.9, 127.0.0.1',
        'x-forwarded-port': '3000',
        'x-forwarded-proto': 'http',
        'cloudfront-viewer-address': '127.0.0.9:0',
      },
      pathParameters: { id: '1' },
      requestContext: {
        accountId: '000000000000',
        apiId: 'local',
        domainName: '127.0.0.1:3000',
        domainPrefix: 'local',
        http: { method: 'POST', path: '/api/cards/1', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
        requestId: 'request-1',
        routeKey: 'POST /api/cards/{id}',
        stage: '$default',
        time: '12/Mar/2026:19:03:58 +0000',
        timeEpoch: 1773342238390,
      },
      isBase64Encoded: false,
    });
  });

  it('takes cookies out of the headers into a list', () => {
    const event = eventOf({ headers: ['Cookie', 'a=1; b=x=y', 'cookie', 'c=3'] });
    expect(event.cookies).toEqual(['a=1', 'b=x=y', 'c=3']);
    expect(event.headers).not.toHaveProperty('cookie');
  });

  it('spells headers in lower case, joins repeated ones and drops what ends at each hop', () => {
    const headers = [
      'X-Many',
      'one',
      'x-many',
      'two',
      'Connection',
      'close',
      'Transfer-Encoding',
      'chunked',
      'TE',
      'x',
    ];
    expect(eventOf({ headers }).headers).toMatchObject({ 'x-many': 'one,two' });
    for (const dropped of ['connection', 'transfer-encoding', 'te']) {
      expect(eventOf({ headers }).headers).not.toHaveProperty(dropped);
    }
  });

  it('lets no caller pose as another', () => {
    const { headers } = eventOf({
      headers: ['X-Forwarded-For', '8.8.8.8', 'X-Forwarded-Proto', 'https', 'CloudFront-Viewer-Address', '8.8.8.8:1'],
    });
    expect(headers['x-forwarded-for']).toBe('8.8.8.8, 127.0.0.9, 127.0.0.1');
    expect(headers['x-forwarded-proto']).toBe('http');
    expect(headers['cloudfront-viewer-address']).toBe('127.0.0.9:0');
  });

  it('passes on the country that a test sends', () => {
    const { headers } = eventOf({ headers: ['CloudFront-Viewer-Country', 'KP'] });
    expect(headers['cloudfront-viewer-country']).toBe('KP');
    expect(eventOf().headers).not.toHaveProperty('cloudfront-viewer-country');
  });

  it('passes on a name that means something to JavaScript, such as __proto__', () => {
    const event = eventOf({ query: '__proto__=1', headers: ['__proto__', 'x'] });
    expect(Object.entries(event.queryStringParameters ?? {})).toEqual([['__proto__', '1']]);
    expect(Object.entries(event.headers)).toContainEqual(['__proto__', 'x']);
  });

  it('decodes the query, joins repeated names and keeps the raw one', () => {
    const event = eventOf({ query: 'a=1&a=2&b=%20x+y&c' });
    expect(event.queryStringParameters).toEqual({ a: '1,2', b: ' x y', c: '' });
    expect(event.rawQueryString).toBe('a=1&a=2&b=%20x+y&c');
  });

  it.each([
    ['application/json', 'ü', false],
    ['application/json; charset=utf-8', 'ü', false],
    ['text/csv', 'ü', false],
    ['application/x-www-form-urlencoded', 'w7w=', true],
    ['application/octet-stream', 'w7w=', true],
  ])('passes a body of %s as %s', (contentType, body, isBase64Encoded) => {
    const event = eventOf({ body: Buffer.from('ü'), headers: ['Content-Type', contentType] });
    expect(event).toMatchObject({ body, isBase64Encoded });
  });

  it('takes a body without a type for binary', () => {
    expect(eventOf({ body: Buffer.from('x') })).toMatchObject({ body: 'eA==', isBase64Encoded: true });
  });
});
