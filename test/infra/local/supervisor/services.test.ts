import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

import { readLocalSecrets } from '#infra/local/supervisor/local-secrets.ts';
import { announce, describeServices, type Services } from '#infra/local/supervisor/services.ts';

const services: Services = {
  site: 'http://127.0.0.1:3000',
  api: 'http://127.0.0.1:3000/api',
  mail: 'http://127.0.0.1:4001',
  payments: 'http://127.0.0.1:4002',
  issuer: 'https://issuer.example',
  table: 'satchel',
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

it('names the server before the gateway as the site, and the gateway for the API', () => {
  const described = describeServices(
    { sqs: 1, mail: 2, payments: 3, issuer: 4, dynamodb: 5, control: 6, secrets: 7 },
    readLocalSecrets(path.join(mkdtempSync(path.join(tmpdir(), 'services-')), 'secrets.json')),
    {
      port: 3001,
      dataDirectory: '/data',
      tableName: 'satchel',
      seed: 'none',
      outside: {},
      isWatching: true,
      isDebugging: false,
      isTogether: false,
    },
    3000,
  );
  expect(described).toMatchObject({ site: 'http://127.0.0.1:3000', api: 'http://127.0.0.1:3001/api' });
  expect(described.webhooks.payments).toBe('http://127.0.0.1:3001/api/webhooks/payments/{token}');
});

it('announces no key', () => {
  expect(announce(services, 0, '/data')).not.toMatch(/_test_/);
});
