import type { queueNames } from '#shared/contract/dead-letters.ts';

/** A queue of stored webhooks. */
export type QueueName = (typeof queueNames)[number];

/** A message that its worker failed on for good. */
export type DeadLetter = {
  readonly body: string;
  /** When it was first sent. */
  readonly sentAtMs: number | undefined;
};

/** The messages of one queue that were set aside. */
export interface DeadLetters {
  /** About how many there are, and some of them. They stay where they are. */
  peek(): Promise<{ readonly count: number; readonly sample: readonly DeadLetter[] }>;
  /**
   * Gives messages back to their queue until none is left or the time is over, and returns their number. Each message
   * is sent before it is removed, so a process that dies in between leaves it in both queues: workers are idempotent.
   */
  giveBack(untilMs: number): Promise<number>;
}
