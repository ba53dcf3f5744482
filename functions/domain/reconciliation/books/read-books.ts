import type { Id } from '#shared/ids.ts';
import type { Entities } from '#functions/ports/entities.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Adjustment } from '#functions/ports/entities/adjustments.ts';
import type { Entry, LedgerOwner, JournalRecord, ActivityLine, Wallet } from '#functions/ports/entities/books.ts';
import type { Checkpoint } from '#functions/ports/entities/checkpoints.ts';
import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { ReferralAccount, Reward } from '#functions/ports/entities/referrals.ts';
import type { UserStatistics } from '#functions/ports/entities/statistics.ts';
import type { Services } from '#functions/ports/services.ts';
import type { Page } from '#functions/ports/store.ts';
import { isAnchor } from './is-anchor.ts';
import { textOf } from './text-of.ts';
import { withoutCopies } from './without-copies.ts';

type Needs = Pick<Services, 'store'>;

/** Maximum number of items of a list in one read. */
const pageSize = 500;

/** All items of one person's money in the table, or those since a checkpoint. */
export type Books = {
  readonly user: User;
  /** The checkpoint that sums up everything before these items; undefined when these are all items. */
  readonly base: Checkpoint | undefined;
  /** False when an account's entries do not continue the checkpoint. */
  readonly isAnchored: boolean;
  readonly wallet: Wallet | undefined;
  readonly referral: ReferralAccount | undefined;
  readonly statistics: UserStatistics | undefined;
  readonly cards: readonly Card[];
  readonly entries: ReadonlyMap<LedgerOwner, readonly Entry[]>;
  /** The records that the entries name, without missing ones. */
  readonly records: ReadonlyMap<string, JournalRecord>;
  readonly activity: ReadonlyMap<string, ActivityLine>;
  /** The operations and deposits that activity lines, records or the profile name: undefined for one that is gone. */
  readonly operations: ReadonlyMap<Id<'operation'>, Operation | undefined>;
  readonly deposits: ReadonlyMap<Id<'deposit'>, Deposit | undefined>;
  /** The adjustments that records name. */
  readonly adjustments: ReadonlyMap<string, Adjustment>;
  readonly lines: ReadonlyMap<Id<'card'>, readonly CardTransaction[]>;
  /** Rewards that this person was promised or earned as a referrer. */
  readonly rewards: readonly Reward[];
  /** Copies of items under other keys. They are in none of the lists above. */
  readonly copies: readonly { readonly kind: CopiedKind; readonly id: unknown; readonly item: Entities[CopiedKind] }[];
};

/** Kinds that are read as lists, in which copies show. */
type CopiedKind = 'card' | 'entry' | 'movement' | 'cardTransaction' | 'reward';

/**
 * Reads a person's books by keys only: all of them, or from a checkpoint on. Balances are read before their entries,
 * and entries before the items they name, so that new items are not mistaken for missing ones.
 */
export async function readBooks(needs: Needs, user: User, base?: Checkpoint): Promise<Books> {
  const { store } = needs;
  const { userId } = user;
  const copies: Books['copies'][number][] = [];
  const own = <K extends CopiedKind>(
    kind: K,
    items: readonly Entities[K][],
    idOf: (item: Entities[K]) => unknown,
  ): readonly Entities[K][] => {
    const found = withoutCopies(store, kind, items, idOf);
    for (const item of found.copies) copies.push({ kind, id: idOf(item), item });
    return found.items;
  };
  const [[wallet, referral], statistics, allCards] = await Promise.all([
    store.getBoth({ kind: 'wallet', key: { userId } }, { kind: 'referralAccount', key: { userId } }),
    store.get('userFigures', { userId }),
    store.listCards(userId),
  ]);
  const listed = own('card', allCards, ({ cardId }) => cardId);
  const cards = base === undefined ? listed : listed.filter((card) => !isAsItEnded(store, card, base));
  const fromMs = base?.untilMs;
  const [allEntries, allActivity, allRewards] = await Promise.all([
    readEntries(needs, [userId, `referral:${userId}`, ...cards.map(({ cardId }) => cardId)], base),
    all((cursor) => store.listActivity(userId, { limit: pageSize, cursor, fromMs })),
    all((cursor) => store.listRewards(userId, { limit: pageSize, cursor, fromMs })),
  ]);
  let isAnchored = true;
  const entries = new Map(
    [...allEntries].map(([ownerId, all]) => {
      const list = own('entry', all, (each) => `${each.ownerId}#${each.sequence}`);
      const anchor = base?.accounts[ownerId];
      if (anchor === undefined) return [ownerId, list];
      // The last entry before the checkpoint is read as well: it must be the one that the checkpoint names.
      isAnchored &&= list[0] !== undefined && isAnchor(list[0], anchor);
      return [ownerId, list.slice(1)];
    }),
  );
  const isSince = ({ createdAtMs }: { readonly createdAtMs: number }): boolean =>
    fromMs === undefined || !(createdAtMs < fromMs);
  const listedActivity = own('movement', allActivity, ({ subjectId }) => subjectId).filter(isSince);
  const listedRewards = own('reward', allRewards, ({ refereeId, event }) => `${refereeId}:${event}`).filter(isSince);
  const journalIds = [...new Set([...entries.values()].flat().map(({ journalId }) => journalId))];
  const records = new Map<string, JournalRecord>();
  const read = await store.getMany(
    'journal',
    journalIds.map((journalId) => ({ journalId })),
  );
  for (const [index, record] of read.entries()) if (record) records.set(journalIds[index] ?? '', record);
  const [activity, rewards] =
    base === undefined
      ? [listedActivity, listedRewards]
      : await Promise.all([
          withNamedLines(needs, userId, listedActivity, journalIds),
          withNamedRewards(needs, listedRewards, journalIds),
        ]);
  // In an edited item the id may be no text.
  const named = [
    ...activity.map(({ subjectId }) => subjectId),
    ...journalIds.map((id) => textOf(id).split(':')[0] ?? ''),
    // An edited profile is reported by itself, so its registration is not followed.
    Object.keys(store.integrityErrorsOf('user', user)).length === 0 ? user.registrationId : undefined,
  ].map(textOf);
  const operationIds = [...new Set(named.filter((id): id is Id<'operation'> => id.startsWith('op_')))];
  const depositIds = [...new Set(named.filter((id): id is Id<'deposit'> => id.startsWith('dep_')))];
  const adjustmentIds = [...new Set(named.filter((id): id is Id<'adjustment'> => id.startsWith('adj_')))];
  const [operations, deposits, adjustments] = await Promise.all([
    store.getMany(
      'operation',
      operationIds.map((operationId) => ({ operationId })),
    ),
    store.getMany(
      'deposit',
      depositIds.map((depositId) => ({ depositId })),
    ),
    store.getMany(
      'adjustment',
      adjustmentIds.map((adjustmentId) => ({ adjustmentId })),
    ),
  ]);
  const lines = new Map<Id<'card'>, readonly CardTransaction[]>();
  for (const card of cards) {
    const { cardId } = card;
    lines.set(
      cardId,
      own('cardTransaction', await readLines(needs, card, base?.lines[cardId]), (line) => `${cardId}#${line.number}`),
    );
  }
  return {
    user,
    base,
    isAnchored,
    wallet,
    referral,
    statistics,
    cards,
    entries,
    records,
    activity: new Map(activity.map((activityLine) => [activityLine.subjectId, activityLine])),
    operations: new Map(operationIds.map((operationId, index) => [operationId, operations[index]])),
    deposits: new Map(depositIds.map((depositId, index) => [depositId, deposits[index]])),
    adjustments: new Map(adjustments.flatMap((each) => (each === undefined ? [] : [[each.adjustmentId, each]]))),
    lines,
    rewards,
    copies,
  };
}

/** True for a card that had ended at a checkpoint and has not changed since. */
function isAsItEnded(store: Needs['store'], card: Card, { endedCards, accounts, lines }: Checkpoint): boolean {
  const { cardId, sequence, lastHash, transactionCount, lifecycle } = card;
  const isEnded = lifecycle === 'deleted' || lifecycle === 'failed';
  if (!isEnded || !endedCards.includes(cardId) || Object.keys(store.integrityErrorsOf('card', card)).length > 0)
    return false;
  const { sequence: then = 0, hash = '' } = accounts[cardId] ?? {};
  return sequence === then && lastHash === hash && transactionCount === (lines[cardId] ?? 0);
}

/** Adds the activity lines of events that began before a checkpoint and moved money since. */
async function withNamedLines(
  { store }: Needs,
  userId: Id<'user'>,
  listed: readonly ActivityLine[],
  journalIds: readonly string[],
): Promise<readonly ActivityLine[]> {
  const known = new Set<string>(listed.map(({ subjectId }) => subjectId));
  const named = new Set(journalIds.map((id) => textOf(id).split(':')[0] ?? ''));
  const older = [...named].filter((id) => /^(?:op|dep|mov)_/.test(id) && !known.has(id)) as ActivityLine['subjectId'][];
  const found = await store.getMany(
    'movement',
    older.map((subjectId) => ({ userId, subjectId })),
  );
  return [...listed, ...found.flatMap((line) => line ?? [])];
}

/** Adds the rewards that were promised before a checkpoint and earned since. */
async function withNamedRewards(
  { store }: Needs,
  listed: readonly Reward[],
  journalIds: readonly string[],
): Promise<readonly Reward[]> {
  const known = new Set(listed.map(({ refereeId, event }) => `${refereeId}:${event}`));
  const named = journalIds.flatMap((id) => /^(usr_\w+:\w+):(?:earned|taken-back)$/.exec(textOf(id))?.[1] ?? []);
  const older = [...new Set(named)].filter((name) => !known.has(name)).map((name) => name.split(':'));
  const found = await store.getMany(
    'reward',
    older.map(([refereeId, event]) => ({ refereeId: refereeId as Id<'user'>, event: event as Reward['event'] })),
  );
  return [...listed, ...found.flatMap((reward) => reward ?? [])];
}

/** Reads the entries of some accounts, in order; with a checkpoint, each from the last entry that it names on. */
async function readEntries(
  needs: Needs,
  ownerIds: readonly LedgerOwner[],
  base: Checkpoint | undefined,
): Promise<ReadonlyMap<LedgerOwner, readonly Entry[]>> {
  const found = await Promise.all(
    ownerIds.map((ownerId) => readEntriesOf(needs, ownerId, base?.accounts[ownerId]?.sequence)),
  );
  return new Map(ownerIds.map((ownerId, index) => [ownerId, found[index] ?? []]));
}

/** Reads the entries of one account from the number `first` on, in order. */
export async function readEntriesOf({ store }: Needs, ownerId: LedgerOwner, first = 1): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (;;) {
    const from = (entries.at(-1)?.sequence ?? first - 1) + 1;
    const page = await store.listEntries(ownerId, { from, limit: pageSize });
    entries.push(...page);
    // Five hundred entries fit into one reply of the table, so a shorter page is the last.
    if (page.length < pageSize) return entries;
  }
}

/** Reads the lines of a card's history after the first `known`, regardless of the number that the card states. */
async function readLines({ store }: Needs, card: Card, known = 0): Promise<readonly CardTransaction[]> {
  const { cardId, transactionCount } = card;
  const lines: CardTransaction[] = [];
  for (let from = known + 1; ; from += pageSize) {
    const page = await store.listCardTransactions(cardId, { from, to: from + pageSize - 1 });
    lines.push(...page.toReversed());
    if (page.length === 0 || (page.length < pageSize && from + pageSize > transactionCount)) return lines;
  }
}

/** Reads all items of a list, page by page. */
export async function all<T>(read: (cursor: string | undefined) => Promise<Page<T>>): Promise<readonly T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    items.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return items;
}
