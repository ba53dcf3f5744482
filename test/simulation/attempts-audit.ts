import type { Id } from '#shared/ids.ts';
import { keyOfEntity } from '#functions/adapters/dynamo/table.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { entitiesOf, Violation } from './audit.ts';
import type { SimulatedTable, StreamChange } from './engine/simulated-table.ts';

/**
 * Checks the fencing counter (I6): an open operation counts at least as many unresolved attempts as it has requests on
 * their way or lost. With fewer, the decline of one attempt would free money that another attempt may still move.
 */
export class AttemptsAudit {
  readonly #table: SimulatedTable;
  readonly #open = new Map<string, number>();
  /** The violation by the first request that left uncounted, or whose count was reduced too early. */
  broken: Violation | undefined;

  constructor(table: SimulatedTable) {
    this.#table = table;
  }

  /** Notes that a request to the issuer leaves under a reference. */
  leave(reference: string): void {
    this.#open.set(reference, this.#openOf(reference) + 1);
    this.#check(this.#table.get(keyOfEntity('operation', { operationId: reference as Id<'operation'> })));
  }

  /**
   * Checks a load that leaves: no earlier load of the same card is still waiting. The order of loads is that of their
   * holds in the account's entries.
   */
  leaveInOrder(reference: string): void {
    const operations = entitiesOf(this.#table, 'operation');
    const own = operations.find(({ operationId }) => operationId === reference);
    // A load that is sent again has already left once.
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
        // A load that has just returned to `reserved` may have been on its way when this one was counted; clocks differ
        // by up to four seconds.
        updatedAtMs < own.lastSubmitAtMs - 5_000 &&
        (placeOf.get(operationId) ?? 0) < place,
    );
    if (overtaken) this.broken ??= new Violation('I6', `${reference} leaves before ${overtaken.operationId}`);
  }

  /** Notes that the sender of a request knows its outcome. */
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
