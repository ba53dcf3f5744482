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
  'case-answer': 'Case answered',
  'case-close': 'Case closed',
  'propose-adjustment': 'Adjustment proposed',
  'approve-adjustment': 'Adjustment approved',
  'reject-adjustment': 'Adjustment rejected',
  'expire-adjustment': 'Adjustment expired',
  'break-opened': 'Break opened',
  'break-reopened': 'Break opened again',
  'break-taken': 'Break taken',
  'break-closed': 'Break closed',
  redrive: 'Messages given back',
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
  note: 'Note',
  'propose-deposit-decision': 'Deposit decision proposed',
  'decide-deposit': 'Deposit decided',
  'propose-operation-decision': 'Operation decision proposed',
  'decide-operation': 'Operation decided',
  'ask-operation': 'Operation asked about',
};

/** The end of an id, which distinguishes it from others: `…4X2Z9K`. */
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
