import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { handler } from '#functions/runtime/not-found.ts';

const ask = (rawPath: string) =>
  handler({ rawPath, requestContext: { requestId: 'req-1' } } as unknown as APIGatewayProxyEventV2);

describe('a path without a route', () => {
  it.each(['/api/nothing', '/api', '/api/', '/api/user/', '/api//user', '/api/cards//public', '/other/user'])(
    'is refused in the shape of every refusal: %s',
    async (path) => {
      const { statusCode, headers, body } = await ask(path);
      expect(statusCode).toBe(404);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': 'req-1' });
      expect(headers).not.toHaveProperty('allow');
      expect(JSON.parse(body ?? '')).toEqual({
        code: 'NotFound',
        message: 'Nothing exists at this address.',
        requestId: 'req-1',
      });
    },
  );

  it.each([
    ['/api/user', 'GET, PATCH'],
    ['/api/transactions', 'POST, GET'],
    ['/api/cards/crd_00000000000000000000000000/public', 'GET'],
    ['/api/cards/x', 'DELETE'],
  ])('says which methods %s knows', async (path, allow) => {
    const { statusCode, headers, body } = await ask(path);
    expect([statusCode, headers?.['allow']]).toEqual([405, allow]);
    expect(JSON.parse(body ?? '')).toEqual({
      code: 'MethodNotAllowed',
      message: `Use ${allow} for this address.`,
      requestId: 'req-1',
    });
  });
});
