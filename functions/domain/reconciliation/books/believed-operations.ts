import type { Id } from '#shared/ids.ts';
import type { Operation, OperationKind } from '#functions/ports/entities/operations.ts';
import { totalOf } from '#functions/domain/ledger/postings.ts';

/** The state of an operation according to the books, against the operation's own field. */
export type BelievedOperation = {
  readonly operation: Operation;
  /** `both` must never occur. A closing of an empty card moves no money, so its own word counts. */
  readonly end: 'open' | 'settled' | 'released' | 'both';
  /** Cents set aside for it, or credited in advance; undefined when the books have no record of it. */
  readonly reservedCents: number | undefined;
  /** A correction of its end was posted. */
  readonly isCorrected: boolean;
};

/** True for operations that are paid from the balance and hold their cost there. All others take money from a card. */
export function isFromBalance(kind: OperationKind): boolean {
  return kind === 'card_creation' || kind === 'card_load';
}

/**
 * Derives the state of each operation from the records of a person's accounts. `happened` maps journal ids to what each
 * changed for the wallet, or for a card.
 */
export function believedOperations(
  operations: ReadonlyMap<Id<'operation'>, Operation | undefined>,
  happened: ReadonlyMap<string, Readonly<Record<string, number>>>,
): readonly BelievedOperation[] {
  return [...operations.values()].flatMap((operation) => {
    if (operation === undefined || operation.kind === 'holder_registration') return [];
    const { operationId, kind, state } = operation;
    if (operation.isCredited) {
      const credited = happened.get(`${operationId}:credited`)?.['balance'] ?? 0;
      // Charges may have used up what was to be fetched, so that there was nothing to settle.
      const isOver = happened.has(`${operationId}:settled`) || state === 'settled';
      return [{ operation, end: isOver ? 'settled' : 'open', reservedCents: 0 - credited, isCorrected: false }];
    }
    const reserved = happened.get(`${operationId}:reserved`);
    const isSettled = happened.has(`${operationId}:settled`);
    const isReleased = happened.has(`${operationId}:released`);
    const reservedCents = reserved && (isFromBalance(kind) ? reserved['held'] : reserved['leaving']);
    const isCorrected = happened.has(`${operationId}:corrected`);
    if (reserved === undefined && !isSettled && !isReleased && totalOf(operation) === 0) {
      // No money moved, so the operation's own word counts.
      const end = state === 'settled' || state === 'released' ? state : 'open';
      return [{ operation, end, reservedCents: 0, isCorrected }];
    }
    const end = isSettled && isReleased ? 'both' : isSettled ? 'settled' : isReleased ? 'released' : 'open';
    return [{ operation, end, reservedCents, isCorrected }];
  });
}
