import type { Operation } from '#functions/ports/entities/operations.ts';
import { update } from '#functions/ports/store.ts';
import { dayMs, hourMs, minuteMs } from '#functions/domain/durations.ts';
import { release, settle } from './conclude-operation.ts';
import { lateEffectMs, type OperationNeeds } from './operation-steps.ts';
import { stepsOf } from './steps-of.ts';

/** Delay before the issuer is asked again about an operation in review, in milliseconds, by the operation's age. */
const askEvery: readonly (readonly [ageMs: number, waitMs: number])[] = [
  [4 * dayMs, 30 * minuteMs],
  [30 * dayMs, 6 * hourMs],
];

/** Returns when an operation in review is asked about next; undefined after 30 days: then only a person ends it. */
export function nextReviewAtMs({ createdAtMs }: Pick<Operation, 'createdAtMs'>, nowMs: number): number | undefined {
  const [, waitMs] = askEvery.find(([untilAgeMs]) => nowMs - createdAtMs < untilAgeMs) ?? [];
  return waitMs === undefined ? undefined : nowMs + waitMs;
}

/**
 * Begins the review of an operation whose outcome was unknown for a day: its hold stays, nothing is sent any more, and
 * the issuer is asked on until it reports the outcome or a person decides.
 */
export async function beginReview(needs: OperationNeeds, operation: Operation): Promise<number> {
  const nowMs = needs.clock.now();
  const reason = 'The card issuer hasn’t confirmed it for a day. We keep asking, and our team is looking into it.';
  const dueAtMs = nextReviewAtMs(operation, nowMs);
  await needs.store.commit([
    update('operation', operation, { state: 'review', reason, dueAtMs, reviewedAtMs: nowMs, updatedAtMs: nowMs }),
  ]);
  needs.log.error('operation needs a person', { operationId: operation.operationId, kind: operation.kind });
  return 0;
}

/**
 * Asks the issuer about an operation in review, and ends it by the issuer's evidence. Nothing is sent again, because an
 * issuer may forget references within a day. For the same reason, "not found" proves nothing about a request that the
 * issuer had accepted. Throws WriteConflict when another process moved the operation.
 */
export async function askInReview(
  needs: OperationNeeds,
  operation: Operation,
): Promise<'ended' | 'pending' | 'unknown'> {
  const steps = stepsOf(operation.kind);
  const askedAtMs = needs.clock.now();
  const found = await steps.ask(needs, operation);
  switch (found.verdict) {
    case 'happened':
      await settle(needs, steps, operation, found.evidence);
      return 'ended';
    case 'failed':
      await release(needs, steps, operation, 'The card issuer did not carry it out. Nothing was charged.');
      return 'ended';
    case 'absent':
      if (operation.isAccepted || askedAtMs <= operation.lastSubmitAtMs + lateEffectMs) return 'unknown';
      await release(needs, steps, operation, 'The card issuer never received it. Nothing was charged.');
      return 'ended';
    case 'pending':
    case 'unknown':
      return found.verdict;
  }
}
