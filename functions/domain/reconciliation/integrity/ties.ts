/** A comparison of two sides: ours − theirs − what the breaks explain is 0, or a break was missed. */
export type Tie = {
  /** Number of accounts, deposits or cards that were compared. */
  readonly count: number;
  readonly oursCents: number;
  readonly theirsCents: number;
  readonly explainedCents: number;
};

/** The totals of a run. `internal` holds debits against credits of all records. */
export type Ties = { readonly internal: Tie; readonly provider: Tie; readonly issuer: Tie };

const nothing: Tie = { count: 0, oursCents: 0, theirsCents: 0, explainedCents: 0 };

/** Returns ties of a run that has compared nothing yet. */
export function noTies(): Ties {
  return { internal: nothing, provider: nothing, issuer: nothing };
}

/** Returns the sum of two ties. */
export function addTie(a: Tie, b: Tie): Tie {
  return {
    count: a.count + b.count,
    oursCents: a.oursCents + b.oursCents,
    theirsCents: a.theirsCents + b.theirsCents,
    explainedCents: a.explainedCents + b.explainedCents,
  };
}

/** Returns the difference that no break explains, which has to be 0. */
export function restOf({ oursCents, theirsCents, explainedCents }: Tie): number {
  return oursCents - theirsCents - explainedCents;
}
