import { randomBytes, randomInt } from 'node:crypto';
import { monotonicFactory, ulid } from 'ulid';
import { idPrefixes, type Id } from '#shared/ids.ts';
import type { Clock } from '#functions/ports/clock.ts';
import type { Random } from '#functions/ports/random.ts';

/** Randomness from the system's generator. Ids without `atMs` sort by creation, also within one millisecond. */
export function createRandom(clock: Clock): Random {
  const fraction = (): number => randomInt(2 ** 32) / 2 ** 32;
  const next = monotonicFactory(fraction);
  return {
    // A given `atMs` is kept even when later ids have been made: `next` would continue from those.
    id: (kind, atMs) =>
      `${idPrefixes[kind]}_${atMs === undefined ? next(clock.now()) : ulid(atMs, fraction)}` as Id<typeof kind>,
    token: (bytes) => randomBytes(bytes).toString('base64url'),
    below: (bound) => (bound <= 1 ? 0 : randomInt(Math.floor(bound))),
  };
}
