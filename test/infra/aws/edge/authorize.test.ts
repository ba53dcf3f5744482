import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

import { authorizeBy, OriginWords, readOriginWords } from '#infra/aws/edge/authorize.ts';

const secretsManager = mockClient(SecretsManagerClient);
// The mock replaces every client of its kind; other tests in the same process have mocks of their own.
afterAll(() => secretsManager.restore());

beforeEach(() => {
  secretsManager.reset();
  const get = (stage: string) => secretsManager.on(GetSecretValueCommand, { VersionStage: stage });
  get('AWSCURRENT').resolves({ SecretString: 'the-word' });
  get('AWSPREVIOUS').rejects(new ResourceNotFoundException({ message: 'none', $metadata: {} }));
});

/** A process of the guard that has read nothing yet. */
let handler: ReturnType<typeof authorizeBy>;
beforeEach(() => {
  handler = authorizeBy(new OriginWords(readOriginWords));
});

const ask = (headers: Record<string, string>) => handler({ headers } as unknown as APIGatewayRequestAuthorizerEventV2);

test('CloudFront is let through', async () => {
  expect(await ask({ 'x-origin-secret': 'the-word' })).toEqual({ isAuthorized: true });
});

test('a direct call to the API is refused', async () => {
  expect(await ask({})).toEqual({ isAuthorized: false });
  expect(await ask({ 'x-origin-secret': 'a guess' })).toEqual({ isAuthorized: false });
  expect(await ask({ 'x-origin-secret': '' })).toEqual({ isAuthorized: false });
});

test('the previous word is accepted until CloudFront sends the new one', async () => {
  secretsManager
    .on(GetSecretValueCommand, { VersionStage: 'AWSPREVIOUS' })
    .resolves({ SecretString: 'the-word-before' });
  expect(await ask({ 'x-origin-secret': 'the-word-before' })).toEqual({ isAuthorized: true });
});

test('an empty word lets no request through, also while the secret holds no other', async () => {
  secretsManager.on(GetSecretValueCommand, { VersionStage: 'AWSCURRENT' }).resolves({ SecretString: '' });
  expect(await ask({ 'x-origin-secret': '' })).toEqual({ isAuthorized: false });
});

test('an unreadable secret lets no request through', async () => {
  secretsManager.on(GetSecretValueCommand, { VersionStage: 'AWSCURRENT' }).rejects(new Error('AccessDenied'));
  await expect(ask({ 'x-origin-secret': 'the-word' })).rejects.toThrow('AccessDenied');
});

test('a thousand wrong words cost two calls: one for each version of the word', async () => {
  for (let guess = 0; guess < 500; guess += 1) {
    expect(await ask({ 'x-origin-secret': `guess ${guess}` })).toEqual({ isAuthorized: false });
  }
  const atOnce = Array.from({ length: 500 }, (_, guess) => ask({ 'x-origin-secret': `another guess ${guess}` }));
  for (const answer of await Promise.all(atOnce)) expect(answer).toEqual({ isAuthorized: false });
  expect(secretsManager.commandCalls(GetSecretValueCommand)).toHaveLength(2);
});

test('wrong words that come at once share the first reading', async () => {
  await Promise.all(Array.from({ length: 100 }, (_, guess) => ask({ 'x-origin-secret': `guess ${guess}` })));
  expect(secretsManager.commandCalls(GetSecretValueCommand)).toHaveLength(2);
});

describe('the words that a process keeps', () => {
  const world = () => {
    let nowMs = 1_000_000;
    let stored: readonly string[] | Error = ['the-word'];
    const reads = { count: 0 };
    const words = new OriginWords(
      async () => {
        reads.count += 1;
        if (stored instanceof Error) throw stored;
        return stored;
      },
      () => nowMs,
    );
    return {
      words,
      reads,
      store: (next: typeof stored) => (stored = next),
      pass: (seconds: number) => (nowMs += seconds * 1000),
    };
  };

  test('are read again after five minutes, so that a word that was replaced twice is refused', async () => {
    const { words, reads, store, pass } = world();
    expect(await words.include('the-word')).toBe(true);
    store(['the word after the next']);
    pass(299);
    expect(await words.include('the-word')).toBe(true);
    expect(reads.count).toBe(1);
    pass(1);
    expect(await words.include('the-word')).toBe(false);
  });

  test('include a new word a minute after it was stored, however many wrong ones come', async () => {
    const { words, reads, store, pass } = world();
    for (let second = 0; second < 30; second += 1) {
      expect(await words.include(`guess ${second}`)).toBe(false);
      pass(1);
    }
    store(['the-new-word', 'the-word']);
    for (let second = 0; second < 60; second += 1) {
      await words.include(`another guess ${second}`);
      pass(1);
    }
    expect(await words.include('the-new-word')).toBe(true);
    expect(await words.include('the-word')).toBe(true);
    expect(reads.count).toBe(2);
  });

  test('stay valid while the secret cannot be read, which is tried once a minute only', async () => {
    const { words, reads, store, pass } = world();
    await words.include('the-word');
    store(new Error('away'));
    pass(600);
    for (let call = 0; call < 100; call += 1) {
      expect(await words.include('the-word')).toBe(true);
      expect(await words.include('a guess')).toBe(false);
    }
    expect(reads.count).toBe(2);
  });

  test('are read again at once after a failed first reading: every request is refused until then', async () => {
    const { words, store } = world();
    store(new Error('away'));
    await expect(words.include('the-word')).rejects.toThrow('away');
    store(['the-word']);
    expect(await words.include('the-word')).toBe(true);
  });
});
