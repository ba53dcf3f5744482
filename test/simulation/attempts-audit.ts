import type { Id } from '#shared/ids.ts';
import { keyOfEntity } from '#functions/adapters/dynamo/table.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { Violation } from './audit.ts';
import type { SimulatedTable, StreamChange } from './engine/simulated-table.ts';

/**
 * The fencing counter: while an operation is open, no fewer attempts are counted as unresolved than requests of it are on
 * their way or were never heard of again. With fewer, a decline of one would free what another one may still move (I6).
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

  /** Its sender knows what became of it. */
  answered(reference: string): void {
    this.#open.set(reference, this.#openOf(reference) - 1);
  }

  /** Looks at what a transaction wrote. */
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
