import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { routes } from '#shared/contract/index.ts';
import type { Route, RouteId } from '#shared/contract/index.ts';
import { compressReply } from '#functions/runtime/compress-reply.ts';
import { compressRead } from '#functions/runtime/endpoint-steps.ts';

const long = {
  statusCode: 200,
  headers: { 'x-request-id': 'r-1' },
  cookies: ['a=1'],
  body: JSON.stringify('ü'.repeat(900)),
};

it('compresses a long reply for a caller that takes gzip, without loss', () => {
  const { body = '', ...rest } = compressReply(long, 'br;q=1.0, gzip, deflate');
  expect(rest).toEqual({
    statusCode: 200,
    headers: { 'x-request-id': 'r-1', 'content-encoding': 'gzip', vary: 'accept-encoding' },
    cookies: ['a=1'],
    isBase64Encoded: true,
  });
  const sent = Buffer.from(body, 'base64');
  expect(gunzipSync(sent).toString('utf8')).toBe(long.body);
  expect(sent.length).toBeLessThan(long.body.length / 5);
});

it.each([undefined, '', 'br', 'gzip;q=0', 'gzip; q=0.0', 'x-gzip', 'identity'])(
  'does not compress a reply for a caller that accepts %o',
  (encoding) => {
    expect(compressReply(long, encoding)).toBe(long);
  },
);

it('does not compress a short reply, which fits into one packet anyway', () => {
  const short = { ...long, body: JSON.stringify('x'.repeat(1_300)) };
  expect(compressReply(short, 'gzip')).toBe(short);
});

it.each([
  ['transactions.list', true],
  ['cards.list', true],
  ['user.all', true],
  ['cards.load', false],
  // CloudFront caches this reply, and compresses it itself.
  ['status.read', false],
] as const)('of %s a long reply is compressed: %o', async (id: RouteId, isCompressed) => {
  const step = { event: { request: { headers: { 'accept-encoding': 'gzip' } } }, response: long };
  const route: Route = routes[id];
  await compressRead(route).after?.(step as never);
  expect(step.response !== long).toBe(isCompressed);
});
