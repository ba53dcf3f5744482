import type { ReplyOf } from '#shared/contract/index.ts';
import { csvOf } from '#shared/csv.ts';
import { capitalized } from '#web/features/desk/desk-words.ts';
import { beginText, switchWords, type SwitchName } from '#web/features/steering/settings-words.ts';
import { moneyText } from '#web/ui/money.tsx';

/** A record of the audit log. */
export type AuditEntry = ReplyOf<'admin.audit'>[number];

/** Someone, or something, that a record can be about or by. */
export type Party = { readonly id: string; readonly name: string };

/** Returns the party that the typed words mean: by id or whole name, else the only one found. */
export function partyOf(words: string, found: readonly Party[]): Party | undefined {
  const typed = words.trim().toLowerCase();
  const exact = found.find(({ id, name }) => id.toLowerCase() === typed || name.toLowerCase() === typed);
  return exact ?? (found.length === 1 ? found[0] : undefined);
}

/** The hint below the field: the party that Enter chooses, or the names of those found. */
export function partyHint(words: string, found: readonly Party[]): string {
  const party = partyOf(words, found);
  if (words.trim() === '' || (party === undefined && found.length === 0))
    return 'Email, name, TID or last four digits.';
  return party === undefined
    ? `${found.map(({ name }) => name).join(', ')}. Type more to choose one.`
    : `Press Enter for ${party.name}.`;
}

/** Kinds of records with their names. */
export const kindNames: Readonly<Record<AuditEntry['kind'], string>> = {
  'sign-in': 'Signed in',
  'session-ended': 'Session ended',
  'password-changed': 'Password changed',
  'email-changed': 'Email changed',
  'email-change-undone': 'Email change undone',
  'factor-changed': 'Sign-in factor changed',
  'factor-reset': 'Factor reset',
  'two-factor': 'Email codes switched',
  lock: 'Account locked',
  unlock: 'Account unlocked',
  'card-reveal': 'Card details shown',
  suspend: 'Account suspended',
  activate: 'Account activated',
  'restore-address': 'Address restored',
  'case-answer': 'Case answered',
  'case-close': 'Case closed',
  'propose-adjustment': 'Adjustment proposed',
  'approve-adjustment': 'Adjustment approved',
  'reject-adjustment': 'Adjustment rejected',
  'expire-adjustment': 'Adjustment expired',
  'propose-treasury': 'Payout or top-up entered',
  'approve-treasury': 'Payout or top-up approved',
  'reject-treasury': 'Payout or top-up rejected',
  'referral-held': 'Referral held',
  'referral-released': 'Referral released',
  'referral-refused': 'Referral refused',
  'break-opened': 'Break opened',
  'break-reopened': 'Break opened again',
  'break-taken': 'Break taken',
  'break-closed': 'Break closed',
  redrive: 'Messages given back',
  'replay-webhook': 'Webhook replayed',
  'ask-deposit': 'Provider asked about a deposit',
  settings: 'Settings changed',
  'account-closed': 'Account closed',
  'data-export': 'Data export asked for',
  'terms-accepted': 'Terms accepted',
  'account-returned': 'Account opened again',
  'account-erased': 'Personal data erased',
  'staff-role': 'Staff role changed',
  'referral-terms': 'Referral terms changed',
  'person-read': 'User file opened',
  'deposit-read': 'Deposit file opened',
  'webhook-read': 'Webhook opened',
  note: 'Note',
  'propose-deposit-decision': 'Deposit decision proposed',
  'decide-deposit': 'Deposit decided',
  'propose-operation-decision': 'Operation decision proposed',
  'decide-operation': 'Operation decided',
  'ask-operation': 'Operation asked about',
  'operation-ended': 'Operation ended',
  'operation-corrected': 'Operation corrected',
};

/** Shortens a user's id to its end, which distinguishes it from others: `…4X2Z9K`. Other ids stay whole. */
export function shortId(id: string): string {
  return id.startsWith('usr_') ? `…${id.slice(-6)}` : id;
}

/** The changes in a record: `Suspended: no → yes, credited: $50.00 → $150.00`. Empty when there were none. */
export function changesText(entry: Changes & Partial<Pick<AuditEntry, 'kind'>>): string {
  const { before, after, kind } = entry;
  const { outcome, ...rest } = after;
  // An operation's outcome is the state that it ended in; a proposal leaves it where it was.
  const isEnd = outcome !== undefined && (kind === 'operation-ended' || kind === 'decide-operation');
  return capitalized(joined(isEnd ? { before, after: { ...rest, state: outcome } } : entry, nameInWords, valueInWords));
}

type Changes = Pick<AuditEntry, 'before' | 'after'>;

/** As `changesText`, with the names and values of the record: `creditedCents: 5000 → 15000`. */
function rawChanges(entry: Changes): string {
  return joined(
    entry,
    (name) => name,
    (_name, value) => String(value),
  );
}

type Value = AuditEntry['after'][string];

function joined(
  { before, after }: Changes,
  nameOf: (name: string) => string,
  valueOf: (name: string, value: Value) => string,
): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names
    .map((name) => {
      const [was, is] = [before[name], after[name]].map((value) =>
        value === undefined ? undefined : valueOf(name, value),
      );
      if (was === undefined || is === undefined || was === is) return `${nameOf(name)}: ${is ?? was ?? ''}`;
      return `${nameOf(name)}: ${was} → ${is}`;
    })
    .join(', ');
}

/** `isNewDevice` as `new device`, `creditedCents` as `credited`, a switch by its name. */
function nameInWords(name: string): string {
  if (isSwitch(name)) return switchWords[name].name.toLowerCase();
  return name
    .replace(/^is(?=[A-Z])/, '')
    .replace(/(?:Cents|AtMs|Ms|Hash)$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
}

/** Values that are no words of their own. */
const outcomeWords = { happened: 'it happened', never: 'it never happened' };
const valueWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  direction: { credit: 'added to the balance', debit: 'taken from the balance' },
  outcome: outcomeWords,
  state: outcomeWords,
};

function valueInWords(name: string, value: Value): string {
  if (typeof value === 'boolean') return isSwitch(name) ? (value ? 'on' : 'off') : value ? 'yes' : 'no';
  if (typeof value === 'string') return textInWords(name, value);
  if (name.endsWith('Cents')) return moneyText(value);
  return name.endsWith('AtMs') ? beginText(new Date(value).toISOString()) : String(value);
}

function textInWords(name: string, value: string): string {
  if (value === '') return 'none';
  // The log holds only the hash of an address, which says nothing to a reader.
  if (name.endsWith('Hash')) return 'changed';
  if (/^[a-z]+(?:[_-][a-z]+)+$/.test(value)) return value.replaceAll(/[_-]/g, ' ');
  // Planned prices and limits are numbered: `2 from 2026-12-01T00:00:00.000Z: …; 3 from …`.
  const numbered = name.endsWith('ToCome') ? value.replaceAll(/(^|; )(?=\d+ from )/g, '$1version ') : value;
  return valueWords[name]?.[value] ?? numbered.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, beginText);
}

function isSwitch(name: string): name is SwitchName {
  return name in switchWords;
}

const head = [
  'Time (UTC)',
  'Kind',
  'Actor',
  'Actor email',
  'Subject',
  'Subject email',
  'About',
  'Reason',
  'Before',
  'After',
  'Request',
  'Record',
];

/** Records as a CSV file. Text that a spreadsheet would run as a formula is defused. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const cells = entries.map((entry) => [
    entry.at.slice(0, 19).replace('T', ' '),
    entry.kind,
    entry.actor,
    entry.actorEmail ?? '',
    entry.subject,
    entry.subjectEmail ?? '',
    entry.about ?? '',
    entry.reason ?? '',
    rawChanges({ before: entry.before, after: {} }),
    rawChanges({ before: {}, after: entry.after }),
    entry.requestId ?? '',
    entry._id,
  ]);
  return csvOf(head, cells);
}
