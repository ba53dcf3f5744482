import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { encryptAesEverywhere } from '#functions/adapters/issuer/bridgecard/aes-everywhere.ts';
import type { Services } from '#functions/ports/services.ts';
import { endpoint, type EndpointHandler } from '#functions/runtime/endpoint.ts';
import { currentServices } from '#functions/runtime/services.ts';
import { insert } from '#functions/ports/store.ts';
import { routes } from '#shared/contract/index.ts';
import { callEndpoint, type TestAnswer } from '#test/support/call-endpoint.ts';
import { samples } from '#test/support/sample-entities.ts';
import { signedWebhookBody } from '#infra/local/simulators/payments/wire-signature.ts';

const secrets = {
  payments: { merchantId: 'merchant', paymentKey: 'test_now', paymentKeyBefore: 'test_before' },
  issuer: {
    accessToken: 'at_test_token',
    secretKey: 'sk_test_now',
    secretKeyBefore: 'sk_test_before',
    webhookSecret: 'whsec_now',
    webhookSecretBefore: 'whsec_before',
  },
};
const environment = {
  FUNCTION_ID: 'test.services',
  SITE_URL: 'https://satchel.test',
  TABLE_NAME: 'satchel',
  PAYMENTS_SECRET_ID: 'payments',
  PAYMENTS_BASE_URL: 'http://127.0.0.1:9',
  PAYMENTS_PAY_ORIGINS: 'http://127.0.0.1:9',
  PAYMENTS_PROFILE: 'heleket',
  ISSUER_SECRET_ID: 'issuer',
  ISSUER_BASE_URL: 'http://127.0.0.1:9',
  ISSUER_REVEAL_BASE_URL: 'http://127.0.0.1:9',
  AWS_REGION: 'eu-west-1',
};

describe('the services of a container, while its secrets are being rotated', () => {
  const secretsManager = mockClient(SecretsManagerClient);
  const before = Object.fromEntries(Object.keys(environment).map((name) => [name, process.env[name]]));
  let services: Services;
  let outage: unknown;
  let answered: TestAnswer;
  const lines: string[] = [];
  beforeAll(async () => {
    Object.assign(process.env, environment);
    secretsManager.on(GetSecretValueCommand).rejects(new Error('the secrets are away'));
    outage = await currentServices().catch((thrown: unknown) => thrown);
    const handler = endpoint(routes, 'auth.logout', () => Promise.resolve({ message: 'Signed out.' }));
    // The handler as it is deployed: it opens its services itself.
    const deployed = { using: () => (event: APIGatewayProxyEventV2) => handler(event, {} as Context) };
    const output = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    answered = await callEndpoint(deployed as unknown as EndpointHandler, {} as Services).finally(() =>
      output.mockRestore(),
    );
    secretsManager.reset();
    for (const [id, fields] of Object.entries(secrets)) {
      const SecretString = JSON.stringify(fields);
      secretsManager.on(GetSecretValueCommand, { SecretId: id }).resolves({ SecretString });
    }
    services = await currentServices();
  });
  afterAll(() => {
    secretsManager.restore();
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it('are built again after they could not be built', () => {
    expect(outage).toMatchObject({ name: 'SecretsUnavailable', cause: { message: 'the secrets are away' } });
    expect(services.settings.siteUrl).toBe('https://satchel.test');
  });

  it('that cannot be built give the caller Busy, and log the reason', () => {
    const { status, body, headers } = answered;
    expect([status, body['code'], body['requestId'], headers['retry-after']]).toEqual([503, 'Busy', 'request-1', '1']);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: 'error',
        function: 'auth.logout',
        message: 'request found the secrets away',
        concern: 'retry',
        requestId: 'request-1',
      }),
    ]);
  });

  it('throw for a service that the function is not granted, and name it', async () => {
    expect(() => Reflect.get(services.mailer, 'send')).toThrow('not granted the mail');
    // When it is awaited, the stand-in must not look like a promise.
    await expect(Promise.resolve(services.mailer)).resolves.toBe(services.mailer);
  });

  it('throw for the list of erasures where its table is not named, instead of keeping it in the main table', async () => {
    const { erasure } = samples;
    const words = 'not granted the list of erasures';
    await expect(services.store.commit([insert('erasure', erasure)])).rejects.toThrow(words);
    await expect(services.store.get('erasure', erasure)).rejects.toThrow(words);
    await expect(services.store.listErasures({ limit: 1 })).rejects.toThrow(words);
  });

  it.each([
    ['test_now', true],
    ['test_before', true],
    ['test_other', false],
  ])('take a payment webhook that is signed by %s: %s', (key, isTaken) => {
    const body = signedWebhookBody({ type: 'payment', uuid: 'p-1', order_id: 'dep_1', status: 'paid' }, key);
    expect(services.payments.verifyWebhook(Buffer.from(body)) !== undefined).toBe(isTaken);
  });

  it.each([
    ['whsec_now', 'sk_test_now', true],
    ['whsec_before', 'sk_test_now', true],
    ['whsec_now', 'sk_test_before', true],
    ['whsec_before', 'sk_test_before', true],
    ['whsec_other', 'sk_test_now', false],
    ['whsec_now', 'sk_test_other', false],
  ])('take an issuer webhook with %s under %s: %s', (webhookSecret, secretKey, isTaken) => {
    expect(services.issuer.verifyWebhook(encryptAesEverywhere(webhookSecret, secretKey))).toBe(isTaken);
  });

  it('take webhooks that a new key signed within minutes', async () => {
    const SecretString = JSON.stringify({ ...secrets.payments, paymentKey: 'test_next', paymentKeyBefore: 'test_now' });
    secretsManager.on(GetSecretValueCommand, { SecretId: 'payments' }).resolves({ SecretString });
    const laterMs = performance.now() + 6 * 60_000;
    performance.now = () => laterMs;
    try {
      const { payments } = await currentServices();
      for (const key of ['test_next', 'test_now']) {
        const body = signedWebhookBody({ type: 'payment', uuid: 'p-1', order_id: 'dep_1', status: 'paid' }, key);
        expect(payments.verifyWebhook(Buffer.from(body))).toBeDefined();
      }
    } finally {
      // Removes the replacement: the original `now` is on the prototype.
      Reflect.deleteProperty(performance, 'now');
    }
  });
});
