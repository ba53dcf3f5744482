import { describeWebhook } from '#functions/domain/events/describe-webhook.ts';
import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { entitiesOf, Violation } from './audit.ts';
import type { StreamChange } from './engine/simulated-table.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** Calls of staff that may lead to any change: each is recorded before anything else is written. */
const recorded: ReadonlySet<string> = new Set([
  'admin.ask-deposit',
  'admin.ask-operation',
  'admin.replay-webhook',
  'admin.redrive',
]);

/** Minimum interval between two questions about one payment, in milliseconds. */
const askEveryMs = 30_000;

/** Maximum difference between the clocks of two processes, in milliseconds. */
const skewMs = 4_000;

/**
 * Checks what staff ask of the providers, and what they have worked on again (I46). A question, a replay and a redrive
 * are recorded before anything else is written. A payment is asked about once in 30 seconds, and an operation only
 * while it is in review. In the end every webhook that was queued was worked on, unless its message still lies aside.
 */
export class DeskAudit {
  readonly #world: SimulatedWorld;
  readonly #askedAtMs = new Map<string, number>();

  constructor(world: SimulatedWorld) {
    this.#world = world;
  }

  /** Checks the changes of a transaction. Throws a Violation. */
  look(changes: readonly StreamChange[]): void {
    const { writer } = this.#world;
    const records = changes.flatMap(({ before, after }) =>
      before === undefined && after?.['entity'] === 'audit' ? [after as unknown as AuditRecord] : [],
    );
    if (writer !== undefined && recorded.has(writer.flow) && records.length === 0 && !writer.wrote.has('audit'))
      throw new Violation('I46', `${writer.flow} changes something, and no audit record says so`);
    for (const { action, about = '', atMs } of records) {
      if (action === 'ask-operation') this.#inReview(about, changes);
      if (action !== 'ask-deposit') continue;
      const sinceMs = atMs - (this.#askedAtMs.get(about) ?? -Infinity);
      if (sinceMs < askEveryMs - skewMs)
        throw new Violation('I46', `${about} is asked about again after ${sinceMs} ms`);
      this.#askedAtMs.set(about, atMs);
    }
  }

  #inReview(about: string, changes: readonly StreamChange[]): void {
    const asked = changes.flatMap(({ before, after }) =>
      after?.['operationId'] === about && before !== undefined ? [before as unknown as Operation] : [],
    );
    if (asked.length !== 1 || asked[0]?.state !== 'review')
      throw new Violation('I46', `${about} is asked about as ${asked[0]?.state}`);
  }

  /** Checks the webhooks when nothing is under way any more. Throws a Violation. */
  lookAtEnd(): void {
    const { table, deadLetters, everQueued } = this.#world;
    const aside = new Set(deadLetters.map(({ message }) => message.eventId));
    for (const event of entitiesOf(table, 'event')) {
      const { eventId, verdict, processedAtMs, failures, replayedAtMs = 0 } = event;
      // One that was never queued is sent again by its sender, who may be lost too.
      if (verdict !== 'accepted' || aside.has(eventId) || !everQueued.has(eventId)) continue;
      if (processedAtMs === undefined) throw new Violation('I46', `${eventId} was never worked on`);
      const { outcome } = describeWebhook(event);
      // Of two moments that clocks cannot tell apart, either may count as the later one.
      const isClear = processedAtMs > Math.max(failures?.atMs ?? 0, replayedAtMs) + skewMs;
      if (isClear && outcome !== 'done' && outcome !== 'no_effect')
        throw new Violation('I46', `${eventId} was worked on, and is shown as ${outcome}`);
    }
  }
}
