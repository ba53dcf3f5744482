import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { reconcileFully } from '#functions/domain/reconciliation/reconcile-fully.ts';
import type { ReconciliationNeeds } from '#functions/domain/reconciliation/apply-proposal.ts';
import type { ReconciliationReport } from '#functions/domain/reconciliation/reconciliation-run.ts';
import { createLog } from '#functions/runtime/log.ts';
import { createRandom } from '#functions/runtime/random.ts';
import type { BreakClass } from '#functions/domain/reconciliation/break.ts';

/** The options of a run that an operator starts. `apply`: further classes whose proposed calls are made. */
export type RunByHand = { readonly isFull: boolean; readonly apply: readonly BreakClass[] };

/**
 * Runs a reconciliation by hand in this process, as the jobs do on AWS: it stores its state and opens tickets. A full run
 * stops after 12 minutes, and the next one goes on there. Cards that must freeze for a debt are left to the next sweep.
 */
export async function reconcileByHand(
  needs: Omit<ReconciliationNeeds, 'random' | 'log' | 'issuerEvents'>,
  { isFull, apply }: RunByHand,
): Promise<ReconciliationReport> {
  const run = isFull ? reconcileFully : reconcile;
  const services = { ...needs, random: createRandom(needs.clock), log: createLog('reconcile-by-hand') };
  return run(services, { aheadMs: 1, apply });
}
