import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import type { Entities, EntityKeys, EntityKind, MutableKind } from './entities.ts';
import type { SearchTerm, User } from './entities/accounts.ts';
import type { Adjustment } from './entities/adjustments.ts';
import type { AuditList, AuditRecord } from './entities/audit.ts';
import type { Entry, LedgerOwner, JournalRecord, ActivityLine, Wallet } from './entities/books.ts';
import type { CardCodesKey } from './entities/card-codes.ts';
import type { Card, CardOwner, CardTransaction } from './entities/cards.ts';
import type { Case, CaseMessage, OpenCaseState } from './entities/cases.ts';
import type { Closing, Erasure } from './entities/closing.ts';
import type { Deposit, DepositReference, StoredEvent } from './entities/deposits.ts';
import type { Notification } from './entities/notifications.ts';
import type { Operation } from './entities/operations.ts';
import type { ReferralAccount, Reward } from './entities/referrals.ts';
import type { Session } from './entities/sign-in.ts';
import type { Subscriptions } from './entities/subscriptions.ts';
import type { PlatformStatistics, UserStatistics } from './entities/statistics.ts';
import type { WaitingKind } from './waiting.ts';

/** Kinds that can be removed. Audit records stay for good. */
export type RemovableKind = Exclude<EntityKind, 'audit'>;

/** One write of a commit. */
export type Write =
  /** Stores a new entity; conflicts (`exists`) when one with its key is there. */
  | { readonly write: 'insert'; readonly kind: EntityKind; readonly value: Entities[EntityKind] }
  /** Replaces an entity of version `value.version − 1`; conflicts (`stale`) when it has another one. */
  | { readonly write: 'update'; readonly kind: MutableKind; readonly value: Entities[MutableKind] }
  /** Writes nothing; conflicts (`stale`) unless the entity has this version. */
  | {
      readonly write: 'check';
      readonly kind: MutableKind;
      readonly key: EntityKeys[MutableKind];
      readonly version: number;
    }
  /** Writes nothing; conflicts (`exists`) when an entity with this key is there. */
  | { readonly write: 'absent'; readonly kind: EntityKind; readonly key: EntityKeys[EntityKind] }
  /** Removes an entity that is there; conflicts (`stale`) when it is not. */
  | { readonly write: 'remove'; readonly kind: RemovableKind; readonly key: EntityKeys[RemovableKind] };

/** Why one write of a commit could not be done. `contended`: another transaction was writing the item just then. */
export type Conflict = { readonly kind: EntityKind; readonly reason: 'exists' | 'stale' | 'contended' };

/** Nothing of the commit was written, because of these writes. */
export class WriteConflict extends Error {
  readonly conflicts: readonly Conflict[];

  constructor(conflicts: readonly Conflict[]) {
    super(`not written: ${conflicts.map((conflict) => `${conflict.kind} ${conflict.reason}`).join(', ')}`);
    this.name = 'WriteConflict';
    this.conflicts = conflicts;
  }

  /** True when an insert found the key of this kind taken. */
  exists(kind: EntityKind): boolean {
    return this.conflicts.some((conflict) => conflict.kind === kind && conflict.reason === 'exists');
  }
}

/** The store could not say whether it did what was asked. Asking again is safe: commits are conditional. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('the store did not answer', { cause });
    this.name = 'StoreUnavailable';
  }
}

/** The part of a list of due items that is asked for. */
export type DuePart = {
  /** One shard of them; undefined: all. */
  readonly shard?: number | undefined;
  /** Begins with what became due last. @default false */
  readonly isNewestFirst?: boolean;
};

/** The way in which something is read. */
export type Reading = {
  /** True: the reply may lag by seconds, and costs half as much. @default false */
  readonly mayLag?: boolean | undefined;
};

/** A page of a list. */
export type Page<T> = { readonly items: readonly T[]; readonly cursor: string | undefined };

/** The part of a list to read: at most `limit` items, after `cursor`. */
export type PageQuery = { readonly limit: number; readonly cursor?: string | undefined };

/** A page of a list in the order of time; without a cursor it begins with what was made before `beforeMs`. */
export type TimedPageQuery = PageQuery & { readonly beforeMs?: number | undefined };

/** A page of a list, newest first, that ends with what was made at `fromMs`. */
export type PageSince = { readonly fromMs?: number | undefined };

/** A line of a person's history: of the account's activity, or of what a card paid and got back. */
export type HistoryLine =
  | { readonly of: 'account'; readonly line: ActivityLine }
  | { readonly of: 'card'; readonly line: CardTransaction };

/**
 * The table, in the domain's words. Reads are consistent, but these may lag by seconds: all reads with `mayLag`, the
 * due and waiting lists, `listDepositsInTransit`, `listCardsToCatchUp`, `listJournal`, `listRewards`, `listUsers`, `listAllActivity`, the card
 * lines of `listHistory`, both counts, and the lists that say so. Expired items are never returned.
 */
export interface Store {
  get<K extends EntityKind>(kind: K, key: EntityKeys[K], reading?: Reading): Promise<Entities[K] | undefined>;
  /** Two entities in one round trip; each read is consistent by itself. */
  getBoth<A extends EntityKind, B extends EntityKind>(
    first: { readonly kind: A; readonly key: EntityKeys[A] },
    second: { readonly kind: B; readonly key: EntityKeys[B] },
  ): Promise<readonly [Entities[A] | undefined, Entities[B] | undefined]>;
  /** Three entities in one round trip, as `getBoth`. */
  getThree<A extends EntityKind, B extends EntityKind, C extends EntityKind>(
    first: { readonly kind: A; readonly key: EntityKeys[A] },
    second: { readonly kind: B; readonly key: EntityKeys[B] },
    third: { readonly kind: C; readonly key: EntityKeys[C] },
  ): Promise<readonly [Entities[A] | undefined, Entities[B] | undefined, Entities[C] | undefined]>;
  /**
   * Entities of one kind in the order of their keys, undefined for one that is not there; a hundred keys a round trip.
   */
  getMany<K extends EntityKind>(
    kind: K,
    keys: readonly EntityKeys[K][],
    reading?: Reading,
  ): Promise<readonly (Entities[K] | undefined)[]>;
  /**
   * Differences between an entity's item and the one that this store would have written for it: attribute → words.
   * Compares its key, its index keys and its checksum, which covers all fields; empty unless the item was edited past
   * the store. No round trip, and no race: an item is written whole.
   */
  integrityErrorsOf<K extends EntityKind>(kind: K, entity: Entities[K]): Readonly<Record<string, string>>;
  /** Writes all or nothing (at most 100). Throws WriteConflict or StoreUnavailable. */
  commit(writes: readonly Write[]): Promise<void>;
  /** The deposits that an id of the provider or of a transfer leads to: one, unless a transfer paid several. */
  listDepositReferences(reference: string): Promise<readonly DepositReference[]>;
  /** A user's cards, newest first, deleted and failed ones included. */
  listCards(userId: Id<'user'>, reading?: Reading): Promise<readonly Card[]>;
  /** A user's activity, newest first. */
  listActivity(userId: Id<'user'>, page: TimedPageQuery & PageSince & Reading): Promise<Page<ActivityLine>>;
  /** A person's activity and the purchases, refunds and fees of all their cards as one list, newest first. */
  listHistory(userId: Id<'user'>, page: TimedPageQuery): Promise<Page<HistoryLine>>;
  /** Everybody with an account, newest first. */
  listUsers(page: PageQuery): Promise<Page<User>>;
  /** Everybody's activity, newest first; with `beginAt` from that line on, or from the next older one. */
  listAllActivity(page: TimedPageQuery & { readonly beginAt?: ActivityLine['subjectId'] }): Promise<Page<ActivityLine>>;
  /**
   * Everybody's activity lines of an amount whose ids were made in a span of time, newest first. May lag by seconds.
   * Lines from before `bin/index-amounts.ts` ran are left out.
   */
  listActivityByAmount(
    amountCents: Cents,
    page: PageQuery & { readonly fromMs: number; readonly toMs: number },
  ): Promise<Page<ActivityLine>>;
  /** Audit records, newest first. Those of a subject are read consistently; the other lists may lag by seconds. */
  listAudit(list: AuditList, page: PageQuery): Promise<Page<AuditRecord>>;
  /** Webhooks, newest first: all, or those about one thing. May lag by seconds. */
  listEvents(list: { readonly about?: string | undefined }, page: TimedPageQuery): Promise<Page<StoredEvent>>;
  /** The texts that begin with `prefix` (folded, not empty), in their order. */
  listSearchTerms(prefix: string, page: PageQuery): Promise<Page<SearchTerm>>;
  /** The cards whose numbers end with these digits, newest first. May lag by seconds. */
  listCardsByLastFour(last4Digits: string, page: PageQuery): Promise<Page<CardOwner>>;
  /**
   * Returns the first twenty payments and refunds of cards under a reference of the issuer. May lag by seconds, and
   * leaves out lines from before this list existed.
   */
  listCardLinesByReference(reference: string): Promise<readonly CardTransaction[]>;
  /** A card's transactions numbered `from` to `to`, highest first. */
  listCardTransactions(
    cardId: Id<'card'>,
    range: { readonly from: number; readonly to: number } & Reading,
  ): Promise<readonly CardTransaction[]>;
  /** An account's entries numbered `from` on, in order. */
  listEntries(
    ownerId: LedgerOwner,
    range: { readonly from: number; readonly limit: number } & Reading,
  ): Promise<readonly Entry[]>;
  /** An account's last entries, newest first. A full page of the table may be fewer than `limit`. */
  listLastEntries(ownerId: LedgerOwner, limit: number): Promise<readonly Entry[]>;
  /** Lists items due at a time, oldest first, at most `limit` of each shard. */
  listDueOperations(nowMs: number, limit: number): Promise<readonly Operation[]>;
  listDueDeposits(nowMs: number, limit: number, part?: DuePart): Promise<readonly Deposit[]>;
  listDueCards(nowMs: number, limit: number): Promise<readonly Card[]>;
  /** Accounts whose owner is to be mailed about a debt. */
  listDueWallets(nowMs: number, limit: number): Promise<readonly Wallet[]>;
  /**
   * People whose factors are being reset and who are to be mailed, or whose wait is over; and people who are to be mailed
   * about a change of their address.
   */
  listDueUsers(nowMs: number, limit: number): Promise<readonly User[]>;
  /**
   * Cards whose history is to be read at the issuer by a time, longest overdue first, at most `limit` of each shard.
   */
  listCardsToCatchUp(nowMs: number, limit: number, part?: DuePart): Promise<readonly Card[]>;
  /** Lists what waits for a person's decision, longest first, at most `limit`. */
  listWaiting<K extends WaitingKind>(kind: K, limit: number): Promise<readonly Entities[K][]>;
  /**
   * All deposits in transit and all that wait for a person's decision, in no order; not those that were last written
   * before this list existed.
   */
  listDepositsInTransit(): Promise<readonly Deposit[]>;
  /**
   * Deposits with refused money that was not sent back (or was twice), newest first, beside those in the list above. May
   * lag by seconds.
   */
  listRefusedDeposits(page: PageQuery): Promise<Page<Deposit>>;
  listDueRewards(nowMs: number, limit: number): Promise<readonly Reward[]>;
  listDueReferralAccounts(nowMs: number, limit: number): Promise<readonly ReferralAccount[]>;
  /** A person's notifications, newest first. */
  listNotifications(userId: Id<'user'>, page: PageQuery & Reading): Promise<Page<Notification>>;
  /** Number of a person's notifications newer than `after`, or of all; at most `limit` are counted. */
  countNotifications(
    userId: Id<'user'>,
    range: { readonly after: Id<'notification'> | undefined; readonly limit: number },
  ): Promise<number>;
  /** Notifications whose mail is to be sent by a time. */
  listDueNotifications(nowMs: number, limit: number): Promise<readonly Notification[]>;
  /** People whose subscriptions are to be looked for, or announced, by a time. */
  listDueSubscriptions(nowMs: number, limit: number): Promise<readonly Subscriptions[]>;
  /** Keys whose one-time codes have all expired by a time. */
  listDueCodesKeys(nowMs: number, limit: number): Promise<readonly CardCodesKey[]>;
  /** Closed accounts whose personal data is to be erased by a time. */
  listDueClosings(nowMs: number, limit: number): Promise<readonly Closing[]>;
  /** A person's cases, newest first. May lag by seconds. */
  listCases(userId: Id<'user'>, page: PageQuery): Promise<Page<Case>>;
  /** Everybody's open cases in a state, the longest in it first. May lag by seconds. */
  listOpenCases(state: OpenCaseState, page: PageQuery): Promise<Page<Case>>;
  /** All adjustments, newest first. May lag by seconds. */
  listAdjustments(page: PageQuery): Promise<Page<Adjustment>>;
  /** The messages of a case, in order. */
  listCaseMessages(caseId: Id<'case'>): Promise<readonly CaseMessage[]>;
  /** Everybody who was erased, for the replay after a restore. */
  listErasures(page: PageQuery): Promise<Page<Erasure>>;
  /** A person's sessions that were not signed out, newest first. May lag by seconds. */
  listSessions(userId: Id<'user'>, limit: number): Promise<readonly Session[]>;
  /** A referrer's rewards, newest first. */
  listRewards(referrerId: Id<'user'>, page: PageQuery & PageSince): Promise<Page<Reward>>;
  /** The sign-up rewards of a referrer's referrals that are held for review, oldest first. May lag by seconds. */
  listHeldReferrals(referrerId: Id<'user'>, limit: number): Promise<readonly Reward[]>;
  /**
   * One shard of one day (`2026-11-21`, UTC) of the journal, oldest first, from `fromMs` on. For jobs, never for a
   * request.
   */
  listJournal(
    day: string,
    shard: number,
    page: PageQuery & { readonly fromMs?: number | undefined },
  ): Promise<Page<JournalRecord>>;
  /** Number of accounts opened on a day (`2026-11-21`, UTC). For the repair job, never for a request. */
  countUsersRegistered(day: string): Promise<number>;
  /** Every day of one shard of the platform's statistics, the total last. For the repair job, never for a request. */
  listPlatformStatistics(shard: number, reading?: Reading): Promise<readonly PlatformStatistics[]>;
  /** Lists top depositors by an index that may lag by seconds. For workers, never for a request. */
  listMostFunded(limit: number): Promise<readonly UserStatistics[]>;
}

/** Number of shards of a day of the journal. */
export const journalShards = 8;

/** Number of shards of the platform's statistics: this many workers may count at once. */
export const statisticsShards = 8;

/** Stores a new entity. */
export function insert<K extends EntityKind>(kind: K, value: Entities[K]): Write {
  return { write: 'insert', kind, value };
}

/** Replaces `before` with a copy that has `changes`, unless it was changed since it was read. */
export function update<K extends MutableKind>(
  kind: K,
  before: Entities[K],
  changes: Partial<Omit<Entities[K], 'version'>>,
): Write {
  return { write: 'update', kind, value: { ...before, ...changes, version: before.version + 1 } };
}

/** Lets the commit fail unless an entity still is what it was when it was read. */
export function unchanged<K extends MutableKind>(kind: K, key: EntityKeys[K], seen: Entities[K]): Write {
  return { write: 'check', kind, key, version: seen.version };
}

/** Lets the commit fail if an entity with this key is there. */
export function absent<K extends EntityKind>(kind: K, key: EntityKeys[K]): Write {
  return { write: 'absent', kind, key };
}

/** Removes an entity. */
export function remove<K extends RemovableKind>(kind: K, key: EntityKeys[K]): Write {
  return { write: 'remove', kind, key };
}
