import {
  GetSecretValueCommand,
  SecretsManagerClient,
  SecretsManagerServiceException,
} from '@aws-sdk/client-secrets-manager';
import { SecretsUnavailable } from '#functions/ports/keys.ts';
import { callLimits } from '#functions/adapters/aws/call-limits.ts';
import { singleFlightCache } from './single-flight-cache.ts';

const keptMs = 5 * 60_000;

/** Made while the function starts, with more CPU than during its first call. */
const client = new SecretsManagerClient({ requestHandler: callLimits(3000) });

const readCached = singleFlightCache(keptMs, fetchSecret);

/**
 * Returns the fields of a secret. They are cached for five minutes in this container, so a rotation is seen soon;
 * parallel first reads share one call. Throws SecretsUnavailable when Secrets Manager does not answer or throttles, and
 * Error when it refuses the read or the secret is no flat JSON object of strings. No message quotes the secret.
 */
export function readSecret(secretId: string): Promise<Readonly<Record<string, string>>> {
  return readCached(secretId, performance.now());
}

async function fetchSecret(secretId: string): Promise<Readonly<Record<string, string>>> {
  const { SecretString: text } = await client
    .send(new GetSecretValueCommand({ SecretId: secretId }))
    .catch((thrown: unknown) => {
      throw isRefusal(thrown) ? thrown : new SecretsUnavailable(thrown);
    });
  const fields = parseFields(text);
  if (fields === undefined) throw new Error(`the secret ${secretId} is no JSON object of strings`);
  return fields;
}

/** True for a refusal that lasts until a grant or a name is corrected. */
function isRefusal(thrown: unknown): boolean {
  if (!(thrown instanceof SecretsManagerServiceException) || thrown.$fault !== 'client') return false;
  // AWS reports throttling as the client's fault too, under several names.
  return !/Throttl|TooManyRequests|RequestLimit/.test(thrown.name);
}

function parseFields(text: string | undefined): Readonly<Record<string, string>> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.values(value).every((field) => typeof field === 'string')
      ? (value as Record<string, string>)
      : undefined;
  } catch {
    return undefined;
  }
}
