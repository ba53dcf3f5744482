import type { User } from '#functions/ports/entities/accounts.ts';
import type { CardTransaction, Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { Violation } from './audit.ts';
import type { StreamChange } from './engine/simulated-table.ts';

type Change<T> = { readonly before: T | undefined; readonly after: T | undefined };

/**
 * Checks auto-loads after every transaction (I39). Each is stored once, with the purchase that starts it. None starts
 * without an order, above its monthly maximum, on a card that is to be frozen or for a suspended or locked account. A
 * card's monthly sum is that of its auto-loads that were not released.
 */
export class AutoLoadAudit {
  readonly #users = new Map<string, User>();
  readonly #loads = new Map<string, Operation>();
  readonly #started = new Set<string>();

  /** Checks the changes of a transaction. Throws a Violation. */
  look(changes: readonly StreamChange[]): void {
    const of = <T>(kind: string): readonly Change<T>[] =>
      changes
        .filter(({ before, after }) => (after ?? before)?.['entity'] === kind)
        .map((change) => change as unknown as Change<T>);
    for (const { after } of of<User>('user')) if (after) this.#users.set(after.userId, after);
    for (const { before, after } of of<Operation>('operation')) {
      if (after?.startedBy === undefined) continue;
      const [card] = of<Card>('card').filter(({ after: now }) => now?.cardId === after.cardId);
      if (before === undefined) this.#begins(after, card, of<CardTransaction>('cardTransaction'));
      this.#loads.set(after.operationId, after);
    }
    for (const { after } of of<Card>('card')) if (after?.autoLoadMonth !== undefined) this.#counted(after);
  }

  #begins(load: Operation, card: Change<Card> | undefined, lines: readonly Change<CardTransaction>[]): void {
    const { operationId, startedBy, cardId, userId } = load;
    const broken = (what: string): Violation => new Violation('I39', `auto-load ${operationId} ${what}`);
    const purchase = lines.find(({ before, after }) => before === undefined && after?.reference === startedBy)?.after;
    if (purchase?.kind !== 'purchase' || purchase.cardId !== cardId || purchase.status !== 'settled')
      throw broken(`has no purchase ${startedBy} beside it`);
    const name = `${cardId} ${startedBy}`;
    if (this.#started.has(name)) throw broken(`is the second for ${startedBy}`);
    this.#started.add(name);
    const order = card?.before?.autoLoad;
    if (!card?.before || order === undefined) throw broken('was ordered by nobody');
    if (order.sinceMs > purchase.atMs + 1_000) throw broken('is for a purchase from before its order');
    const { frozenReasons, lifecycle, blockedReason } = card.before;
    if (frozenReasons.length > 0 || lifecycle !== 'open' || blockedReason !== undefined)
      throw broken(`begins on a card that is ${lifecycle} and frozen for [${frozenReasons.join()}]`);
    const user = this.#users.get(userId);
    if (user?.isSuspended || user?.lockedAtMs !== undefined) throw broken('begins for a suspended or locked account');
    const monthCents = this.#sumOf(card.before, monthOf(load)) + load.amountCents;
    if (monthCents > order.monthlyMaxCents)
      throw broken(`makes it ${monthCents} of ${order.monthlyMaxCents} in its month`);
  }

  #counted(card: Card): void {
    const { cardId, autoLoadMonth = '', autoLoadedCents } = card;
    const sum = this.#sumOf(card, autoLoadMonth);
    if (sum !== autoLoadedCents)
      throw new Violation('I39', `${cardId} counts ${autoLoadedCents} in ${autoLoadMonth}, its auto-loads are ${sum}`);
  }

  #sumOf({ cardId }: Pick<Card, 'cardId'>, month: string): number {
    return [...this.#loads.values()]
      .filter((load) => load.cardId === cardId && load.state !== 'released' && monthOf(load) === month)
      .reduce((total, { amountCents }) => total + amountCents, 0);
  }
}

function monthOf({ createdAtMs }: Operation): string {
  return new Date(createdAtMs).toISOString().slice(0, 7);
}
