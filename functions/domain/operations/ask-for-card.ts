import type { Operation } from '#functions/ports/entities/operations.ts';
import { update } from '#functions/ports/store.ts';
import { sendWithinMs, type OperationNeeds } from './operation-steps.ts';

/**
 * Asks the issuer for the card of a creation that a person decided never happened, or of a deletion that a person
 * decided was done. A card that exists against the decision is closed: it is in no list, and the money on it returns to
 * our float. So no balance is corrected. The contradiction is noted on the operation once, an operator is alerted, and
 * reconciliation opens a break. Returns `confirmed` once the issuer has deleted the card. Throws WriteConflict when
 * another process moved the operation.
 */
export async function askForCard(needs: OperationNeeds, operation: Operation): Promise<'confirmed' | 'unknown'> {
  const { store, clock, issuer, log } = needs;
  const { operationId, kind, cardId, holderId, decision } = operation;
  if (cardId === undefined || holderId === undefined) throw new Error(`${operationId} names no card or cardholder`);
  const found = await issuer.findCard({ holderId, cardId });
  if (found.outcome !== 'success' || found.value === undefined) return 'unknown';
  const nowMs = clock.now();
  if (found.value.isDeleted) {
    await store.commit([update('operation', operation, { dueAtMs: undefined, updatedAtMs: nowMs })]);
    return 'confirmed';
  }
  if (operation.contradictedAtMs === undefined) {
    // Logged before the write, so that a process that dies in between has still alerted an operator.
    log.error('the card issuer contradicts a decision on an operation', {
      operationId,
      kind,
      decided: decision?.outcome,
      reported: 'the card is there',
    });
    await store.commit([update('operation', operation, { contradictedAtMs: nowMs, updatedAtMs: nowMs })]);
  }
  const closed = await issuer.close(found.value.issuerCardId, nowMs + sendWithinMs);
  log.warn('card closed against which a person had decided', { operationId, outcome: closed.outcome });
  return 'unknown';
}
