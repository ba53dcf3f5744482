import { describe, expect, it } from 'vitest';

import { isSameSignature, signBody } from '#functions/adapters/payments/cryptomus/signature.ts';
import { requests } from './vectors.ts';

describe('the signature of a request', () => {
  it.each(Object.entries(requests))('is the published one for %s', (_name, { body, key, sign }) => {
    expect(signBody(body, key)).toBe(sign);
  });

  it('is compared by value, and never throws for another length', () => {
    expect(isSameSignature('ab', 'ab')).toBe(true);
    expect(isSameSignature('ab', 'ac')).toBe(false);
    expect(isSameSignature('é', 'ab')).toBe(false);
    expect(isSameSignature('', 'ab')).toBe(false);
  });
});
