import { createHash } from 'node:crypto';
import type { Id } from '#shared/ids.ts';
import type { LedgerOwner, JournalRecord } from '#functions/ports/entities/books.ts';
import type { Services } from '#functions/ports/services.ts';
import { journalShards } from '#functions/ports/store.ts';
import { addStatistics, noStatistics } from '#functions/domain/statistics/add-statistics.ts';
import type { Contribution } from '#functions/domain/statistics/contribution.ts';
import { expectedOf, readDay } from '#functions/domain/statistics/mend-statistics.ts';
import { differenceOf as missingIn, isSameSum, sumOf } from '#functions/domain/statistics/platform-sums.ts';
import { streamForgetsMs } from '#functions/domain/statistics/stream-forgets.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { account, ownerOf } from '../ledger/chart.ts';
import { person, type Break } from './break.ts';
import { brokenForm, isMisplaced } from './broken-form.ts';
import { brokenFields, brokenItem } from './integrity/broken-items.ts';
import { brokenStatistics, isSoundRow } from './statistics/broken-statistics.ts';
import { gone } from './check-person.ts';
import { centsOf, contributed, countedOf } from './statistics/check-user-statistics.ts';
import { cardholdersOf, sumOfLegs } from './books/deltas-of.ts';
import { readEntriesOf } from './books/read-books.ts';
import { textOf } from './books/text-of.ts';
import type { Tie } from './integrity/ties.ts';

type Needs = Pick<Services, 'store' | 'clock'>;

/** Maximum number of records of a shard in one read. */
const pageSize = 500;

/** Maximum number of accounts whose entries are looked through at the same time. */
const atOnce = 16;

/** Number of an account's newest entries that are searched first, in addition to the number of wanted ones. */
const moreEntries = 8;

/** The entries of a day seen so far: their number, and a sum over their names that does not depend on their order. */
export type Seen = { readonly count: number; readonly print: number };

/** A day without a seen entry. */
export const nothingSeen: Seen = { count: 0, print: 0 };

/** Modulus of the sum of prints: 48 bits, which a number holds exactly. */
const printsMax = 2 ** 48;

/** Adds one seen entry, by its account and record. */
export function seeing({ count, print }: Seen, ownerId: LedgerOwner, journalId: string): Seen {
  const one = createHash('sha256').update(`${ownerId}|${journalId}`).digest().readUIntBE(0, 6);
  return { count: count + 1, print: (print + one) % printsMax };
}

/** The findings of one day of the journal. */
export type DayFindings = {
  readonly breaks: readonly Break[];
  readonly records: number;
  readonly tie: Tie;
  /** The entries that the records ask for. */
  readonly asked: Seen;
};

/**
 * The entries with which a day is compared: those seen in this run, or the note of an earlier run that had seen them.
 */
export type Expected = Seen & {
  /** True of a day of long ago, whose entries this run has not read. */
  readonly isNoted: boolean;
};

/** The breaks that other checks report already, so that none is reported twice. */
export type ReportedAlready = {
  readonly isGapReported: (ownerId: LedgerOwner) => boolean;
  readonly isRecordReported: boolean;
  readonly isReported: (found: Pick<Break, 'part' | 'class' | 'subject'>) => boolean;
};

/** The findings in the records alone, and the sums of the records. */
type Read = Omit<DayFindings, 'breaks'> & {
  readonly breaks: Break[];
  /** Records that are not as the store wrote them. */
  readonly brokenRecords: readonly Break[];
  readonly contributions: readonly Contribution[];
};

/**
 * Checks a day of the journal: every record sums to zero, what is on cards is what is allocated at the issuer, every
 * account that a record changes has its entry of it, and the day's statistics are the sum of its records. `seen` is the
 * day's entries before `beforeMs`: if they match the records, none is missing and no entries are read again.
 */
export async function checkDay(
  needs: Needs,
  day: string,
  seen: Expected,
  beforeMs: number,
  reported: ReportedAlready,
): Promise<DayFindings> {
  // Read first: every later count leaves a mark.
  const rows = await readDay(needs, day);
  const brokenRows = rows.flatMap((row) => brokenStatistics(row, needs.clock.now()) ?? []);
  const counted = sumOf(rows.filter(isSoundRow));
  const nowhere = { ownerId: undefined, atMs: Date.parse(day) };
  const read = await readRecords(needs, day, { beforeMs, reported });
  const { breaks, brokenRecords, contributions, asked, records, tie } = read;
  const unexplained = unexplainedBy(breaks, brokenRecords);
  const isAsSeen = asked.count === seen.count && asked.print === seen.print;
  if (!isAsSeen || seen.isNoted) {
    for await (const all of pagesOf(needs, day)) {
      const page = all.filter((record) => isSound(record) && !isMisplaced(needs.store, 'journal', record));
      breaks.push(...(await withoutProfile(needs, page)));
      if (isAsSeen) continue;
      breaks.push(...(await withoutEntry(needs, page, reported.isGapReported)));
    }
  }
  if (!isAsSeen && seen.isNoted && seen.count >= 0 && breaks.length + brokenRecords.length === 0) {
    const evidence = { records: asked.count, noted: seen.count };
    const proposal = person('find out who wrote to the table; a record may be gone: its account names it');
    const subject = `checkpoint:${day}`;
    breaks.push({ ...nowhere, part: 'internal', class: 'HASH', subject, cents: 0, evidence, proposal });
  }
  return {
    asked,
    breaks: [
      ...breaks,
      ...unexplained,
      ...brokenRows,
      ...withoutReported(
        await checkStatistics(
          needs,
          day,
          counted,
          contributions,
          reported.isRecordReported || breaks.length + brokenRecords.length > 0,
        ),
        rows
          .filter(isSoundRow)
          .flatMap((row) => brokenForm(needs.store, 'platformFigures', `${row.day}#${row.shard}`, row, nowhere) ?? []),
      ),
    ],
    records,
    tie,
  };
}

/** The entries and people that a run has checked before it checks the records. */
export type SeenSoFar = {
  readonly isEntrySeen: (ownerId: LedgerOwner, journalId: string) => boolean;
  readonly isPersonChecked: (userId: Id<'user'>) => boolean;
};

/**
 * Checks the records of a day from a moment on by themselves: each sums to zero, agrees with the issuer's part, belongs to
 * a person and has its entries, and was counted in time. The sums of the day are left to a check of the whole day.
 */
export async function checkRecordsSince(
  needs: Needs,
  day: string,
  fromMs: number,
  { isEntrySeen, isPersonChecked }: SeenSoFar,
  reported: ReportedAlready,
): Promise<DayFindings> {
  const found: Break[] = [];
  const isGapReported = reported.isGapReported;
  const read = await readRecords(needs, day, { beforeMs: Infinity, fromMs, reported }, async (page) => {
    const isKnown = (ownerId: LedgerOwner, { journalId }: JournalRecord): boolean =>
      isGapReported(ownerId) || isEntrySeen(ownerId, journalId);
    found.push(...(await withoutProfile(needs, page, isPersonChecked)));
    found.push(...(await withoutEntry(needs, page, isKnown)));
  });
  const { late } = await countedOf(needs, read.contributions);
  const { asked, records, tie, breaks, brokenRecords } = read;
  const all = [...breaks, ...found, ...unexplainedBy(breaks, brokenRecords), ...lateIn(day, late)];
  return { asked, records, tie, breaks: all };
}

/** Checks records by themselves and adds them up. `onPage` gets the well-formed records of each page. */
async function readRecords(
  needs: Needs,
  day: string,
  {
    beforeMs,
    fromMs,
    reported,
  }: { readonly beforeMs: number; readonly fromMs?: number; readonly reported: ReportedAlready },
  onPage: (page: readonly JournalRecord[]) => Promise<void> = async () => undefined,
): Promise<Read> {
  const nowhere = { ownerId: undefined, atMs: Date.parse(day) };
  const breaks: Break[] = [];
  const report = (record: JournalRecord, found: Pick<Break, 'class' | 'cents' | 'evidence'>): void =>
    void breaks.push(aboutRecord(record, found));
  const brokenRecords: Break[] = [];
  const contributions: Contribution[] = [];
  let [records, debits, credits, unbalanced] = [0, 0, 0, 0];
  let asked = nothingSeen;
  for await (const page of pagesOf(needs, day, fromMs)) {
    for (const record of page) {
      const id = textOf(record.journalId);
      const form = brokenForm(needs.store, 'journal', id, record, nowhere);
      if (isMisplaced(needs.store, 'journal', record)) {
        if (form) brokenRecords.push({ ...form, subject: `journal:copy of ${id}` });
        continue;
      }
      records += 1;
      if (!isSound(record)) {
        const broken = brokenItem('journal', id, record, {}, nowhere);
        if (broken) breaks.push(broken);
        continue;
      }
      // Wrong legs are reported below; here only a broken form that nothing else reports.
      if (form && !isRecordReported(reported, record)) brokenRecords.push(form);
      const total = sumOfLegs(record);
      for (const { amountCents } of record.legs) {
        if (amountCents > 0) debits += amountCents;
        else credits -= amountCents;
      }
      unbalanced += total;
      const { kind } = record;
      if (total !== 0) report(record, { class: 'UNBALANCED', cents: total, evidence: { kind } });
      else if (!isOfChart(record)) report(record, { class: 'LEGS', cents: 0, evidence: { kind, account: 'unknown' } });
      else if (onCards(record) !== 0) report(record, { class: 'LEGS', cents: onCards(record), evidence: { kind } });
      if (record.atMs < beforeMs)
        for (const ownerId of safely(record)) asked = seeing(asked, ownerId, record.journalId);
    }
    const own = page.filter((record) => isSound(record) && !isMisplaced(needs.store, 'journal', record));
    contributions.push(...own.flatMap(contributed));
    await onPage(own);
  }
  const tie = { count: records, oursCents: debits, theirsCents: credits, explainedCents: unbalanced };
  return { breaks, brokenRecords, contributions, asked, records, tie };
}

/** Builds the break of a record. */
function aboutRecord(record: JournalRecord, found: Pick<Break, 'class' | 'cents' | 'evidence'>): Break {
  return {
    part: 'internal',
    subject: record.journalId,
    ownerId: undefined,
    atMs: record.atMs,
    proposal: person('find out who wrote to the table, and restore the record from the point-in-time backup'),
    ...found,
  };
}

/** Leaves out edited records whose edit is reported by another break, as that of a leg is. */
function unexplainedBy(breaks: readonly Break[], brokenRecords: readonly Break[]): readonly Break[] {
  return brokenRecords.filter(({ subject }) => !breaks.some((found) => subject === `journal:${found.subject}`));
}

/** True when a record was already reported for an account that has an entry of it. */
function isRecordReported({ isReported }: ReportedAlready, { journalId: subject }: JournalRecord): boolean {
  return (['LEGS', 'UNBALANCED', 'GAP'] as const).some((kind) =>
    isReported({ part: 'internal', class: kind, subject }),
  );
}

/** Adds edited rows of the statistics, unless a wrong sum already reports them. */
function withoutReported(sums: readonly Break[], rows: readonly Break[]): readonly Break[] {
  return sums.some((found) => found.class === 'AGG') ? sums : [...sums, ...rows];
}

/** True for a well-formed record. Nothing can be computed with any other. */
export function isSound(record: JournalRecord): boolean {
  return Object.keys(brokenFields('journal', record)).length === 0;
}

/** Reads a day of the journal in pages, or only the records written since a moment. */
export async function* pagesOf(
  { store }: Pick<Needs, 'store'>,
  day: string,
  fromMs?: number,
): AsyncGenerator<readonly JournalRecord[]> {
  for (let shard = 0; shard < journalShards; shard += 1) {
    let cursor: string | undefined;
    do {
      const page = await store.listJournal(day, shard, { limit: pageSize, cursor, fromMs });
      yield page.items;
      cursor = page.cursor;
    } while (cursor !== undefined);
  }
}

/**
 * Returns breaks for people who moved money and whose profile is gone or missing in the list of all users. People for
 * whom `isChecked` returns true are left out.
 */
async function withoutProfile(
  { store, clock }: Needs,
  page: readonly JournalRecord[],
  isChecked: (userId: Id<'user'>) => boolean = () => false,
): Promise<readonly Break[]> {
  const named = [...new Set(page.flatMap(safely))].filter((id): id is Id<'user'> => id.startsWith('usr_'));
  const userIds = named.filter((userId) => !isChecked(userId));
  const users = await store.getMany(
    'user',
    userIds.map((userId) => ({ userId })),
    // A profile that seems to be gone is looked for again, seconds later.
    { mayLag: true },
  );
  return userIds.flatMap((userId, index) => {
    const user = users[index];
    // A profile in no list, or in a wrong one, is not found by a run over all users either.
    if (user) return brokenForm(store, 'user', userId, user, { ownerId: userId, atMs: clock.now() }) ?? [];
    return [gone(userId, 'user', clock.now())];
  });
}

/** Returns breaks for records of a page that change an account without an entry for them, except for known gaps. */
async function withoutEntry(
  needs: Needs,
  page: readonly JournalRecord[],
  isKnown: (ownerId: LedgerOwner, record: JournalRecord) => boolean,
): Promise<readonly Break[]> {
  const asked = page.flatMap((record) =>
    safely(record).flatMap((ownerId) => (isKnown(ownerId, record) ? [] : [{ ownerId, record }])),
  );
  const named = new Map<LedgerOwner, ReadonlySet<string>>();
  const owners = [...Map.groupBy(asked, ({ ownerId }) => ownerId)];
  for (let first = 0; first < owners.length; first += atOnce) {
    const some = owners.slice(first, first + atOnce).map(async ([ownerId, of]) => {
      named.set(ownerId, await namedBy(needs, ownerId, new Set(of.map(({ record }) => record))));
    });
    await Promise.all(some);
  }
  const missing = new Map<JournalRecord, LedgerOwner>();
  // A record is reported once, by the first account that lacks it.
  for (const { ownerId, record } of asked)
    if (named.get(ownerId)?.has(record.journalId) !== true && !missing.has(record)) missing.set(record, ownerId);
  return [...missing].map(([record, without]) => {
    const { kind, cause, legs } = record;
    const cents = Math.max(...legs.map(({ amountCents }) => Math.abs(amountCents)));
    return aboutRecord(record, { class: 'UNEXPLAINED', cents, evidence: { kind, cause, without } });
  });
}

/**
 * Returns the ids of the records that an account's entries name: of the newest entries, or of all when a wanted record
 * is not among the newest.
 */
async function namedBy(
  needs: Needs,
  ownerId: LedgerOwner,
  records: ReadonlySet<JournalRecord>,
): Promise<ReadonlySet<string>> {
  const newest = await needs.store.listLastEntries(ownerId, records.size + moreEntries);
  const named = new Set(newest.map(({ journalId }) => journalId));
  if ([...records].every(({ journalId }) => named.has(journalId))) return named;
  return new Set((await readEntriesOf(needs, ownerId)).map(({ journalId }) => journalId));
}

function safely(record: JournalRecord): readonly LedgerOwner[] {
  return isOfChart(record) ? cardholdersOf(record) : [];
}

function isOfChart({ legs }: JournalRecord): boolean {
  try {
    legs.forEach((leg) => ownerOf(leg.account));
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the change of the money on cards plus the change of our money on cards at the issuer: 0 for a right record.
 * Money to be fetched from a card is left out, because it is credited already.
 */
function onCards({ legs }: JournalRecord): number {
  return legs
    .filter(({ account: name }) => name === account.issuerAllocated || isOnCard(name))
    .reduce((total, { amountCents }) => total + amountCents, 0);
}

function isOnCard(name: string): boolean {
  const owner = ownerOf(name);
  return owner.of === 'card' && owner.bucket !== 'fetch';
}

/**
 * Checks the statistics of a day. `isReported`: an edited record of the day is reported, so a wrong sum would only follow.
 */
async function checkStatistics(
  needs: Needs,
  day: string,
  counted: ReturnType<typeof sumOf>,
  contributions: readonly Contribution[],
  isReported: boolean,
): Promise<readonly Break[]> {
  const nowMs = needs.clock.now();
  const isOver = Date.parse(day) + dayMs < nowMs - streamForgetsMs;
  const listed = await needs.store.countUsersRegistered(day);
  // Today's new accounts may not be counted yet. An account that was counted and is not listed is gone.
  const usersRegistered = isOver || listed < counted.usersRegistered ? listed : undefined;
  const known = await countedOf(needs, contributions);
  const expected = expectedOf(
    { ...addStatistics(noStatistics, ...known.counted.map(({ statistics }) => statistics)), usersRegistered },
    counted,
  );
  const proposal = person('run the job rebuild-aggregates');
  const facts = { subject: day, ownerId: undefined, atMs: Date.parse(day), proposal };
  const found: Break[] = [];
  if (!isReported && !isSameSum(expected, counted)) {
    const missing = Object.entries(missingIn(expected, counted)).filter(([, amount]) => amount !== 0);
    const cents = centsOf(counted) - centsOf(expected);
    found.push({ ...facts, part: 'internal', class: 'AGG', cents, evidence: Object.fromEntries(missing) });
  }
  found.push(...lateIn(day, known.late));
  return found;
}

/** Returns the break of records of a day that should have been counted by now. */
function lateIn(day: string, late: readonly Contribution[]): readonly Break[] {
  if (late.length === 0) return [];
  const cents = late.reduce((total, { statistics }) => total + centsOf(statistics), 0);
  const evidence = { records: late.length, first: late[0]?.recordId };
  const proposal = person('run the job rebuild-aggregates');
  const facts = { subject: day, ownerId: undefined, atMs: Date.parse(day), proposal };
  return [{ ...facts, part: 'liveness', class: 'LAG', cents, evidence }];
}
