import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { LedgerOwner, Wallet } from '#functions/ports/entities/books.ts';
import type { Checkpoint } from '#functions/ports/entities/checkpoints.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { ReferralAccount } from '#functions/ports/entities/referrals.ts';
import type { Services } from '#functions/ports/services.ts';
import { askIssuer, askPayments } from './money/ask-providers.ts';
import { believedOperations } from './books/believed-operations.ts';
import { person, type Break } from './break.ts';
import { withBrokenForms } from './integrity/broken-forms.ts';
import { brokenItems } from './integrity/broken-items.ts';
import { checkAccount, type AccountFindings } from './books/check-account.ts';
import { checkCards } from './money/check-cards.ts';
import { checkDerivedRecords } from './integrity/check-derived-records.ts';
import { checkDeposits } from './money/check-deposits.ts';
import { checkLateMoney } from './money/check-late-money.ts';
import { checkIssuer } from './money/check-issuer.ts';
import { checkOperations } from './money/check-operations.ts';
import { checkUserStatistics } from './statistics/check-user-statistics.ts';
import { checkRecordNames } from './books/check-record-names.ts';
import { checkRewards, type Cause } from './money/check-rewards.ts';
import { unexplainedRecords } from './books/explained-records.ts';
import { goneCheckpoint, isIntactCheckpoint, wrongCheckpoint } from './books/check-checkpoint.ts';
import { isDueAgain } from './books/checkpoint-due.ts';
import { laggingReads } from './books/lagging-reads.ts';
import { nextCheckpoint } from './books/next-checkpoint.ts';
import { readBooks, type Books } from './books/read-books.ts';
import { noTies, type Ties } from './integrity/ties.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'issuer' | 'payments'>;

/** An entry that was seen: its account, its record and its time. */
export type SeenEntry = { readonly ownerId: LedgerOwner; readonly journalId: string; readonly atMs: number };

/** The findings of one person. */
export type PersonFindings = {
  /** The person; undefined without a profile. */
  readonly userId?: Id<'user'> | undefined;
  readonly breaks: readonly Break[];
  readonly entries: readonly SeenEntry[];
  readonly ties: Pick<Ties, 'provider' | 'issuer'>;
  /** Number of questions that a provider did not answer: what they ask about was not compared. */
  readonly unanswered: number;
  /** True when everything could be checked, and both providers replied to every question. */
  readonly isComplete: boolean;
  /**
   * The checkpoint that may replace the stored one; undefined while the stored one will do, or when anything is wrong.
   */
  readonly checkpoint?: Checkpoint | undefined;
};

/** How a person's books are read. */
export type Reading = {
  /** `recent`: from the checkpoint on. `whole when due`: the same, but the whole history once in four weeks. */
  readonly history: 'whole' | 'recent' | 'whole when due';
  /**
   * Accounts opened before this time must have a checkpoint, in milliseconds since 1970 UTC; undefined when none must
   * have one.
   */
  readonly checkpointsAtMs?: number | undefined;
};

/**
 * Checks one person's books by themselves and against both providers, which are asked about changes since a time. A
 * scheduled run reads at half the price first, from a checkpoint on or the whole; those reads may lag by seconds. If
 * that finds anything, the whole is read once more without lag, and only this result counts.
 */
export async function checkPerson(
  needs: Needs,
  userId: Id<'user'>,
  askSinceMs: number,
  { history, checkpointsAtMs = 0 }: Reading = { history: 'whole' },
): Promise<PersonFindings> {
  const { store, clock } = needs;
  const [user, checkpoint] = await store.getBoth(
    { kind: 'user', key: { userId } },
    { kind: 'checkpoint', key: { userId } },
  );
  if (!user) {
    const found = gone(userId, 'user', clock.now());
    return { breaks: [found], entries: [], ties: noTies(), unanswered: 0, isComplete: false };
  }
  const isUsable = checkpoint !== undefined && isIntactCheckpoint(store, checkpoint);
  const isGone = checkpoint === undefined && user.createdAtMs < checkpointsAtMs;
  const last = isUsable ? checkpoint : undefined;
  const checkWhole = async (read: Needs): Promise<PersonFindings> => {
    const books = await readBooks(read, user);
    const found = await checkRead(read, books, askSinceMs, last);
    const isSound = found.breaks.length === 0;
    const wrong = isGone
      ? goneCheckpoint(books, clock.now())
      : checkpoint && wrongCheckpoint(store, books, checkpoint, isSound, clock.now());
    return wrong ? { ...found, breaks: [...found.breaks, wrong], checkpoint: undefined } : found;
  };
  if (history !== 'whole') {
    const lagging = { ...needs, store: laggingReads(store) };
    const isDue = history === 'whole when due' && isUsable && isDueAgain(userId, checkpoint.wholeAtMs, clock.now());
    const found =
      last === undefined || isDue ? await checkWhole(lagging) : await checkSince(lagging, user, last, askSinceMs);
    if (found?.breaks.length === 0) return found;
  }
  return checkWhole(needs);
}

/** Checks the books since a checkpoint; undefined when they do not continue the checkpoint. */
async function checkSince(
  needs: Needs,
  user: User,
  last: Checkpoint,
  askSinceMs: number,
): Promise<PersonFindings | undefined> {
  const books = await readBooks(needs, user, last);
  return books.isAnchored ? checkRead(needs, books, askSinceMs, last) : undefined;
}

/** Checks books as they were read. `last` is the checkpoint that the next one follows. */
async function checkRead(
  needs: Needs,
  books: Books,
  askSinceMs: number,
  last: Checkpoint | undefined,
): Promise<PersonFindings> {
  const { userId } = books.user;
  const broken = brokenItems(books, needs.clock.now());
  // If items are malformed, still run the other checks; a crash there follows from breaks already reported.
  const found =
    broken.length === 0
      ? await checkBooks(needs, books, askSinceMs, last)
      : await checkBooks(needs, books, askSinceMs, last).catch(() => undefined);
  const reported = [...broken, ...(found?.breaks ?? [])];
  const all = withBrokenForms(needs.store, books, needs.clock.now(), reported);
  // An edited record is reported by itself; wrong sums follow from it.
  const isSummed = !all.some(({ subject }) => subject.startsWith('journal:'));
  const breaks = distinct(all.filter((each) => isSummed || !isOfStatistics(each, userId)));
  if (broken.length > 0 || found === undefined)
    return { userId, breaks, entries: entriesOf(books), ties: noTies(), unanswered: 0, isComplete: false };
  return { ...found, breaks, checkpoint: breaks.length === 0 ? found.checkpoint : undefined };
}

function isOfStatistics({ class: kind, subject }: Break, userId: Id<'user'>): boolean {
  return kind === 'AGG' && subject === userId;
}

async function checkBooks(
  needs: Needs,
  books: Books,
  askSinceMs: number,
  last: Checkpoint | undefined,
): Promise<PersonFindings> {
  const { user } = books;
  const { userId } = user;
  const nowMs = needs.clock.now();
  const accounts = accountsOf(books);
  const isWhole = books.wallet !== undefined && [...accounts.values()].every((account) => account.isWhole);
  const happened = new Map<string, Readonly<Record<string, number>>>();
  for (const account of accounts.values()) {
    for (const [journalId, deltas] of account.happened)
      happened.set(journalId, { ...happened.get(journalId), ...deltas });
  }
  const believed = believedOperations(books.operations, happened);
  const wallet = accounts.get(userId);
  let [unanswered, busy] = [0, 0];
  const onSilence = (): void => void (unanswered += 1);
  const onBusy = (): void => void (busy += 1);
  const [payments, issuer, statistics, causes, derivedRecords, late] = await Promise.all([
    askPayments(needs, books.deposits.values(), askSinceMs, onSilence),
    askIssuer(needs, books, believed, askSinceMs, { onSilence, onBusy }),
    isWhole ? checkUserStatistics(needs, books) : [],
    readCauses(needs, books),
    checkDerivedRecords(needs, books, isWhole ? believed : []),
    checkLateMoney(needs, books),
  ]);
  const deposits = checkDeposits(books, wallet?.isWhole ? wallet.happened : undefined, payments, nowMs);
  // Without all entries nothing can be derived: the missing ones are reported, and consequences are left out.
  const balances = new Map(books.cards.flatMap(({ cardId }) => believedBalance(cardId, accounts.get(cardId))));
  const cards = checkIssuer(userId, books.cards, isWhole ? believed : [], isWhole ? balances : new Map(), issuer);
  // A deposit with another break is reported by that, not by the names of its records.
  const names = checkRecordNames(books).filter(
    (found) => !deposits.breaks.some(({ subject }) => found.subject.startsWith(`${subject}:`)),
  );
  const breaks = [
    ...(books.wallet ? [] : [gone(userId, 'wallet', user.createdAtMs)]),
    ...[...accounts.values()].flatMap((account) => account.breaks),
    ...names,
    ...(isWhole ? checkOperations(books, believed, nowMs) : []),
    ...(isWhole ? checkCards(books, believed, accounts) : []),
    ...(isWhole ? unexplainedRecords(books, believed, accounts) : []),
    ...deposits.breaks,
    ...cards.breaks,
    ...checkRewards(books, accounts.get(`referral:${userId}`), causes),
    ...derivedRecords,
    ...late,
    ...(names.length > 0 ? [] : statisticsUnlessReportedAlready(statistics, accounts)),
  ];
  return {
    userId,
    breaks: distinct(breaks),
    entries: entriesOf(books),
    ties: {
      provider: tie(deposits),
      issuer: tie(cards),
    },
    unanswered,
    isComplete: isWhole && unanswered + busy === 0,
    checkpoint: isWhole ? nextCheckpoint(books, believed, last, nowMs) : undefined,
  };
}

function entriesOf({ entries }: Books): readonly SeenEntry[] {
  return [...entries.values()].flat().map(({ ownerId, journalId, atMs }) => ({ ownerId, journalId, atMs }));
}

function tie(side: {
  readonly asked: number;
  readonly oursCents: number;
  readonly theirsCents: number;
  readonly explainedCents: number;
}): Ties['issuer'] {
  const { asked: count, oursCents, theirsCents, explainedCents } = side;
  return { count, oursCents, theirsCents, explainedCents };
}

function accountsOf(books: Books): ReadonlyMap<LedgerOwner, AccountFindings> {
  const { user, wallet, referral, cards, entries, records } = books;
  const read = (
    ownerId: LedgerOwner,
    holder: Wallet | ReferralAccount | Card,
    balance: Readonly<Record<string, number>>,
  ): [LedgerOwner, AccountFindings] => {
    const { sequence, lastHash, updatedAtMs } = holder;
    const own = entries.get(ownerId) ?? [];
    const base = books.base?.accounts[ownerId];
    return [ownerId, checkAccount({ ownerId, sequence, lastHash, updatedAtMs, balance, entries: own, records, base })];
  };
  return new Map([
    ...(wallet
      ? [
          read(user.userId, wallet, {
            available: wallet.availableCents,
            held: wallet.heldCents,
            debt: wallet.debtCents,
            ...(wallet.unclaimedCents === undefined ? {} : { unclaimed: wallet.unclaimedCents }),
          }),
        ]
      : []),
    ...(referral ? [read(`referral:${user.userId}`, referral, { rewards: referral.balanceCents })] : []),
    ...cards.map((card) => {
      const { cardId, balanceCents: balance, pendingOutCents: leaving, fetchCents } = card;
      return read(cardId, card, { balance, leaving, ...(fetchCents === undefined ? {} : { fetch: fetchCents }) });
    }),
  ]);
}

function believedBalance(cardId: Id<'card'>, account: AccountFindings | undefined): [Id<'card'>, number][] {
  return account?.isWhole === true ? [[cardId, account.believed['balance'] ?? 0]] : [];
}

/** Reads the causes of a referrer's rewards: credited deposits, and card creations that the books confirm. */
async function readCauses({ store }: Needs, { rewards }: Books): Promise<ReadonlyMap<string, Cause>> {
  const named = rewards.flatMap(({ cause }) => cause ?? []);
  const depositIds = named.filter((id): id is Id<'deposit'> => id.startsWith('dep_'));
  const operationIds = named.filter((id): id is Id<'operation'> => id.startsWith('op_'));
  const [deposits, operations, records] = await Promise.all([
    store.getMany(
      'deposit',
      depositIds.map((depositId) => ({ depositId })),
    ),
    store.getMany(
      'operation',
      operationIds.map((operationId) => ({ operationId })),
    ),
    store.getMany(
      'journal',
      operationIds.map((operationId) => ({ journalId: `${operationId}:settled` })),
    ),
  ]);
  const settled = new Set(records.flatMap((record) => record?.cause ?? []));
  const causes = new Map<string, Cause>();
  for (const deposit of deposits)
    if (deposit) causes.set(deposit.depositId, { userId: deposit.userId, isFact: deposit.creditedCents > 0 });
  for (const operation of operations) {
    if (!operation) continue;
    const { operationId, userId, kind } = operation;
    causes.set(operationId, { userId, isFact: kind === 'card_creation' && settled.has(operationId) });
  }
  return causes;
}

/** Leaves out wrong statistics that follow from an edited record, which is reported already. */
function statisticsUnlessReportedAlready(
  statistics: readonly Break[],
  accounts: ReadonlyMap<LedgerOwner, AccountFindings>,
): readonly Break[] {
  const isReported = [...accounts.values()].some((account) =>
    account.breaks.some((each) => each.class === 'LEGS' || each.class === 'UNBALANCED' || each.class === 'GAP'),
  );
  return isReported ? [] : statistics;
}

/** Builds the break of an item that every person must have and this one lacks. */
export function gone(userId: Id<'user'>, what: 'user' | 'wallet', atMs: number): Break {
  return {
    part: 'internal',
    class: 'GAP',
    subject: `${userId}:${what}`,
    ownerId: userId,
    cents: 0,
    atMs,
    evidence: { gone: what },
    proposal: person(`restore the ${what} from the point-in-time backup`),
  };
}

/** Removes duplicates: wallet and card may both report the one record that they share. */
function distinct(breaks: readonly Break[]): readonly Break[] {
  const seen = new Set<string>();
  return breaks.filter(({ class: kind, subject }) => {
    // A wrong record is reported once, by the first account that found it.
    const key = kind === 'LEGS' || kind === 'UNBALANCED' || kind === 'GAP' ? `record:${subject}` : `${kind}:${subject}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
