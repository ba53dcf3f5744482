import type { Id } from '#shared/ids.ts';
import type { Entry } from '#functions/ports/entities/books.ts';
import { entryHash } from '#functions/domain/ledger/posting.ts';
import { person, type Break } from '#functions/domain/reconciliation/break.ts';
import type { Books } from './read-books.ts';

/** The kind and cause that a record's id implies. The id is part of the hash of its entries. */
type Named = { readonly kind: string | undefined; readonly cause: string | undefined };

/**
 * Checks that a record agrees with its own id and its entries about kind, cause and time. None of these moves money,
 * but statistics and statements depend on them.
 */
export function checkRecordNames(books: Books): readonly Break[] {
  const breaks: Break[] = [];
  for (const entries of books.entries.values()) {
    for (const entry of entries) {
      const record = books.records.get(entry.journalId);
      if (record === undefined) continue;
      const { kind, cause } = namedBy(entry.journalId, books.operations);
      const evidence: Record<string, string> = {};
      if (kind !== undefined && record.kind !== kind) evidence['kind'] = `${record.kind}, must be ${kind}`;
      if (cause !== undefined && record.cause !== cause) evidence['cause'] = `${record.cause}, must be ${cause}`;
      if (record.atMs !== entry.atMs && isIntact(entry))
        evidence['atMs'] = `${record.atMs}, its entry says ${entry.atMs}`;
      if (Object.keys(evidence).length === 0) continue;
      breaks.push({
        part: 'internal',
        class: 'LEGS',
        subject: entry.journalId,
        ownerId: books.user.userId,
        cents: 0,
        atMs: entry.atMs,
        evidence,
        proposal: person('find out who wrote to the table, and restore the record from the point-in-time backup'),
      });
    }
  }
  return breaks;
}

function namedBy(journalId: string, operations: Books['operations']): Named {
  if (journalId.endsWith(':emptied')) return { kind: 'card_emptied', cause: journalId.slice(0, -':emptied'.length) };
  if (journalId.endsWith(':unclaimed')) return { kind: 'unclaimed', cause: journalId.slice(0, -':unclaimed'.length) };
  const [, person, closing] = closingName.exec(journalId) ?? [];
  if (person !== undefined) return { kind: `account_${closing}`, cause: person };
  const [subject = '', second = '', ...rest] = journalId.split(':');
  switch (subject.split('_')[0]) {
    case 'op': {
      if (second === 'bonus') return { kind: 'referral_bonus', cause: subject };
      const operation = operations.get(subject as Id<'operation'>);
      return { kind: operation && `${operation.kind}_${second}`, cause: subject };
    }
    case 'dep':
      return { kind: depositKind(rest[0] ?? ''), cause: subject };
    case 'crd':
      return { kind: `card_${second}`, cause: rest.join(':') };
    case 'usr':
      return { kind: rest[0] === 'earned' ? 'referral_reward_earned' : 'referral_reward_taken_back', cause: undefined };
    case 'mov':
      return { kind: 'referral_payout', cause: subject };
    default:
      return { kind: undefined, cause: undefined };
  }
}

/** The ids of the records that close an account and open it again: `usr_…:7:closed`. */
const closingName = /^(usr_\w+):\d+:(closed|returned)$/;

function depositKind(what: string): string | undefined {
  if (['frozen', 'unfrozen', 'surplus', 'refused'].includes(what)) return `deposit_${what}`;
  const [, from, to] = /^(\d+)-(\d+)$/.exec(what) ?? [];
  if (from === undefined) return undefined;
  return Number(to) > Number(from) ? 'deposit_credited' : 'deposit_taken_back';
}

/** False for a rewritten entry: it is reported by itself and proves nothing about its record. */
function isIntact({ hash, ...content }: Entry): boolean {
  return entryHash(content) === hash;
}
