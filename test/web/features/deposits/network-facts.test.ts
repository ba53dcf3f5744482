import { describe, expect, it } from 'vitest';

import { networks } from '#shared/catalogue.ts';
import { explorerUrl, usualWait } from '#web/features/deposits/network-facts.ts';

const txid = 'a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90';

describe('explorerUrl', () => {
  it.each(Object.keys(networks))('is an address that ends with the transaction on %s', (network) => {
    expect(explorerUrl(network, txid)).toMatch(/^https:\/\/[\w./#-]+\/[a-f0-9]{64}$/);
  });

  it('keeps the id of a transaction in one part of the path', () => {
    expect(explorerUrl('TON', 'abc/def+ghi=jkl0123456789')).toBe(
      'https://tonviewer.com/transaction/abc%2Fdef%2Bghi%3Djkl0123456789',
    );
  });

  it.each([
    ['a network without an explorer', 'XYZ', txid],
    ['words instead of an id', 'BTC', 'paid by hand of support'],
    ['an id with a query', 'BTC', `${txid}?x=1`],
  ])('is undefined for %s', (_why, network, id) => {
    expect(explorerUrl(network, id)).toBeUndefined();
  });
});

describe('usualWait', () => {
  it('names the time of a network, and stays vague about one that is unknown', () => {
    expect(usualWait('BTC')).toBe('10 to 60 minutes');
    expect(usualWait('XYZ')).toBe('a few minutes');
  });
});
