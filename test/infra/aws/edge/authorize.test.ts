import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, test } from 'vitest';

import { handler } from '#infra/aws/edge/authorize.ts';

const secretsManager = mockClient(SecretsManagerClient);
// Of every client of its kind: other tests in the same process have theirs.
afterAll(() => secretsManager.restore());

beforeEach(() => {
  secretsManager.reset();
  const get = (stage: string) => secretsManager.on(GetSecretValueCommand, { VersionStage: stage });
  get('AWSCURRENT').resolves({ SecretString: 'the-word' });
  get('AWSPREVIOUS').rejects(new ResourceNotFoundException({ message: 'none', $metadata: {} }));
});

const ask = (headers: Record<string, string>) => handler({ headers } as unknown as APIGatewayRequestAuthorizerEventV2);

test('CloudFront is let through', async () => {
  expect(await ask({ 'x-origin-secret': 'the-word' })).toEqual({ isAuthorized: true });
});

test('a direct call to the API is not', async () => {
  expect(await ask({})).toEqual({ isAuthorized: false });
  expect(await ask({ 'x-origin-secret': 'a guess' })).toEqual({ isAuthorized: false });
  expect(await ask({ 'x-origin-secret': '' })).toEqual({ isAuthorized: false });
});

test('the word before is good until CloudFront says the new one', async () => {
  secretsManager
    .on(GetSecretValueCommand, { VersionStage: 'AWSPREVIOUS' })
    .resolves({ SecretString: 'the-word-before' });
  expect(await ask({ 'x-origin-secret': 'the-word-before' })).toEqual({ isAuthorized: true });
});

test('a word that is empty is nobody’s, also while the secret holds no other', async () => {
  secretsManager.on(GetSecretValueCommand, { VersionStage: 'AWSCURRENT' }).resolves({ SecretString: '' });
  expect(await ask({ 'x-origin-secret': '' })).toEqual({ isAuthorized: false });
});

test('a secret that cannot be read lets nobody through', async () => {
  secretsManager.on(GetSecretValueCommand, { VersionStage: 'AWSCURRENT' }).rejects(new Error('AccessDenied'));
  await expect(ask({ 'x-origin-secret': 'the-word' })).rejects.toThrow('AccessDenied');
});
