/** Pseudorandom numbers, the same for the same seed. */
export type Dice = {
  /** Draws a whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** True with this probability in percent. */
  percent(chance: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
};

/** Makes dice from a seed (mulberry32). */
export function createDice(seed: number): Dice {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    percent: (chance) => next() * 100 < chance,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
  };
}
