import type { ReplyOf } from '#shared/contract/index.ts';
import { csvOf } from '#shared/csv.ts';

/** A record of the audit log. */
export type AuditEntry = ReplyOf<'admin.audit'>[number];

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
  'staff-role': 'Staff role changed',
  'referral-terms': 'Referral terms changed',
  'person-read': 'User file opened',
  'propose-deposit-decision': 'Deposit decision proposed',
  'decide-deposit': 'Deposit decided',
  'decide-operation': 'Operation decided',
};

/** The end of an id, which tells one from another: `…4X2Z9K`. */
export function shortId(id: string): string {
  return id.startsWith('usr_') ? `…${id.slice(-6)}` : id;
}

/** The changes in a record: `isSuspended: false → true`. Empty when there were none. */
export function changesText({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names
    .map((name) => {
      const [was, is] = [before[name], after[name]];
      if (was === undefined || is === undefined) return `${name}: ${String(is ?? was)}`;
      return was === is ? `${name}: ${String(is)}` : `${name}: ${String(was)} → ${String(is)}`;
    })
    .join(', ');
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
    changesText({ before: entry.before, after: {} }),
    changesText({ before: {}, after: entry.after }),
    entry.requestId ?? '',
    entry._id,
  ]);
  return csvOf(head, cells);
}
