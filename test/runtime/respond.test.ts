import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { refuse } from '#functions/runtime/respond.ts';

describe('a refusal', () => {
  it('of too many tries says twice when to come again', () => {
    const { statusCode, headers } = refuse(new AppError('TooManyRequests', 'Wait.', { retryAfterSeconds: 30 }), 'r-1');
    expect(statusCode).toBe(429);
    expect(headers).toMatchObject({ 'retry-after': '30', ratelimit: '"tries";r=0;t=30' });
  });

  it('for another reason says nothing of an allowance', () => {
    const { headers } = refuse(new AppError('Busy', 'Wait.', { retryAfterSeconds: 1 }), 'r-1');
    expect(headers).toMatchObject({ 'retry-after': '1' });
    expect(headers).not.toHaveProperty('ratelimit');
  });
});
