import type { breakClasses, breakParts } from '#shared/contract/breaks.ts';
import type { Id } from '#shared/ids.ts';

/** A finding of reconciliation that waits for a person. Its id follows from part, class and subject. */
export type Ticket = {
  readonly ticketId: Id<'ticket'>;
  readonly part: (typeof breakParts)[number];
  readonly class: (typeof breakClasses)[number];
  readonly subject: string;
  /** The owner of the money in question; undefined when it concerns no single person. */
  readonly userId: Id<'user'> | undefined;
  readonly cents: number;
  readonly evidence: Readonly<Record<string, string | number>>;
  /** The way to mend it, in words. */
  readonly proposal: string;
  /** Since when the disagreement exists, as far as it is known. */
  readonly atMs: number;
  /** `person`: a check of its owner alone finds it again. `run`: only a run over everybody and all days does. */
  readonly foundBy: 'person' | 'run';
  readonly state: 'open' | 'closed';
  /** When it entered its state. */
  readonly sinceMs: number;
  readonly seenAtMs: number;
  /** Number of runs that have seen it. */
  readonly seenCount: number;
  /** The admin who works on it. */
  readonly takenBy?: Id<'user'> | undefined;
  readonly closedBy?: 'staff' | 'system' | undefined;
  readonly closingReason?: string | undefined;
  readonly version: number;
};
