import { expect, it } from 'vitest';

import { announce, type Services } from '#infra/local/supervisor/services.ts';

const services: Services = {
  site: 'http://127.0.0.1:3000',
  api: 'http://127.0.0.1:3000/api',
  mail: 'http://127.0.0.1:4001',
  payments: 'http://127.0.0.1:4002',
  issuer: 'https://issuer.example',
  dynamodb: 'http://127.0.0.1:4004',
  sqs: 'http://127.0.0.1:4005',
  control: 'http://127.0.0.1:4006',
  webhooks: { payments: '', issuer: '' },
  keys: {
    merchant: '',
    payment: '',
    payout: '',
    issuerAccess: 'at_test_1',
    issuerSecret: 'sk_test_1',
    issuerWebhook: '',
  },
  demo: null,
  pids: { payments: 7 },
};

it('announces the site in a first line for programs, then every address, the API page among them', () => {
  const [first, ...lines] = announce(services, 7_040, '/data').split('\n');
  expect(first).toBe('ready http://127.0.0.1:3000 (7.0 s)');
  expect(lines).toContain('  API         http://127.0.0.1:3000/api/docs');
  expect(lines).toContain('  Payments    http://127.0.0.1:4002  (pay an invoice)');
  expect(lines).toContain('  Issuer      https://issuer.example  (from elsewhere)');
});

it('announces no key', () => {
  expect(announce(services, 0, '/data')).not.toMatch(/_test_/);
});
