import type { Deposit } from '#functions/ports/entities/deposits.ts';
import { isUnfinished } from './poll-schedule.ts';

/**
 * Returns since when a deposit waits for a person, for the write that brings it to this state; undefined when nothing is
 * left to decide. A deposit that waited before keeps its time.
 */
export function waitsSinceMs(deposit: Deposit, nowMs: number): number | undefined {
  const { state, reviewReason, proposal, decision, dueAtMs } = deposit;
  const isGivenUp = dueAtMs === undefined && isUnfinished(state);
  // A payment that was refused as another one keeps its state. While the decision holds, nothing waits.
  const isOpen = decision === undefined && (state === 'locked' || isGivenUp);
  const waits = reviewReason !== undefined || proposal !== undefined || isOpen;
  return waits ? (deposit.waitsSinceMs ?? nowMs) : undefined;
}
