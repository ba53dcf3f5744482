import { describe, expect, it } from 'vitest';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { refuse } from '#functions/runtime/respond.ts';

describe('a refusal', () => {
  it('of too many tries has the delay in two headers', () => {
    const { statusCode, headers } = refuse(new AppError('TooManyRequests', 'Wait.', { retryAfterSeconds: 30 }), 'r-1');
    expect(statusCode).toBe(429);
    expect(headers).toMatchObject({ 'retry-after': '30', ratelimit: '"tries";r=0;t=30' });
  });

  it('for another reason has no ratelimit header', () => {
    const { headers } = refuse(new AppError('Busy', 'Wait.', { retryAfterSeconds: 1 }), 'r-1');
    expect(headers).toMatchObject({ 'retry-after': '1' });
    expect(headers).not.toHaveProperty('ratelimit');
  });
});

it('a refusal with a code of another version has a status', () => {
  expect(refuse(new AppError('ProviderFailed' as ErrorCode, 'Declined.'), 'r-1').statusCode).toBe(422);
});

it('a refusal is sent with its status, fields, id, cookies and headers, and is never cached', () => {
  const error = new AppError('ValidationFailed', 'a is wrong.', {
    fields: { a: 'is wrong' },
    cookies: ['a=; Max-Age=0'],
    headers: { 'x-more': 'yes' },
  });
  const { statusCode, headers, cookies, body } = refuse(error, 'r-1');
  expect(statusCode).toBe(400);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': 'r-1', 'x-more': 'yes' });
  expect(cookies).toEqual(['a=; Max-Age=0']);
  expect(JSON.parse(body ?? '')).toEqual({
    code: 'ValidationFailed',
    message: 'a is wrong.',
    fields: { a: 'is wrong' },
    requestId: 'r-1',
  });
});
