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

  it('differs when a single digit differs, is missing or is added', () => {
    const signature = signBody('{"amount":"15"}', 'key');
    expect(signature).toHaveLength(32);
    for (let place = 0; place < signature.length; place += 1) {
      const other = signature[place] === '0' ? '1' : '0';
      const forged = `${signature.slice(0, place)}${other}${signature.slice(place + 1)}`;
      expect(isSameSignature(forged, signature), `digit ${place}`).toBe(false);
    }
    expect(isSameSignature(signature.slice(0, -1), signature)).toBe(false);
    expect(isSameSignature(`${signature}0`, signature)).toBe(false);
  });
});
