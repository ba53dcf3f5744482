/** The source of every decision of a simulated run. The list of drawn choices replays the run bit for bit. */
export type Choices = {
  /** Draws a whole number, 0 ≤ n < bound. 0 is always the least eventful choice: no fault, no overtaking, no action. */
  below(bound: number): number;
  /** True in one of this many cases. */
  oneIn(cases: number): boolean;
  /** The choices drawn so far. */
  readonly drawn: readonly number[];
};

/** Draws one of a list; undefined if it is empty. */
export function pick<T>({ choices }: { readonly choices: Choices }, list: readonly T[]): T | undefined {
  return list[choices.below(list.length)];
}

/** Draws an amount from 1 cent to `most` cents. */
export function amount({ choices }: { readonly choices: Choices }, most: number): number {
  return 1 + choices.below(most);
}

/** Makes choices from a seed: the same ones for the same seed, on every machine. */
export function seededChoices(seed: number): Choices {
  const next = splitMix32(seed);
  return recording((bound) => Math.floor((next() / 2 ** 32) * bound));
}

/** Replays the choices of an earlier or shrunk run. After its last choice, every further one is 0. */
export function replayedChoices(drawn: readonly number[]): Choices {
  let at = 0;
  return recording((bound) => Math.min(drawn[at++] ?? 0, bound - 1));
}

function recording(draw: (bound: number) => number): Choices {
  const drawn: number[] = [];
  const below = (bound: number): number => {
    // Draws even when there is only one option, so that a replay finds every choice at its place.
    const value = draw(Math.max(1, bound));
    drawn.push(value);
    return value;
  };
  // A drawn 0 makes `oneIn` false, so that a run of zeros is one without faults.
  return { drawn, below, oneIn: (cases) => below(cases) === cases - 1 && cases > 0 };
}

/** SplitMix32 (public domain, Steele et al. 2014 in 32 bits): small, fast, and good enough for picking faults. */
function splitMix32(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}
