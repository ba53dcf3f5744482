import { randomBytes, randomInt } from 'node:crypto';
import { monotonicFactory, ulid } from 'ulid';
import { idPrefixes, type Id } from '#shared/ids.ts';
import type { Clock } from '#functions/ports/clock.ts';
import type { Random } from '#functions/ports/random.ts';

/** Randomness from the system's generator. Ids of now sort by the time they were made, also within one millisecond. */
export function createRandom(clock: Clock): Random {
  const fraction = (): number => randomInt(2 ** 32) / 2 ** 32;
  const next = monotonicFactory(fraction);
  return {
    // A moment that is given is kept, though later ids have been made: `next` would go on from those.
    id: (kind, atMs) =>
      `${idPrefixes[kind]}_${atMs === undefined ? next(clock.now()) : ulid(atMs, fraction)}` as Id<typeof kind>,
    token: (bytes) => randomBytes(bytes).toString('base64url'),
    below: (bound) => (bound <= 1 ? 0 : randomInt(Math.floor(bound))),
  };
}
