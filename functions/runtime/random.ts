import { randomBytes, randomInt } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import { idPrefixes, type Id } from '#shared/ids.ts';
import type { Clock } from '#functions/ports/clock.ts';
import type { Random } from '#functions/ports/random.ts';

/** Randomness from the system's generator. Ids sort by the time they were made, also within one millisecond. */
export function createRandom(clock: Clock): Random {
  const ulid = monotonicFactory(() => randomInt(2 ** 32) / 2 ** 32);
  return {
    id: (kind) => `${idPrefixes[kind]}_${ulid(clock.now())}` as Id<typeof kind>,
    token: (bytes) => randomBytes(bytes).toString('base64url'),
    below: (bound) => (bound <= 1 ? 0 : randomInt(Math.floor(bound))),
  };
}
