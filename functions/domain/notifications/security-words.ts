import type { AuditKind } from '#shared/contract/audit.ts';
import type { NotificationWords } from './notification-words.ts';

/** Text for the use of a recovery code, whose records are of a sign-in or of a change of factors. */
export const recoveryCodeUsed: NotificationWords = {
  title: 'Recovery code used',
  body: 'One of the recovery codes of your account was used.',
};

const words = {
  'sign-in': { title: 'New sign-in', body: 'A device that we don’t know signed in to your account.' },
  'session-ended': {
    title: 'A session was ended',
    body: 'An old sign-in was used again, or a code was wrong five times, so we ended that session.',
  },
  'password-changed': { title: 'Password changed', body: 'The password of your account was changed.' },
  'email-changed': { title: 'Email changed', body: 'The email address of your account was changed.' },
  'email-change-undone': { title: 'Email restored', body: 'The change of your email address was undone.' },
  'factor-changed': {
    title: 'Sign-in methods changed',
    body: 'An authenticator app, a passkey or the recovery codes were changed.',
  },
  'factor-reset': {
    title: 'Reset of sign-in methods',
    body: 'The removal of your app, passkeys and recovery codes was ordered, canceled or carried out.',
  },
  'two-factor': { title: 'Email codes changed', body: 'Sign-in codes by email were switched on or off.' },
  lock: { title: 'Account locked', body: 'Your account was locked, and all your cards are frozen.' },
  unlock: { title: 'Account unlocked', body: 'Your account was unlocked.' },
  suspend: { title: 'Account suspended', body: 'Our team suspended your account, and all your cards are frozen.' },
  activate: { title: 'Account active again', body: 'Our team ended the suspension of your account.' },
  'account-closed': { title: 'Account closed', body: 'Your account was closed, and every device signed out.' },
  'account-returned': {
    title: 'Your account stays open',
    body: 'You signed in, so your closed account is open again and nothing will be erased.',
  },
  'restore-address': { title: 'Email restored', body: 'Our team restored an earlier email address of your account.' },
} as const satisfies Partial<Record<AuditKind, NotificationWords>>;

const sentByTheirJob = ['email-changed', 'factor-reset'] as const satisfies readonly (keyof typeof words)[];

/** Texts for changes of the account's security, by the action of the audit record. */
export const securityWords: Readonly<Partial<Record<AuditKind, NotificationWords>>> = words;

/** Changes whose mails hold a link that `remind-people` makes. */
export const mailedElsewhere: ReadonlySet<AuditKind> = new Set(sentByTheirJob);

/** A change whose mail is made from its audit record. */
export type MailedChange = Exclude<keyof typeof words, (typeof sentByTheirJob)[number]>;
