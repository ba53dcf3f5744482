import { describe, expect, it } from 'vitest';
import { isLoopbackHost, isLoopbackUrl } from '#infra/local/simulators/kit/loopback.ts';
import { startIssuerSimulator } from '#infra/local/simulators/issuer/start-issuer-simulator.ts';
import { startPaymentSimulator } from '#infra/local/simulators/payments/start-payment-simulator.ts';

const here = ['127.0.0.1', '127.255.255.254', 'localhost', 'LOCALHOST', 'api.localhost', '[::1]'];
const elsewhere = [
  '127.evil.test',
  '127.0.0.256.evil.test',
  '127.0.0.1.evil.test',
  'localhost.evil.test',
  'evillocalhost',
  '127.0.0',
  '1270.0.1',
  '128.0.0.1',
  '0.0.0.0',
  '[::]',
  '[::2]',
  '169.254.169.254',
  '',
];

describe('isLoopbackHost', () => {
  it.each(here)('accepts %s with and without a port', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
    expect(isLoopbackHost(`${host}:4000`)).toBe(true);
  });
  it.each([...elsewhere, '127.0.0.1:80@evil.test', '127.0.0.1:', '127.0.0.999', '127.0.0.01', '::1'])(
    'refuses "%s"',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );
});

describe('isLoopbackUrl', () => {
  it.each(here)('accepts http://%s', (host) => {
    expect(isLoopbackUrl(`http://${host}:4000/hook`)).toBe(true);
  });
  // The address of 127.0.0 is 127.0.0.0, which a URL says itself.
  it.each(elsewhere.filter((host) => host !== '127.0.0'))('refuses http://%s', (host) => {
    expect(isLoopbackUrl(`http://${host}:4000/hook`)).toBe(false);
  });
  it.each([
    'https://127.0.0.1/',
    'file:///127.0.0.1',
    'http://127.0.0.1@evil.test/',
    '127.0.0.1',
    'http://127.0.0.256/',
  ])('refuses %s', (url) => {
    expect(isLoopbackUrl(url)).toBe(false);
  });
});

describe.each(['http://127.evil.test/hook', 'http://127.0.0.256.evil.test/hook'])(
  'the simulators and %s',
  (webhookUrl) => {
    it('the issuer does not start with this webhook address', async () => {
      const keys = { accessToken: 'at_test_x', secretKey: 'sk_test_x', webhookSecret: 'whs_x' };
      await expect(startIssuerSimulator({ port: 0, ...keys, webhookUrl })).rejects.toThrow(RangeError);
    });
    it('neither simulator listens on its host', async () => {
      const host = new URL(webhookUrl).hostname;
      const keys = { accessToken: 'at_test_x', secretKey: 'sk_test_x', webhookSecret: 'whs_x' };
      await expect(startIssuerSimulator({ port: 0, ...keys, host })).rejects.toThrow(RangeError);
      const merchant = { merchantId: 'm', paymentKey: 'test_p', payoutKey: 'test_q' };
      await expect(startPaymentSimulator({ port: 0, ...merchant, host })).rejects.toThrow(RangeError);
    });
  },
);
