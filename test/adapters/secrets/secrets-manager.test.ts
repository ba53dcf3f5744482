import {
  GetSecretValueCommand,
  SecretsManagerClient,
  SecretsManagerServiceException,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSecret } from '#functions/adapters/secrets/secrets-manager.ts';
import { singleFlightCache } from '#functions/adapters/secrets/single-flight-cache.ts';

const secretsManager = mockClient(SecretsManagerClient);
// The mock replaces all clients of this class, and other tests run in the same process.
afterAll(() => secretsManager.restore());

function failure(name: string, $fault: 'client' | 'server'): Error {
  return new SecretsManagerServiceException({ name, message: name, $fault, $metadata: {} });
}

describe('a secret', () => {
  beforeEach(() => {
    secretsManager.reset();
    process.env['AWS_REGION'] = 'eu-west-1';
  });

  it('is fetched once for several reads at once', async () => {
    secretsManager.on(GetSecretValueCommand, { SecretId: 'a' }).resolves({ SecretString: '{"key":"value"}' });
    const reads = await Promise.all([readSecret('a'), readSecret('a'), readSecret('a')]);
    expect(reads).toEqual([{ key: 'value' }, { key: 'value' }, { key: 'value' }]);
    await readSecret('a');
    expect(secretsManager.commandCalls(GetSecretValueCommand)).toHaveLength(1);
  });

  it('is fetched again after five minutes, so that a rotation is seen', async () => {
    secretsManager.on(GetSecretValueCommand, { SecretId: 'rotated' }).resolves({ SecretString: '{"key":"value"}' });
    const now = vi.spyOn(performance, 'now');
    for (const atMs of [1_000, 300_999, 301_000]) {
      now.mockReturnValue(atMs);
      await readSecret('rotated');
    }
    now.mockRestore();
    expect(secretsManager.commandCalls(GetSecretValueCommand)).toHaveLength(2);
  });

  it.each(['not json', '[]', '{"key":7}', 'null', undefined])(
    'that is %s is refused and never quoted',
    async (text) => {
      const id = `broken-${String(text).length}`;
      secretsManager.on(GetSecretValueCommand).resolves(text === undefined ? {} : { SecretString: text });
      await expect(readSecret(id)).rejects.toThrow(new Error(`the secret ${id} is no JSON object of strings`));
    },
  );

  it.each([
    ['silence', new Error('socket hang up'), 'SecretsUnavailable'],
    ['an error of AWS', failure('InternalServiceError', 'server'), 'SecretsUnavailable'],
    ['a refusal for the number of calls', failure('ThrottlingException', 'client'), 'SecretsUnavailable'],
    ['the same under another name', failure('TooManyRequestsException', 'client'), 'SecretsUnavailable'],
    ['a limit of requests', failure('RequestLimitExceeded', 'client'), 'SecretsUnavailable'],
    ['a grant that lacks', failure('AccessDeniedException', 'client'), 'AccessDeniedException'],
    ['a name that is wrong', failure('ResourceNotFoundException', 'client'), 'ResourceNotFoundException'],
  ])('is reported as unavailable after %s only if asking again may help', async (_why, thrown, name) => {
    secretsManager.on(GetSecretValueCommand).rejects(thrown);
    await expect(readSecret(`away-${thrown.name}-${thrown.message}`)).rejects.toMatchObject({ name });
  });
});

describe('the cache', () => {
  it('reads a secret again once the cached one is too old', async () => {
    const load = vi.fn(async (key: string) => key);
    const read = singleFlightCache(100, load);
    await read('a', 0);
    await read('a', 99);
    expect(load).toHaveBeenCalledTimes(1);
    await read('a', 100);
    await read('b', 100);
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('does not keep a failure', async () => {
    const load = vi
      .fn<(key: string) => Promise<string>>()
      .mockRejectedValueOnce(new Error('down'))
      .mockResolvedValue('up');
    const read = singleFlightCache(100, load);
    await expect(read('a', 0)).rejects.toThrow('down');
    await expect(read('a', 1)).resolves.toBe('up');
  });

  it('keeps a newer answer when an older question fails late', async () => {
    let fail = (_why: Error): void => undefined;
    const load = vi
      .fn<(key: string) => Promise<string>>()
      .mockReturnValueOnce(new Promise((_answer, refuse) => void (fail = refuse)))
      .mockResolvedValue('up');
    const read = singleFlightCache(100, load);
    const old = read('a', 0);
    await read('a', 100);
    fail(new Error('down'));
    await expect(old).rejects.toThrow('down');
    await read('a', 150);
    expect(load).toHaveBeenCalledTimes(2);
  });
});
