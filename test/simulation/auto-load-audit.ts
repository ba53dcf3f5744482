import { limits } from '#shared/limits.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';
import type { CardTransaction, Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { Violation } from './audit.ts';
import type { StreamChange } from './engine/simulated-table.ts';
import { limitsOfStory } from './limit-audit.ts';

/** Maximum age of a purchase that starts an auto-load, less what two clocks differ by, in milliseconds. */
const oldAfterMs = 25 * 60 * 60_000 - 5_000;

type Change<T> = { readonly before: T | undefined; readonly after: T | undefined };

/**
 * Checks auto-loads after every transaction (I39). Each is stored once, with the purchase that starts it. None starts
 * without an order, above its monthly maximum or its agreed fee, on a card that is to be frozen or for an account that is
 * suspended, locked or in debt. A purchase that leaves too little starts one, or its owner can read why not. A
 * card's monthly sum is that of its auto-loads that were not released, and the third failure in a row ends an order.
 */
export class AutoLoadAudit {
  readonly #users = new Map<string, User>();
  readonly #debts = new Map<string, number>();
  readonly #loads = new Map<string, Operation>();
  readonly #started = new Set<string>();

  /** Checks the changes of a transaction. Throws a Violation. */
  look(changes: readonly StreamChange[]): void {
    const of = <T>(kind: string): readonly Change<T>[] =>
      changes
        .filter(({ before, after }) => (after ?? before)?.['entity'] === kind)
        .map((change) => change as unknown as Change<T>);
    for (const { after } of of<User>('user')) if (after) this.#users.set(after.userId, after);
    for (const { after } of of<Wallet>('wallet')) if (after) this.#debts.set(after.userId, after.debtCents);
    const loads = of<Operation>('operation').flatMap(({ before, after }) =>
      before === undefined && after ? [after] : [],
    );
    for (const { before, after } of of<Operation>('operation')) {
      if (after?.startedBy === undefined) continue;
      const [card] = of<Card>('card').filter(({ after: now }) => now?.cardId === after.cardId);
      if (before === undefined) this.#begins(after, card, of<CardTransaction>('cardTransaction'));
      this.#loads.set(after.operationId, after);
    }
    for (const { after } of of<Card>('card')) if (after?.autoLoadMonth !== undefined) this.#counted(after);
    for (const { before, after } of of<Card>('card')) if (before && after) failed(before, after);
    for (const { before, after } of of<CardTransaction>('cardTransaction')) {
      const [card] = of<Card>('card').filter(({ after: now }) => now?.cardId === after?.cardId);
      if (before === undefined && after && card?.before && card.after && loads.length === 0)
        this.#passedOver(after, card.before, card.after);
    }
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
    if ((this.#debts.get(userId) ?? 0) > 0) throw broken('begins for an account in debt');
    if (load.feeCents > (order.feeCents ?? Infinity)) throw broken(`costs ${load.feeCents} of ${order.feeCents}`);
    const monthCents = this.#sumOf(card.before, monthOf(load)) + load.amountCents;
    if (monthCents > order.monthlyMaxCents)
      throw broken(`makes it ${monthCents} of ${order.monthlyMaxCents} in its month`);
  }

  /** Checks a purchase that started no auto-load. */
  #passedOver(purchase: CardTransaction, before: Card, after: Card): void {
    const { kind, status, amountCents, atMs, reference, cardId, userId = after.userId } = purchase;
    const { autoLoad: order, lifecycle, frozenReasons, blockedReason, actual, isShortOfMoney } = before;
    if (kind !== 'purchase' || status !== 'settled' || order === undefined) return;
    const isUsable = lifecycle === 'open' && frozenReasons.length === 0 && blockedReason === undefined;
    const user = this.#users.get(userId);
    const isBarred = user?.isSuspended === true || (user?.lockedAtMs ?? user?.closedAtMs) !== undefined;
    if (!isUsable || !(actual === 'active' || isShortOfMoney) || isBarred || (this.#debts.get(userId) ?? 0) > 0) return;
    const isOld = atMs < order.sinceMs || atMs < after.updatedAtMs - oldAfterMs;
    if (isOld || before.balanceCents + before.pendingInCents - amountCents >= order.belowCents) return;
    const filledCents = after.balanceCents + after.pendingInCents + after.pendingOutCents + order.amountCents;
    if (filledCents > limitsOfStory[2].balanceCents) return;
    const now = after.autoLoad;
    const isSaid = now === undefined || now.failure !== undefined || now.cappedMonth === after.autoLoadMonth;
    if (!isSaid)
      throw new Violation('I39', `${reference} starts no auto-load of ${cardId}, and its owner reads nothing`);
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

/** Checks that failures are counted one by one, and that the last one allowed ends the order. */
function failed(before: Card, after: Card): void {
  const { cardId, autoLoad: order } = before;
  const failures = after.autoLoad?.sinceMs === order?.sinceMs ? (after.autoLoad?.failures ?? 0) : 0;
  const isStopped = after.autoLoadStoppedAtMs !== before.autoLoadStoppedAtMs;
  const isLast = order?.failures === limits.autoLoadFailuresMax - 1 && after.autoLoad === undefined;
  if (failures > (order?.failures ?? 0) + 1 || failures >= limits.autoLoadFailuresMax || (isStopped && !isLast))
    throw new Violation('I39', `${cardId} has ${failures} failures after ${order?.failures}, stopped: ${isStopped}`);
}

function monthOf({ createdAtMs }: Operation): string {
  return new Date(createdAtMs).toISOString().slice(0, 7);
}
