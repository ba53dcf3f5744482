import { describe, expect, it } from 'vitest';
import { ApiError, errorOf, referenceOf } from '#web/lib/api-error.ts';

describe('after a failure', () => {
  it.each([
    ['no answer came', {}],
    ['the API failed', { status: 500, code: 'Internal' }],
    ['the API was busy', { status: 503, code: 'Busy' }],
    ['the same request was still under way', { status: 409, code: 'RequestInProgress' }],
    ['something before the API answered', { status: 502 }],
    ['a gateway timed out', { status: 504 }],
  ])('nobody knows whether the call took effect when %s', (_why, parts) => {
    expect(new ApiError(parts).outcomeUnknown).toBe(true);
  });

  it.each([
    ['was refused', { status: 400, code: 'ValidationFailed' }],
    ['was refused by a provider', { status: 502, code: 'ProviderFailed' }],
    ['came too often', { status: 429, code: 'TooManyRequests' }],
    ['was refused by something before the API', { status: 403 }],
  ])('the call is known to have done nothing when it %s', (_why, parts) => {
    expect(new ApiError(parts).outcomeUnknown).toBe(false);
  });
});

it('an error has its fields, and how long to wait when the answer says so in seconds', async () => {
  const body = { code: 'TooManyRequests', message: 'Slow down.', fields: { a: 'is wrong' }, requestId: 'r1' };
  const headers = (value: string) => ({ status: 429, headers: { 'retry-after': value, 'x-request-id': 'r2' } });
  expect(await errorOf(Response.json(body, headers('7')))).toMatchObject({
    ...body,
    status: 429,
    retryAfterSeconds: 7,
  });
  const other = await errorOf(Response.json({}, headers('Sat, 21 Nov 2026 00:00:00 GMT')));
  expect(other).toMatchObject({ retryAfterSeconds: undefined, requestId: 'r2', fields: undefined, code: undefined });
  const foreign = await errorOf(new Response('<html>', { status: 502 }));
  expect(foreign).toMatchObject({ status: 502, code: undefined, retryAfterSeconds: undefined });
});

it('only an unexpected failure has a reference to quote, also once it is known to have done nothing', () => {
  const requestId = 'r1';
  const failure = new ApiError({ status: 500, code: 'Internal', requestId });
  expect(referenceOf(failure)).toBe(requestId);
  expect(referenceOf(failure.asNotSent())).toBe(requestId);
  expect(referenceOf(new ApiError({ status: 502, requestId }))).toBe(requestId);
  expect(referenceOf(new ApiError({ status: 422, code: 'InsufficientFunds', requestId }))).toBeUndefined();
});
