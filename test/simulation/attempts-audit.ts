import type { Id } from '#shared/ids.ts';
import { keyOfEntity } from '#functions/adapters/dynamo/table.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { entitiesOf, Violation } from './audit.ts';
import type { SimulatedTable, StreamChange } from './engine/simulated-table.ts';

/**
 * The fencing counter: while an operation is open, it counts at least as many unresolved attempts as requests of it are
 * on their way or were lost. With fewer, a decline of one attempt would free money that another one may still move
 * (I6).
 */
export class AttemptsAudit {
  readonly #table: SimulatedTable;
  readonly #open = new Map<string, number>();
  /** The first request that left uncounted, or whose count was taken back. */
  broken: Violation | undefined;

  constructor(table: SimulatedTable) {
    this.#table = table;
  }

  /** A request to the issuer leaves under a reference. */
  leave(reference: string): void {
    this.#open.set(reference, this.#openOf(reference) + 1);
    this.#check(this.#table.get(keyOfEntity('operation', { operationId: reference as Id<'operation'> })));
  }

  /**
   * A load leaves: none that was asked for before on the same card is still waiting. Which was asked first is what the
   * account's entries say, in whose order their holds were taken.
   */
  leaveInOrder(reference: string): void {
    const operations = entitiesOf(this.#table, 'operation');
    const own = operations.find(({ operationId }) => operationId === reference);
    // One that is sent again has left before.
    if (own === undefined || own.unresolvedAttempts > 1) return;
    const placeOf = new Map<string, number>();
    for (const { journalId, sequence } of entitiesOf(this.#table, 'entry')) {
      if (journalId.endsWith(':reserved')) placeOf.set(journalId.slice(0, -':reserved'.length), sequence);
    }
    const place = placeOf.get(reference) ?? 0;
    const overtaken = operations.find(
      ({ operationId, cardId, kind, state, updatedAtMs }) =>
        kind === 'card_load' &&
        cardId === own.cardId &&
        state === 'reserved' &&
        // One that has just come back may have been on its way when this one was counted; clocks differ by four seconds.
        updatedAtMs < own.lastSubmitAtMs - 5_000 &&
        (placeOf.get(operationId) ?? 0) < place,
    );
    if (overtaken) this.broken ??= new Violation('I6', `${reference} leaves before ${overtaken.operationId}`);
  }

  /** Its sender knows what became of it. */
  answered(reference: string): void {
    this.#open.set(reference, this.#openOf(reference) - 1);
  }

  /** Checks the writes of a transaction. */
  look(changes: readonly StreamChange[]): void {
    for (const { after } of changes) if (after?.['entity'] === 'operation') this.#check(after);
  }

  #check(item: unknown): void {
    const { operationId, state, unresolvedAttempts } = item as Operation;
    const open = this.#openOf(operationId);
    if ((state === 'reserved' || state === 'submitted') && unresolvedAttempts < open)
      this.broken ??= new Violation('I6', `${operationId} counts ${unresolvedAttempts} open requests of ${open}`);
  }

  #openOf(reference: string): number {
    return this.#open.get(reference) ?? 0;
  }
}
