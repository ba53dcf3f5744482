import { limits } from '#shared/limits.ts';
import { ownerOf } from '#functions/domain/ledger/chart.ts';
import { entryHash } from '#functions/domain/ledger/posting.ts';
import type { Entities, EntityKind } from '#functions/ports/entities.ts';
import type { Entry, JournalRecord, Wallet } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { ReferralAccount, Reward } from '#functions/ports/entities/referrals.ts';
import type { Item } from './engine/expression.ts';
import type { SimulatedTable, StreamChange } from './engine/simulated-table.ts';

/** A broken invariant. `invariant` is its number in this folder's README. */
export class Violation extends Error {
  readonly invariant: string;

  constructor(invariant: string, what: string) {
    super(`${invariant}: ${what}`);
    this.name = 'Violation';
    this.invariant = invariant;
  }
}

/** The states that an operation may reach from each state; anything else is no transition. */
const transitions: Readonly<Record<Operation['state'], readonly Operation['state'][]>> = {
  reserved: ['reserved', 'submitted', 'released', 'review'],
  submitted: ['submitted', 'reserved', 'settled', 'released', 'review'],
  settled: ['settled'],
  released: ['released'],
  review: ['review', 'settled', 'released'],
};

const immutable: ReadonlySet<string> = new Set([
  'journal',
  'entry',
  'marker',
  'emailOwner',
  'issuerCardOwner',
  'depositReference',
]);

/**
 * Checks every transaction when it is written against the invariants of every committed point (I1 to I6, I10, I14, I21,
 * I23). Keeps totals of its own, so that the cost of a check depends only on the size of the transaction.
 */
export class Auditor {
  readonly #totals = new Map<string, number>();
  readonly #table: SimulatedTable;
  readonly #removable: ReadonlySet<string> = new Set(['marker']);

  constructor(table: SimulatedTable) {
    this.#table = table;
    for (const item of table.all()) if (item['entity'] === 'journal') this.#count(item as unknown as JournalRecord);
  }

  /** The balance of an account according to the journal, in cents, debits positive. */
  total(account: string): number {
    return this.#totals.get(account) ?? 0;
  }

  /** Every account with its total. */
  get totals(): ReadonlyMap<string, number> {
    return this.#totals;
  }

  /** Checks the writes of a transaction. Throws a Violation. */
  look(changes: readonly StreamChange[]): void {
    const records: JournalRecord[] = [];
    for (const { before, after } of changes) {
      const kind = String((after ?? before)?.['entity']);
      const isOfErased = kind === 'emailOwner' && changes.some((each) => isErasure(each, before?.['userId']));
      const isGone = after === undefined && (this.#removable.has(kind) || isOfErased);
      if (before !== undefined && immutable.has(kind) && !isGone) {
        throw new Violation('I14', `a ${kind} was changed after it was written: ${JSON.stringify(before)}`);
      }
      if (kind === 'journal' && after) {
        records.push(after as unknown as JournalRecord);
        this.#count(after as unknown as JournalRecord);
      }
    }
    if (sumOf(this.#totals.values()) !== 0) throw new Violation('I2', 'the accounts do not sum to zero');
    for (const change of changes) this.#holder(change);
    this.#entries(changes, records);
    for (const record of records) stirs(record, changes);
  }

  #count(record: JournalRecord): void {
    if (sumOf(record.legs.map((leg) => leg.amountCents)) !== 0)
      throw new Violation('I1', `${record.journalId} does not balance`);
    for (const { account, amountCents } of record.legs) {
      if (!Number.isSafeInteger(amountCents) || amountCents === 0)
        throw new Violation('I1', `${record.journalId} has a leg of ${amountCents}`);
      ownerOf(account);
      this.#totals.set(account, this.total(account) + amountCents);
    }
  }

  #holder({ before, after }: StreamChange): void {
    switch (after?.['entity'] as EntityKind | undefined) {
      case 'wallet':
        return this.#wallet(after as unknown as Wallet);
      case 'card':
        return this.#card(after as unknown as Card);
      case 'operation':
        return operation(before as unknown as Operation | undefined, after as unknown as Operation);
      case 'deposit':
        return deposit(before as unknown as Deposit | undefined, after as unknown as Deposit);
      case 'referralAccount':
        return this.#referral(after as unknown as ReferralAccount);
      default:
    }
  }

  #wallet(wallet: Wallet): void {
    const { userId, availableCents, heldCents, debtCents, cardCount, retiringCount = 0 } = wallet;
    const { closedAtMs, unclaimedCents = 0 } = wallet;
    if (availableCents < 0 || heldCents < 0 || debtCents < 0)
      throw new Violation('I3', `${userId} has a negative balance: ${availableCents}, ${heldCents}, ${debtCents}`);
    if (debtCents > 0 && availableCents > 0) throw new Violation('I3', `${userId} owes and has money to spend`);
    if (retiringCount < 0 || retiringCount > limits.retiringCardsPerUser)
      throw new Violation('I23', `${userId} has ${retiringCount} cards retiring`);
    if (cardCount < 0 || cardCount > limits.cardsPerUser)
      throw new Violation('I23', `${userId} has ${cardCount} cards`);
    this.#same('I4', `${userId} available`, availableCents, -this.total(`U:${userId}:AVAIL`));
    this.#same('I4', `${userId} unclaimed`, unclaimedCents, -this.total(`U:${userId}:UNCLAIMED`));
    if (closedAtMs !== undefined && (availableCents > 0 || cardCount > 0))
      throw new Violation('I34', `${userId} is closed, with ${availableCents} to spend and ${cardCount} cards`);
    if (closedAtMs === undefined ? unclaimedCents !== 0 : unclaimedCents < 0 || (unclaimedCents > 0 && debtCents > 0))
      throw new Violation('I34', `${userId} has ${unclaimedCents} unclaimed, and owes ${debtCents}`);
    this.#same('I4', `${userId} held`, heldCents, -this.total(`U:${userId}:HELD`));
    this.#same('I4', `${userId} debt`, debtCents, this.total(`U:${userId}:DEBT`));
  }

  #card(card: Card): void {
    this.#same('I4', `${card.cardId} balance`, card.balanceCents, -this.total(`CARD:${card.cardId}`));
    this.#same('I4', `${card.cardId} leaving`, card.pendingOutCents, -this.total(`CARD:${card.cardId}:OUT`));
    const { lifecycle, balanceCents, fetchCents = 0 } = card;
    this.#same('I4', `${card.cardId} to be fetched`, fetchCents, this.total(`CARD:${card.cardId}:FETCH`));
    if (fetchCents !== 0 && lifecycle !== 'retiring')
      throw new Violation('I32', `${card.cardId} is ${lifecycle}, and ${fetchCents} are to be fetched from it`);
    if (lifecycle === 'retiring' && (balanceCents < 0 || card.pendingInCents + card.pendingOutCents !== 0))
      throw new Violation('I32', `${card.cardId} is retiring with ${balanceCents} on it, or money on its way`);
    if (card.pendingInCents < 0 || card.pendingOutCents < 0)
      throw new Violation('I3', `${card.cardId} has less than nothing on its way`);
    if (card.balanceCents + card.pendingInCents > limits.cardBalanceMaxCents && card.pendingInCents > 0)
      throw new Violation('I23', `${card.cardId} is loaded above its limit`);
  }

  #referral({ userId, balanceCents }: ReferralAccount): void {
    this.#same('I4', `${userId} rewards`, balanceCents, -this.total(`U:${userId}:REFERRAL`));
  }

  #same(invariant: string, what: string, stored: number, booked: number): void {
    if (stored !== booked) throw new Violation(invariant, `${what} is ${stored}, the journal says ${booked}`);
  }

  /** Checks that each record changes exactly the owners that its legs name, with one entry each. */
  #entries(changes: readonly StreamChange[], records: readonly JournalRecord[]): void {
    const written = changes
      .filter(({ after }) => after?.['entity'] === 'entry')
      .map(({ after }) => after as unknown as Entry);
    const expected = new Set<string>();
    for (const { legs, journalId } of records) {
      for (const { account } of legs) {
        const owner = ownerOf(account);
        if (owner.of === 'wallet') expected.add(`${journalId} ${owner.userId}`);
        if (owner.of === 'card') expected.add(`${journalId} ${owner.cardId}`);
        if (owner.of === 'referral') expected.add(`${journalId} referral:${owner.userId}`);
      }
    }
    const found = new Set(written.map(({ journalId, ownerId }) => `${journalId} ${ownerId}`));
    if (found.size !== written.length || found.size !== expected.size || [...expected].some((each) => !found.has(each)))
      throw new Violation('I4', `entries ${[...found].join(', ')} instead of ${[...expected].join(', ')}`);
    for (const entry of written) this.#chained(entry);
  }

  #chained(entry: Entry): void {
    const { hash, ...rest } = entry;
    const plain = withoutKeys(rest);
    if (entryHash(plain as never) !== hash) throw new Violation('I14', `the hash of entry ${entry.sequence} is wrong`);
    const sk = (sequence: number): string => `ENTRY#${String(sequence).padStart(16, '0')}`;
    const before = this.#table.get({ pk: `ACCOUNT#${entry.ownerId}`, sk: sk(entry.sequence - 1) }) as unknown as
      | Entry
      | undefined;
    if (entry.sequence > 1 && before === undefined) throw new Violation('I4', `entry ${entry.sequence} follows a gap`);
    if ((before?.hash ?? '') !== entry.previousHash)
      throw new Violation('I14', `entry ${entry.sequence} of ${entry.ownerId} does not follow the one before`);
    for (const [bucket, after] of Object.entries(entry.after)) {
      if ((before?.after[bucket] ?? 0) + (entry.deltas[bucket] ?? 0) !== after)
        throw new Violation('I4', `entry ${entry.sequence} of ${entry.ownerId}: ${bucket} is not before plus change`);
    }
  }
}

/**
 * Checks that a card on which money moved is read again at the issuer within three minutes, because more may follow and
 * a webhook may be lost (I18). Money that is only set aside and the issuer's monthly fee need no second read.
 */
function stirs({ kind, legs, atMs }: JournalRecord, changes: readonly StreamChange[]): void {
  if (kind.endsWith('_reserved') || kind === 'card_fee' || kind === 'card_emptied') return;
  for (const { account } of legs) {
    const owner = ownerOf(account);
    if (owner.of !== 'card') continue;
    const item = changes.find(({ after }) => after?.['entity'] === 'card' && after['cardId'] === owner.cardId)?.after;
    const { lastActivityAtMs, catchUpAtMs = Infinity } = (item ?? {}) as Partial<Card>;
    if (lastActivityAtMs !== atMs || catchUpAtMs > atMs + 3 * 60_000)
      throw new Violation('I18', `${kind} moved money on ${owner.cardId}, which nobody reads again`);
  }
}

function operation(before: Operation | undefined, after: Operation): void {
  const { operationId, state } = after;
  if (before === undefined) {
    // The process that stores a load or withdrawal and sends it at once counts its first attempt in the same write.
    const { attempt, unresolvedAttempts, kind } = after;
    const isCounted = state === 'submitted' && attempt === 1 && (kind === 'card_load' || kind === 'card_withdrawal');
    if (unresolvedAttempts !== attempt || !(isCounted || (state === 'reserved' && attempt === 0)))
      throw new Violation(
        'I6',
        `${operationId} begins as ${state} with ${unresolvedAttempts} of ${attempt} attempts open`,
      );
    return;
  }
  if (!transitions[before.state].includes(state))
    throw new Violation('I6', `${operationId} went from ${before.state} to ${state}`);
  // After its end, an operation may change only once: by the issuer's correction of a person's decision.
  const isOver = before.state === 'settled' || before.state === 'released';
  if (isOver && (before.decision === undefined || before.correction !== undefined || before.dueAtMs === undefined))
    throw new Violation('I6', `${operationId} was changed after its end`);
  if (before.userId !== after.userId || before.amountCents !== after.amountCents || before.feeCents !== after.feeCents)
    throw new Violation('I21', `${operationId} became another operation`);
  if (after.attempt < before.attempt || after.attempt > before.attempt + 1)
    throw new Violation('I6', `${operationId} counts its attempts ${before.attempt} → ${after.attempt}`);
}

function deposit(before: Deposit | undefined, after: Deposit): void {
  if (after.creditedCents < 0) throw new Violation('I9', `${after.depositId} credited less than nothing`);
  if (before && before.userId !== after.userId) throw new Violation('I10', `${after.depositId} changed its owner`);
}

function sumOf(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

const tableKeys = new Set(['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'ttlAtSeconds', 'entity']);

function withoutKeys(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !tableKeys.has(name)));
}

/** All entities of a kind in the table. */
export function entitiesOf<K extends EntityKind>(table: SimulatedTable, kind: K): Entities[K][] {
  const found: Entities[K][] = [];
  for (const item of table.all()) if (item['entity'] === kind) found.push(item as unknown as Entities[K]);
  return found;
}

/** True for the write that erases this person. */
function isErasure({ before, after }: StreamChange, userId: unknown): boolean {
  return (
    after?.['entity'] === 'user' &&
    after['userId'] === userId &&
    before?.['erasedAtMs'] === undefined &&
    after['erasedAtMs'] !== undefined
  );
}

/** The sum of a referrer's matured rewards. */
export function maturedCents(rewards: readonly Reward[], referrerId: string): number {
  return sumOf(
    rewards
      .filter((reward) => reward.referrerId === referrerId && reward.stage === 'matured')
      .map(({ amountCents }) => amountCents),
  );
}
