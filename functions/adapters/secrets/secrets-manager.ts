import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { callLimits } from '#functions/adapters/aws/call-limits.ts';
import { singleFlightCache } from './single-flight-cache.ts';

const keptMs = 5 * 60_000;

/** Made while the function starts, with more CPU than during its first call. */
const client = new SecretsManagerClient({ requestHandler: callLimits(3000) });

const readCached = singleFlightCache(keptMs, fetchSecret);

/**
 * The fields of a secret. Kept for five minutes in this container, so a rotation is seen soon; parallel first reads
 * share one call. Throws when it cannot be read or is no flat JSON object of strings; the message never quotes it.
 */
export function readSecret(secretId: string): Promise<Readonly<Record<string, string>>> {
  return readCached(secretId, performance.now());
}

async function fetchSecret(secretId: string): Promise<Readonly<Record<string, string>>> {
  const { SecretString: text } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
  const fields = parseFields(text);
  if (fields === undefined) throw new Error(`the secret ${secretId} is no JSON object of strings`);
  return fields;
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
