import type { Deposit } from '#functions/ports/entities/deposits.ts';
import { Violation } from './audit.ts';
import type { StreamChange } from './engine/simulated-table.ts';
import type { SimulatedPayments } from './providers/simulated-payments.ts';

/**
 * Checks deposits after every transaction (I38). A deposit takes no state that its payment had left before the deposit
 * took its present one: a read that a newer one has overtaken counts for nothing.
 */
export class PaymentAudit {
  readonly #payments: SimulatedPayments;
  /** For each payment, the step at which it last left each state. */
  readonly #leftAt = new Map<string, number>();
  /** For each deposit, the step of its last change of state. */
  readonly #takenAt = new Map<string, number>();
  #steps = 0;

  constructor(payments: SimulatedPayments) {
    this.#payments = payments;
    payments.onLeft = (reference, state) => void this.#leftAt.set(`${reference} ${state}`, this.#steps);
  }

  /** Checks the deposits that a transaction changed. Throws a Violation. */
  look(changes: readonly StreamChange[]): void {
    this.#steps += 1;
    for (const { before, after } of changes) {
      if (after?.['entity'] !== 'deposit') continue;
      const was = before as unknown as Deposit | undefined;
      const { depositId, state, lifecycle } = after as unknown as Deposit;
      if (was === undefined || was.state === state) continue;
      const takenAt = this.#takenAt.get(depositId) ?? 0;
      this.#takenAt.set(depositId, this.#steps);
      if (lifecycle === 'refused' || this.#payments.invoices.get(depositId)?.state === state) continue;
      if ((this.#leftAt.get(`${depositId} ${state}`) ?? -1) < takenAt)
        throw new Violation('I38', `${depositId} went from ${was.state} back to ${state}, which its payment had left`);
    }
  }
}
