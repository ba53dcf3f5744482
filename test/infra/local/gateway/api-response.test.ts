import { describe, expect, it } from 'vitest';

import { readFunctionAnswer } from '#infra/local/gateway/api-response.ts';

const read = (result: unknown) => readFunctionAnswer(JSON.stringify(result), 'request-1');

describe("a function's answer", () => {
  it('is taken as it is when it has a status code', () => {
    const answer = read({ statusCode: 201, headers: { 'X-One': 1 }, cookies: ['a=1', 'b=2'], body: 'text' });
    expect(answer).toMatchObject({ status: 201, cookies: ['a=1', 'b=2'] });
    expect(answer.headers).toEqual({ 'content-type': 'text/plain;charset=UTF-8', 'x-one': '1' });
    expect(answer.body.toString()).toBe('text');
  });

  it('may be base64', () => {
    expect([...read({ statusCode: 200, body: 'AP8=', isBase64Encoded: true }).body]).toEqual([0, 255]);
  });

  it('loses headers that control the connection', () => {
    const headers = { Connection: 'close', 'Content-Length': '3', 'Transfer-Encoding': 'chunked', 'Keep-Alive': 'x' };
    expect(read({ statusCode: 200, headers, body: '' }).headers).toEqual({
      'content-type': 'text/plain;charset=UTF-8',
    });
  });

  it.each([
    [{ hello: 'world' }, '{"hello":"world"}'],
    [[1, 2], '[1,2]'],
    ['plain', 'plain'],
    [null, 'null'],
  ])('is a body of JSON when it has no status code: %j', (result, body) => {
    const answer = read(result);
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    expect(answer.body.toString()).toBe(body);
  });

  it.each([{ statusCode: 'many' }, { statusCode: 99 }, { statusCode: 200, body: { not: 'text' } }])(
    'is a server error when it makes no sense: %j',
    (result) => {
      const answer = read(result);
      expect(answer.status).toBe(500);
      expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 'Internal', requestId: 'request-1' });
    },
  );
});
