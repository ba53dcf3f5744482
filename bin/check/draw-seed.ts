import { randomInt } from 'node:crypto';

/** Largest seed: what a 32-bit generator takes without losing a bit. */
export const seedMax = 2 ** 31 - 1;

/** Draws a random seed for a run without one, so that no test is tuned to a fixed range. */
export function drawSeed(): number {
  return randomInt(seedMax);
}
