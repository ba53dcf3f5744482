import { encodeTime } from 'ulid';
import type { Clock } from '#functions/ports/clock.ts';
import type { Entities, EntityKeys, EntityKind } from '#functions/ports/entities.ts';
import {
  StoreUnavailable,
  WriteConflict,
  type Conflict,
  type HistoryLine,
  type Page,
  type Store,
  type TimedPageQuery,
  type Write,
} from '#functions/ports/store.ts';
import { isInTransit } from '#functions/ports/in-transit.ts';
import { userDueAtMs } from '#functions/ports/user-due-at.ts';
import { eventPlace, keyOf, ulidOf, type DueKind } from '#functions/adapters/dynamo/table.ts';
import { waitingSinceMs } from '#functions/ports/waiting.ts';
import { plainCopy } from './plain-copy.ts';

/** A store in memory with the semantics of the port, for rules that are tested without an engine. */
export type MemoryStore = Store & {
  /** Every entity of a kind, in no order. */
  all<K extends EntityKind>(kind: K): Entities[K][];
  /** The stored entities of a kind, not copied: an entity that no write replaced stays the same object. */
  kept<K extends EntityKind>(kind: K): readonly Entities[K][];
  /** Called before each commit is applied; may throw to simulate a failure. */
  beforeCommit: ((writes: readonly Write[]) => void) | undefined;
};

type Item = { readonly pk: string; readonly sk: string; readonly value: Entities[EntityKind] };

/** Makes an empty store. */
export function createMemoryStore(clock: Clock): MemoryStore {
  const items = new Map<string, Item>();
  /** The items by kind, because most reads are for the few items of one kind. */
  const byKind = new Map<EntityKind, Map<string, Item>>();
  const ofKind = (kind: EntityKind): Map<string, Item> => {
    const known = byKind.get(kind) ?? new Map<string, Item>();
    byKind.set(kind, known);
    return known;
  };
  const at = <K extends EntityKind>(kind: K, key: EntityKeys[K]): string => {
    const { pk, sk } = keyOf[kind](key);
    // Refuses as the table does, with an error that no use case expects.
    if (Buffer.byteLength(pk) > 2048 || Buffer.byteLength(sk) > 1024 || !`${pk}${sk}`.isWellFormed()) {
      throw new StoreUnavailable(`the key of a ${kind} is longer than a key may be, or no well-formed text`);
    }
    return `${pk}|${sk}`;
  };
  const live = (id: string): Entities[EntityKind] | undefined => {
    const value = items.get(id)?.value;
    if (value !== undefined && 'expiresAtMs' in value && value.expiresAtMs <= clock.now()) return undefined;
    return value;
  };
  const prefixed = (pk: string, sk: string): Entities[EntityKind][] =>
    [...items.values()]
      .filter((item) => item.pk === pk && item.sk.startsWith(sk))
      .toSorted((a, b) => (a.sk < b.sk ? -1 : 1))
      .map((item) => plainCopy(item.value));
  const due = <K extends Exclude<DueKind, 'user'>>(kind: K, nowMs: number, limit: number): Entities[K][] =>
    store
      .all(kind)
      .filter((value) => value.dueAtMs !== undefined && value.dueAtMs <= nowMs)
      .toSorted((a, b) => (a.dueAtMs ?? 0) - (b.dueAtMs ?? 0))
      .slice(0, limit * 4);

  const store: MemoryStore = {
    beforeCommit: undefined,
    all: (kind) => store.kept(kind).map(plainCopy) as never,
    kept: (kind) => Array.from(ofKind(kind).values(), ({ value }) => value) as never,
    // No write can bypass this store, so there are no integrity errors.
    integrityErrorsOf: () => ({}),
    get: async (kind, key) => plainCopy(live(at(kind, key))) as never,
    getBoth: async (first, second) =>
      [plainCopy(live(at(first.kind, first.key))), plainCopy(live(at(second.kind, second.key)))] as never,
    getThree: async (first, second, third) =>
      [first, second, third].map(({ kind, key }) => plainCopy(live(at(kind, key as never)))) as never,
    getMany: async (kind, keys) => keys.map((key) => plainCopy(live(at(kind, key)))) as never,
    commit: async (writes) => {
      store.beforeCommit?.(writes);
      const named = writes.map((write) => at(write.kind, ('value' in write ? write.value : write.key) as never));
      if (new Set(named).size < named.length || named.length === 0 || named.length > 100) {
        throw new StoreUnavailable('a commit writes 1 to 100 entities, each once');
      }
      const conflicts: Conflict[] = [];
      for (const [index, write] of writes.entries()) {
        const found = live(named[index] ?? '');
        const version = found !== undefined && 'version' in found ? found.version : undefined;
        const conflict = (reason: Conflict['reason']): void => void conflicts.push({ kind: write.kind, reason });
        if ((write.write === 'insert' || write.write === 'absent') && found !== undefined) conflict('exists');
        if (write.write === 'update' && version !== write.value.version - 1) conflict('stale');
        if (write.write === 'check' && version !== write.version) conflict('stale');
        if (write.write === 'remove' && found === undefined) conflict('stale');
      }
      if (conflicts.length > 0) throw new WriteConflict(conflicts);
      for (const [index, write] of writes.entries()) {
        if (write.write === 'check' || write.write === 'absent') continue;
        const id = named[index] ?? '';
        if (write.write === 'remove') {
          items.delete(id);
          ofKind(write.kind).delete(id);
          continue;
        }
        const item = { ...keyOf[write.kind](write.value as never), value: plainCopy(write.value) };
        items.set(id, item);
        ofKind(write.kind).set(id, item);
      }
    },
    listDepositReferences: async (reference) => prefixed(`REFERENCE#${reference}`, '').slice(0, 20) as never,
    listCards: async (userId) => prefixed(`USER#${userId}`, 'CARD#').toReversed() as never,
    listActivity: async (userId, { limit, beforeMs, fromMs = 0, cursor = startOf(beforeMs) }) => {
      const all = prefixed(`USER#${userId}`, 'MOVEMENT#').toReversed() as Entities['movement'][];
      const ulid = (line: Entities['movement']): string => line.subjectId.slice(line.subjectId.indexOf('_') + 1);
      const rest = all.filter((line) => ulid(line) < cursor && (fromMs === 0 || ulid(line) >= encodeTime(fromMs)));
      const page = rest.slice(0, limit);
      const last = page.at(-1);
      return { items: page, cursor: rest.length > limit && last ? ulid(last) : undefined };
    },
    listHistory: async (userId, page) => {
      const own = store.all('movement').filter((line) => line.userId === userId);
      const cards = store.all('cardTransaction').filter((line) => line.userId === userId && isCardLine(line));
      return newestFirst<HistoryLine>(
        [
          ...own.map((line) => ({ of: 'account' as const, line })),
          ...cards.map((line) => ({ of: 'card' as const, line })),
        ],
        page,
        ({ of, line }) =>
          of === 'account'
            ? line.subjectId
            : `_${encodeTime(line.atMs)}#${line.cardId}#${String(line.number).padStart(10, '0')}`,
      );
    },
    listUsers: async (page) => newestFirst(store.all('user'), page, ({ userId }) => userId),
    listAllActivity: async (page) => newestFirst(store.all('movement'), page, ({ subjectId }) => subjectId),
    // Filters by the line's own time, because ids in a test world need not hold it.
    listActivityByAmount: async (amountCents, { limit, cursor, fromMs, toMs }) =>
      newestFirst(
        store.all('movement').filter((line) => line.amountCents === amountCents && line.createdAtMs >= fromMs),
        { limit, cursor, beforeMs: toMs },
        ({ subjectId }) => subjectId,
      ),
    listAudit: async (list, page) => {
      const isListed = ({ subjectId, actorId }: Entities['audit']): boolean =>
        list.of === 'all' || (list.of === 'subject' ? subjectId === list.subjectId : actorId === list.actorId);
      return newestFirst(store.all('audit').filter(isListed), page, ({ auditId }) => auditId);
    },
    listEvents: async ({ about }, page) =>
      newestFirst(
        store.all('event').filter((event) => about === undefined || event.about === about),
        page,
        (event) => `_${eventPlace(event)}`,
      ),
    listSearchTerms: async (prefix, { limit, cursor = '' }) => {
      const place = ({ term, userId }: Entities['searchTerm']): string => `${term}#${userId}`;
      const rest = store
        .all('searchTerm')
        .filter((each) => each.term.startsWith(prefix) && place(each) > cursor)
        .toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
      const last = rest[limit - 1];
      return { items: rest.slice(0, limit), cursor: rest.length > limit && last ? place(last) : undefined };
    },
    listCardsByLastFour: async (last4Digits, page) =>
      newestFirst(
        store.all('cardOwner').filter((card) => card.last4Digits === last4Digits),
        page,
        ({ cardId }) => cardId,
      ),
    listCardLinesByReference: async (reference) =>
      store
        .all('cardTransaction')
        .filter((line) => line.reference === reference && line.userId !== undefined && isCardLine(line))
        .slice(0, 20),
    listCardTransactions: async (cardId, { from, to }) =>
      (prefixed(`CARD#${cardId}`, 'TRANSACTION#') as Entities['cardTransaction'][])
        .filter((transaction) => transaction.number >= from && transaction.number <= to)
        .toReversed(),
    listEntries: async (ownerId, { from, limit }) =>
      (prefixed(`ACCOUNT#${ownerId}`, 'ENTRY#') as Entities['entry'][])
        .filter((entry) => entry.sequence >= from)
        .slice(0, limit),
    listLastEntries: async (ownerId, limit) =>
      (prefixed(`ACCOUNT#${ownerId}`, 'ENTRY#') as Entities['entry'][]).toReversed().slice(0, limit),
    listDueOperations: async (nowMs, limit) => due('operation', nowMs, limit),
    listDueDeposits: async (nowMs, limit) => due('deposit', nowMs, limit),
    listDueCards: async (nowMs, limit) => due('card', nowMs, limit),
    listCardsToCatchUp: async (nowMs, limit) =>
      store
        .all('card')
        .filter(({ catchUpAtMs = Infinity }) => catchUpAtMs <= nowMs)
        .toSorted((a, b) => (a.catchUpAtMs ?? 0) - (b.catchUpAtMs ?? 0))
        .slice(0, limit * 4),
    listDueWallets: async (nowMs, limit) => due('wallet', nowMs, limit),
    listDueUsers: async (nowMs, limit) => {
      const dueAtOf = (user: Entities['user']): number => userDueAtMs(user) ?? Infinity;
      const found = store.all('user').filter((user) => dueAtOf(user) <= nowMs);
      return found.toSorted((a, b) => dueAtOf(a) - dueAtOf(b)).slice(0, limit * 4);
    },
    listDueRewards: async (nowMs, limit) => due('reward', nowMs, limit),
    listDueReferralAccounts: async (nowMs, limit) => due('referralAccount', nowMs, limit),
    listDueSubscriptions: async (nowMs, limit) => due('subscriptions', nowMs, limit),
    listDueCodesKeys: async (nowMs, limit) => due('cardCodesKey', nowMs, limit),
    listErasures: async ({ limit, cursor = '' }) => {
      const rest = store.all('erasure').filter(({ userId }) => userId > cursor);
      const items = rest.toSorted((a, b) => (a.userId < b.userId ? -1 : 1)).slice(0, limit);
      return { items, cursor: rest.length > limit ? items.at(-1)?.userId : undefined };
    },
    listDueClosings: async (nowMs, limit) => due('closing', nowMs, limit),
    listWaiting: async (kind, limit) => {
      return (store.all(kind) as (Entities['deposit'] | Entities['operation'])[])
        .filter((value) => waitingSinceMs(value) !== undefined)
        .toSorted((a, b) => (waitingSinceMs(a) ?? 0) - (waitingSinceMs(b) ?? 0))
        .slice(0, limit) as never;
    },
    listDepositsInTransit: async () =>
      store.all('deposit').filter((value) => isInTransit(value) || waitingSinceMs(value) !== undefined),
    listRefusedDeposits: async (page) => {
      const isListed = (value: Entities['deposit']): boolean =>
        !isInTransit(value) && waitingSinceMs(value) === undefined;
      const refused = store.all('deposit').filter(({ refusedCents = 0 }) => refusedCents !== 0);
      return newestFirst(refused.filter(isListed), page, ({ depositId }) => depositId);
    },
    listCases: async (userId, page) =>
      newestFirst(
        store.all('case').filter((each) => each.userId === userId),
        page,
        ({ caseId }) => caseId,
      ),
    listOpenCases: async (state, { limit, cursor = '' }) => {
      const place = ({ sinceMs, caseId }: Entities['case']): string => `${String(sinceMs).padStart(14, '0')}#${caseId}`;
      const rest = store
        .all('case')
        .filter((each) => each.state === state && place(each) > cursor)
        .toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
      const last = rest[limit - 1];
      return { items: rest.slice(0, limit), cursor: rest.length > limit && last ? place(last) : undefined };
    },
    listAdjustments: async (page) => newestFirst(store.all('adjustment'), page, ({ adjustmentId }) => adjustmentId),
    listCaseMessages: async (caseId) => prefixed(`CASE#${caseId}`, 'MESSAGE#') as Entities['caseMessage'][],
    listDueNotifications: async (nowMs, limit) => due('notification', nowMs, limit),
    listNotifications: async (userId, page) => {
      const isListed = (each: Entities['notification']): boolean =>
        each.userId === userId && each.expiresAtMs > clock.now();
      return newestFirst(store.all('notification').filter(isListed), page, ({ notificationId }) => notificationId);
    },
    countNotifications: async (userId, { after = 'ntf_', limit }) => {
      const isCounted = (each: Entities['notification']): boolean =>
        each.userId === userId && each.notificationId > after && each.expiresAtMs > clock.now();
      return Math.min(limit, store.all('notification').filter(isCounted).length);
    },
    listSessions: async (userId, limit) =>
      store
        .all('session')
        .filter((session) => session.userId === userId && !session.isRevoked && session.expiresAtMs > clock.now())
        .toSorted((a, b) => (a.sessionId < b.sessionId ? 1 : -1))
        .slice(0, limit),
    listRewards: async (referrerId, { limit, fromMs = 0, cursor = '~' }) => {
      const rest = store
        .all('reward')
        .filter((reward) => reward.referrerId === referrerId && reward.rewardId < cursor)
        .filter(({ rewardId }) => fromMs === 0 || rewardId >= `rwd_${encodeTime(fromMs)}`)
        .toSorted((a, b) => (a.rewardId < b.rewardId ? 1 : -1));
      return { items: rest.slice(0, limit), cursor: rest.length > limit ? rest[limit - 1]?.rewardId : undefined };
    },
    listHeldReferrals: async (referrerId, limit) =>
      store
        .all('reward')
        .filter((each) => each.referrerId === referrerId && each.review?.state === 'held' && each.dueAtMs === undefined)
        .toSorted((a, b) => (a.rewardId < b.rewardId ? -1 : 1))
        .slice(0, limit),
    countUsersRegistered: async (day) =>
      store.all('user').filter(({ createdAtMs }) => new Date(createdAtMs).toISOString().startsWith(day)).length,
    listPlatformStatistics: async (shard) => prefixed(`FIGURES#${shard}`, '') as never,
    listMostFunded: async (limit) =>
      store
        .all('userFigures')
        .filter(({ fundedCents }) => fundedCents > 0)
        .toSorted((a, b) => b.fundedCents - a.fundedCents || (a.userId > b.userId ? -1 : 1))
        .slice(0, limit),
    listJournal: async (day, shard, { limit, cursor = '0', fromMs = 0 }) => {
      // The first shard holds all records; the others are empty.
      const all =
        shard > 0
          ? []
          : store.all('journal').filter(({ atMs }) => atMs >= fromMs && new Date(atMs).toISOString().startsWith(day));
      const end = Number(cursor) + Math.min(limit, journalPageMax);
      return { items: all.slice(Number(cursor), end), cursor: end < all.length ? String(end) : undefined };
    },
  };
  return store;
}

/**
 * Maximum number of records per page of the journal. A page may be shorter than was asked for on the table too, and a
 * caller that reads the first page only is found by any test with a few records.
 */
const journalPageMax = 4;

/** Returns the cursor at which a list in descending order of time begins. */
function startOf(beforeMs: number | undefined): string {
  return beforeMs === undefined ? '~' : encodeTime(Math.max(0, beforeMs));
}

function newestFirst<T>(
  all: readonly T[],
  {
    limit,
    beforeMs,
    beginAt,
    cursor = beginAt ? `${ulidOf(beginAt)}~` : startOf(beforeMs),
  }: TimedPageQuery & {
    readonly beginAt?: string;
  },
  idOf: (item: T) => string,
): Page<T> {
  const ulid = (item: T): string => idOf(item).slice(idOf(item).indexOf('_') + 1);
  const rest = all.filter((item) => ulid(item) < cursor).toSorted((a, b) => (ulid(a) < ulid(b) ? 1 : -1));
  const last = rest[limit - 1];
  return { items: rest.slice(0, limit), cursor: rest.length > limit && last ? ulid(last) : undefined };
}

function isCardLine({ kind }: Entities['cardTransaction']): boolean {
  return kind === 'purchase' || kind === 'reversal' || kind === 'refund' || kind === 'fee';
}
