import { createHash, timingSafeEqual } from 'node:crypto';

import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { APIGatewayRequestAuthorizerEventV2, APIGatewaySimpleAuthorizerResult } from 'aws-lambda';

import { callLimits } from '#functions/adapters/aws/call-limits.ts';

/** Header in which CloudFront sends the origin word; it overwrites a viewer's value. */
export const originHeader = 'x-origin-secret';

/** Returns the valid words: the current one and, during a rotation, the one before it. */
type ReadWords = () => Promise<readonly string[]>;

/** Time after which the words are read again, even when no call has a wrong one, in milliseconds. */
const keptForMs = 5 * 60_000;

/**
 * Time for which a reading is also believed about unknown words, in milliseconds. CloudFront takes longer than this to
 * learn a new word, so its first call with one always causes a new reading.
 */
const decidesForMs = 60_000;

/**
 * The words, kept in this process. A flood of wrong words costs one reading a minute, and known words stay good while
 * they cannot be read.
 */
export class OriginWords {
  readonly #read: ReadWords;
  readonly #now: () => number;
  #digests: readonly Buffer[] | undefined;
  #triedAtMs = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(read: ReadWords, now: () => number = Date.now) {
    this.#read = read;
    this.#now = now;
  }

  /** True for a valid word. Throws Error when the words were never read and cannot be. */
  async include(said: string): Promise<boolean> {
    const digest = digestOf(said);
    const isKnown = this.#knows(digest);
    await this.#renew(isKnown ? keptForMs : decidesForMs);
    return this.#knows(digest);
  }

  #knows(digest: Buffer): boolean {
    return (this.#digests ?? []).some((known) => timingSafeEqual(digest, known));
  }

  /**
   * Reads the words when the last try is `afterMs` ago, or when no reading has succeeded yet. Throws only in the latter
   * case.
   */
  async #renew(afterMs: number): Promise<void> {
    if (this.#digests !== undefined && this.#now() - this.#triedAtMs < afterMs) return;
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #readNow(): Promise<void> {
    this.#triedAtMs = this.#now();
    try {
      this.#digests = (await this.#read()).map(digestOf);
    } catch (error) {
      if (this.#digests === undefined) throw error;
      process.stdout.write(`${JSON.stringify({ level: 'warn', message: 'origin word not read' })}\n`);
    }
  }
}

/** Hashes a word, so that both sides of the comparison have one length and it reveals nothing, not even a length. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const secretsManager = new SecretsManagerClient({ maxAttempts: 2, requestHandler: callLimits(1500) });

/** Reads the words from their secret. */
export async function readOriginWords(): Promise<string[]> {
  const versions = await Promise.all([readVersion('AWSCURRENT'), readVersion('AWSPREVIOUS')]);
  return versions.filter((word) => word !== undefined && word !== '') as string[];
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

/** Returns an authorizer of the gateway. It allows requests with one of the words, which only CloudFront knows. */
export function authorizeBy(words: OriginWords) {
  return async ({ headers }: APIGatewayRequestAuthorizerEventV2): Promise<APIGatewaySimpleAuthorizerResult> => {
    const said = headers?.[originHeader];
    return { isAuthorized: said !== undefined && (await words.include(said)) };
  };
}

/** The authorizer of every route. The gateway keeps its answer per word: it runs every few minutes, not once a request. */
export const handler = authorizeBy(new OriginWords(readOriginWords));
