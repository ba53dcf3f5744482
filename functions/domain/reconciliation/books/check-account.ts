import type { Entry, LedgerOwner, JournalRecord } from '#functions/ports/entities/books.ts';
import type { AccountCheckpoint } from '#functions/ports/entities/checkpoints.ts';
import { entryHash } from '#functions/domain/ledger/posting.ts';
import { person, type Break, type Proposal } from '#functions/domain/reconciliation/break.ts';
import { deltasOf, differenceOf, sumOfLegs } from './deltas-of.ts';

type Amounts = Readonly<Record<string, number>>;

/**
 * One account as it was read: its balance, its entries in order, all or those after a checkpoint, and the records that
 * they name.
 */
export type Account = {
  readonly ownerId: LedgerOwner;
  readonly sequence: number;
  readonly lastHash: string;
  readonly balance: Amounts;
  readonly entries: readonly Entry[];
  readonly records: ReadonlyMap<string, JournalRecord>;
  readonly updatedAtMs: number;
  readonly base?: AccountCheckpoint | undefined;
};

/** The reliable facts of an account, derived from its entries and records. */
export type AccountFindings = {
  readonly breaks: readonly Break[];
  /** The balance that the entries and their records fold to. */
  readonly believed: Amounts;
  /** False when entries are gone: then neither the balance nor what happened can be derived. */
  readonly isWhole: boolean;
  /** The changes of each record, by journal id. */
  readonly happened: ReadonlyMap<string, Amounts>;
};

/**
 * Compares an account with its entries, and the entries with the journal. Each manipulation is reported once: breaks
 * that follow from it (a cut chain or a balance behind a rewritten entry) are left out.
 */
export function checkAccount(account: Account): AccountFindings {
  const { ownerId, balance, records } = account;
  const breaks: Break[] = [];
  const report = (
    kind: Break['class'],
    subject: string,
    cents: number,
    atMs: number,
    evidence: Break['evidence'],
    proposal: Proposal,
  ): void => void breaks.push({ part: 'internal', class: kind, subject, ownerId, cents, atMs, evidence, proposal });

  const happened = new Map<string, Amounts>();
  let believed: Amounts = account.base?.after ?? {};
  let previous: Pick<Entry, 'sequence' | 'hash'> | undefined = account.base;
  let isPreviousSound = true;
  let isWhole = true;
  const own = account.entries.filter(({ sequence }) => sequence <= account.sequence);
  for (const entry of own) {
    const { sequence, journalId, atMs } = entry;
    const subject = `${ownerId}#${sequence}`;
    const expected = (previous?.sequence ?? 0) + 1;
    if (sequence !== expected) {
      const before = minusAll(entry.after, entry.deltas);
      const evidence = { from: expected, to: sequence - 1 };
      report('GAP', `${ownerId}#${expected}`, differenceOf(believed, before), atMs, evidence, restoreFromBackup);
      believed = before;
      isWhole = false;
      isPreviousSound = false;
    }
    const record = records.get(journalId);
    const { hash, ...content } = entry;
    const isIntact = hash === entryHash(content);
    const legs = record && readLegs(record, ownerId);
    let isSound = isIntact;
    if (!isIntact) {
      const should = plusAll(believed, legs ?? entry.deltas);
      const cents = differenceOf(entry.after, should) || differenceOf(entry.deltas, legs ?? entry.deltas);
      report('HASH', subject, cents, atMs, { journalId }, restoreFromBackup);
    } else if (isPreviousSound && entry.previousHash !== (previous?.hash ?? '')) {
      isSound = false;
      report('HASH', subject, 0, atMs, { journalId, link: sequence - 1 }, restoreFromBackup);
    }
    if (record === undefined) {
      report('GAP', journalId, 0, atMs, { sequence, record: journalId }, restoreFromBackup);
    } else if (legs === undefined || sumOfLegs(record) !== 0) {
      // The record as a whole is wrong: reported once, for the first account with an entry of it.
      report('UNBALANCED', journalId, sumOfLegs(record), record.atMs, { kind: record.kind }, restoreFromBackup);
    } else if (isIntact && differenceOf(legs, entry.deltas) !== 0) {
      const cents = differenceOf(legs, entry.deltas);
      report('LEGS', journalId, cents, record.atMs, { kind: record.kind, sequence }, restoreFromBackup);
      isSound = false;
    }
    const deltas = !isIntact && legs !== undefined ? legs : entry.deltas;
    believed = plusAll(believed, deltas);
    if (isSound && differenceOf(entry.after, believed) !== 0) {
      const cents = differenceOf(entry.after, believed);
      report('PROJECTION', subject, cents, atMs, { journalId }, restoreFromBackup);
      isSound = false;
    }
    happened.set(journalId, deltas);
    previous = entry;
    isPreviousSound = isSound;
  }

  const beyond = account.entries.filter(({ sequence }) => sequence > account.sequence);
  const [extra] = beyond;
  const nextSequence = (previous?.sequence ?? 0) + 1;
  if (nextSequence <= account.sequence) {
    const evidence = { from: nextSequence, to: account.sequence };
    const cents = differenceOf(balance, believed);
    report('GAP', `${ownerId}#${nextSequence}`, cents, account.updatedAtMs, evidence, restoreFromBackup);
    isWhole = false;
  } else if (extra) {
    const evidence = { journalId: extra.journalId, entries: beyond.length, sequence: account.sequence };
    const cents = differenceOf(beyond.at(-1)?.after ?? {}, balance);
    report('UNEXPLAINED', `${ownerId}#${extra.sequence}`, cents, extra.atMs, evidence, restoreFromBackup);
    isWhole = false;
  } else {
    const cents = differenceOf(balance, believed);
    const restore = person(`bring the balance to what its entries fold to: ${words(believed)}`);
    if (cents !== 0)
      report(
        'PROJECTION',
        ownerId,
        cents,
        account.updatedAtMs,
        { is: words(balance), folds: words(believed) },
        restore,
      );
    if (isPreviousSound && account.lastHash !== (previous?.hash ?? ''))
      report('HASH', `${ownerId}#head`, 0, account.updatedAtMs, { sequence: account.sequence }, restoreFromBackup);
  }
  return { breaks, believed, isWhole, happened };
}

const restoreFromBackup = person('find out who wrote to the table, and restore the item from the point-in-time backup');

function readLegs(record: JournalRecord, ownerId: LedgerOwner): Amounts | undefined {
  try {
    return deltasOf(record, ownerId);
  } catch {
    // An account that is not of the chart.
    return undefined;
  }
}

function plusAll(a: Amounts, b: Amounts): Amounts {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries([...names].map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]));
}

function minusAll(a: Amounts, b: Amounts): Amounts {
  return plusAll(a, Object.fromEntries(Object.entries(b).map(([name, amount]) => [name, -amount])));
}

function words(amounts: Amounts): string {
  return Object.entries(amounts)
    .map(([name, amount]) => `${name} ${amount}`)
    .join(', ');
}
