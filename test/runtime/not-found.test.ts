import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, test } from 'vitest';
import { handler } from '#functions/runtime/not-found.ts';

test('what is no route is refused in the shape of every refusal', async () => {
  const event = { requestContext: { requestId: 'req-1' } } as APIGatewayProxyEventV2;
  const { statusCode, headers, body } = await handler(event);
  expect(statusCode).toBe(404);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': 'req-1' });
  expect(JSON.parse(body ?? '')).toEqual({
    code: 'NotFound',
    message: 'There is nothing at this address.',
    requestId: 'req-1',
  });
});
