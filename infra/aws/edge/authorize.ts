import { createHash, timingSafeEqual } from 'node:crypto';

import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { APIGatewayRequestAuthorizerEventV2, APIGatewaySimpleAuthorizerResult } from 'aws-lambda';

import { callLimits } from '#functions/adapters/aws/call-limits.ts';

/** CloudFront sends the word under this name and overwrites a viewer's value. */
export const originHeader = 'x-origin-secret';

/** Returns the valid words: the current one and, during a rotation, the one before it. */
type ReadWords = () => Promise<readonly string[]>;

/** True when a request came through CloudFront, that is, when it carries a valid word. */
export async function cameThroughCloudFront(
  headers: Readonly<Record<string, string | undefined>>,
  readWords: ReadWords,
): Promise<boolean> {
  const said = headers[originHeader];
  if (said === undefined) return false;
  const words = await readWords();
  return words.some((word) => timingSafeEqual(digest(said), digest(word)));
}

/** Gives both sides the same length, so that the comparison reveals nothing, not even a length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * The gateway's authorizer of every route. The gateway keeps its answer per word for an hour, so that it runs about
 * once an hour and not once a request.
 */
export async function handler(event: APIGatewayRequestAuthorizerEventV2): Promise<APIGatewaySimpleAuthorizerResult> {
  const isAuthorized = await cameThroughCloudFront(event.headers ?? {}, readOriginWords);
  return { isAuthorized };
}

const secretsManager = new SecretsManagerClient({ maxAttempts: 2, requestHandler: callLimits(1500) });

async function readOriginWords(): Promise<string[]> {
  const words = await Promise.all([readVersion('AWSCURRENT'), readVersion('AWSPREVIOUS')]);
  return words.filter((word) => word !== undefined && word !== '') as string[];
}

async function readVersion(stage: string): Promise<string | undefined> {
  try {
    const { SecretString } = await secretsManager.send(
      new GetSecretValueCommand({ SecretId: process.env['ORIGIN_SECRET_ID'], VersionStage: stage }),
    );
    return SecretString;
  } catch (error) {
    // A secret that was never rotated has no previous version.
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
