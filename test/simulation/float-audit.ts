import type { FloatReading } from '#functions/ports/entities/float.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { Violation } from './audit.ts';
import type { StreamChange } from './engine/simulated-table.ts';
import { pricesOfStory } from './price-audit.ts';
import type { Process } from './scheduler.ts';
import type { Answered, Asked, SimulatedWorld } from './simulated-world.ts';
import { floatFloorCents } from './story-times.ts';

/** Age at which a reading of the float refuses nothing any more, in milliseconds. */
const freshMs = 30 * 60_000;

/** Maximum difference between the clocks of two processes, in milliseconds. */
const skewMs = 4_000;

/** The most that a new card gets at any prices of a story, in cents. */
const firstLoadMaxCents = Math.max(...Object.values(pricesOfStory).map(({ firstLoadCents }) => firstLoadCents));

/** The part of a refusal's text that only the float's have. */
const refusal = 'right now. Nothing was charged; please try again in a few minutes';

/** True for an answer that refuses something because the float is short. */
export function isForFloat({ status, body }: Answered): boolean {
  return status === 503 && body.includes(refusal);
}

/** A load or a creation from the change that stores it to the change that ends it. */
type Order = { readonly amountCents: number; readonly begins: number; ends: number };

/**
 * Checks the breaker of loads and new cards (I47): none is held for which every reading of the float that its request
 * can have seen has no room, and none is refused for a reading that is old or has room. A reading counts each load
 * and creation that was under way all the time, and none that was not.
 */
export class FloatAudit {
  readonly #world: SimulatedWorld;
  readonly #readings: { readonly reading: FloatReading; readonly from: number }[] = [];
  readonly #orders = new Map<string, Order>();

  constructor(world: SimulatedWorld) {
    this.#world = world;
  }

  /** Checks the changes of a transaction. Throws a Violation. */
  look(changes: readonly StreamChange[]): void {
    const now = this.#world.table.stream.length;
    for (const { before, after } of changes) {
      if (after?.['entity'] === 'float') this.#reading(after as unknown as FloatReading, now);
      if (after?.['entity'] !== 'operation') continue;
      const operation = after as unknown as Operation;
      if (operation.kind !== 'card_load' && operation.kind !== 'card_creation') continue;
      if (before === undefined) this.#held(operation, now);
      const order = this.#orders.get(operation.operationId);
      const isOver = operation.state === 'settled' || operation.state === 'released';
      if (order && isOver) order.ends = Math.min(order.ends, now);
    }
  }

  #held({ operationId, amountCents }: Operation, now: number): void {
    this.#orders.set(operationId, { amountCents, begins: now, ends: Infinity });
    const { writer, scheduler } = this.#world;
    if (writer === undefined) return;
    const isShort = ({ balanceCents, heldCents, atMs }: FloatReading): boolean =>
      atMs > scheduler.nowMs - freshMs + skewMs && amountCents > balanceCents - heldCents - floatFloorCents;
    const seen = this.#seenBy(writer);
    if (seen.every((reading) => reading !== undefined && isShort(reading)))
      throw new Violation('I47', `${operationId} is held, and the float has no room for ${amountCents}`);
  }

  /** Returns the readings that were the latest one at any time since a process began. */
  #seenBy({ from }: Process): readonly (FloatReading | undefined)[] {
    const first = this.#readings.findLast((each) => each.from <= from)?.reading;
    return [first, ...this.#readings.filter((each) => each.from > from).map(({ reading }) => reading)];
  }

  #reading(reading: FloatReading, now: number): void {
    this.#readings.push({ reading, from: now });
    const { writer } = this.#world;
    const { heldCents, floorCents } = reading;
    if (floorCents !== floatFloorCents) throw new Violation('I47', `the floor is ${floorCents}`);
    if (writer === undefined) return;
    const sum = (orders: readonly Order[]): number => orders.reduce((total, { amountCents }) => total + amountCents, 0);
    const all = [...this.#orders.values()];
    const least = sum(all.filter(({ begins, ends }) => begins <= writer.from && ends > now));
    const most = sum(all.filter(({ ends }) => ends > writer.from));
    if (heldCents < least || heldCents > most)
      throw new Violation('I47', `${heldCents} are counted as under way, not ${least} to ${most}`);
  }

  /** Checks an answer to a person. Throws a Violation for a refusal without a reading that explains it. */
  answered({ route, key, request }: Asked, answer: Answered, process: Process): void {
    if (!isForFloat(answer)) return;
    const { amount = firstLoadMaxCents } = (request.body ?? {}) as { readonly amount?: number };
    const mayRefuse = ({ balanceCents, heldCents, atMs }: FloatReading): boolean =>
      atMs > this.#world.scheduler.nowMs - freshMs - skewMs - 60_000 &&
      amount > balanceCents - heldCents - floatFloorCents;
    if (!this.#seenBy(process).some((reading) => reading !== undefined && mayRefuse(reading)))
      throw new Violation('I47', `${route} (${key}) is refused, and the float has room for ${amount}`);
  }
}
