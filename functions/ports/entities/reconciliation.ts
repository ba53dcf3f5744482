/** A break as stored for an operator: its class, subject, amount, time, evidence and proposed fix. */
export type KeptBreak = {
  readonly part: string;
  readonly class: string;
  readonly subject: string;
  readonly ownerId: string | undefined;
  readonly cents: number;
  readonly atMs: number;
  readonly evidence: Readonly<Record<string, string | number | undefined>>;
  readonly proposal: object;
};

/** The latest reconciliation of each mode: how far it is, and what it has found so far. */
export type Reconciliation = {
  readonly mode: 'light' | 'full';
  /** True for a run that a person started. */
  readonly isByHand?: boolean | undefined;
  readonly startedAtMs: number;
  /** Undefined while it goes on. */
  readonly endedAtMs: number | undefined;
  /** Where the next invocation continues: after which person, and then after which day. */
  readonly progress: {
    readonly phase: 'people' | 'days' | 'rest';
    readonly cursor: string | undefined;
    /** The entries seen of each day: their number, and a sum over their names that does not depend on their order. */
    readonly seen: Readonly<Record<string, { readonly count: number; readonly print: number }>>;
  };
  readonly people: number;
  readonly records: number;
  /** Number of questions that a provider did not answer, so that what they ask about was not compared. */
  readonly unanswered?: number | undefined;
  readonly mended: number;
  readonly ties: Readonly<
    Record<
      'internal' | 'provider' | 'issuer',
      {
        readonly count: number;
        readonly oursCents: number;
        readonly theirsCents: number;
        readonly explainedCents: number;
      }
    >
  >;
  /** Number of breaks of each class. */
  readonly classes: Readonly<Record<string, number>>;
  /** The first breaks; all are in the log. */
  readonly breaks: readonly KeptBreak[];
  /**
   * When the last full run that has ended began: everybody who had an account by then has a checkpoint. Absent before
   * the first such run.
   */
  readonly checkpointsAtMs?: number | undefined;
  readonly version: number;
};
