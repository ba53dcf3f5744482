import type { Id } from '#shared/ids.ts';
import type { Operation, OperationKind } from '#functions/ports/entities/operations.ts';
import { totalOf } from '../ledger/movements.ts';

/** What the books say of an operation, whatever it says itself. */
export type BelievedOperation = {
  readonly operation: Operation;
  /** `both` must never be. A closing of an empty card moves no money: it is what it says. */
  readonly end: 'open' | 'settled' | 'released' | 'both';
  /** What was set aside for it, or credited in advance, in cents; undefined when the books know of nothing. */
  readonly reservedCents: number | undefined;
  /** A correction of its end was posted. */
  readonly isCorrected: boolean;
};

/** True for what is paid from the balance: it is held there. The rest leaves a card. */
export function isFromBalance(kind: OperationKind): boolean {
  return kind === 'card_creation' || kind === 'card_load';
}

/**
 * Reads from what happened to somebody's accounts how each operation stands. `happened` maps journal ids to what each
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
      // What was to be fetched may have come to nothing, so that there was nothing to settle.
      const isOver = happened.has(`${operationId}:settled`) || state === 'settled';
      return [{ operation, end: isOver ? 'settled' : 'open', reservedCents: 0 - credited, isCorrected: false }];
    }
    const reserved = happened.get(`${operationId}:reserved`);
    const isSettled = happened.has(`${operationId}:settled`);
    const isReleased = happened.has(`${operationId}:released`);
    const reservedCents = reserved && (isFromBalance(kind) ? reserved['held'] : reserved['leaving']);
    const isCorrected = happened.has(`${operationId}:corrected`);
    if (reserved === undefined && !isSettled && !isReleased && totalOf(operation) === 0) {
      // Nothing was moved, so it is what it says.
      const end = state === 'settled' || state === 'released' ? state : 'open';
      return [{ operation, end, reservedCents: 0, isCorrected }];
    }
    const end = isSettled && isReleased ? 'both' : isSettled ? 'settled' : isReleased ? 'released' : 'open';
    return [{ operation, end, reservedCents, isCorrected }];
  });
}
