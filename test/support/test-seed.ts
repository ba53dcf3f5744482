import { drawSeed } from '#bin/check/draw-seed.ts';

const given = process.env['TEST_SEED'];

/** The seed of everything random in this run: `TEST_SEED` when it is set, otherwise a new one each time. */
export const testSeed = given === undefined || given === '' ? drawSeed() : Number(given);
