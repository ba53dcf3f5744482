import type { ReplyOf } from '#shared/contract/index.ts';

type SecurityEvent = ReplyOf<'user.security-log'>[number];

const names: Readonly<Record<SecurityEvent['kind'], string>> = {
  'sign-in': 'Signed in',
  'session-ended': 'Signed out',
  'password-changed': 'Password changed',
  'email-changed': 'Email changed',
  'email-change-undone': 'Email change undone',
  'factor-changed': 'App, passkeys or recovery codes changed',
  'factor-reset': 'Removal of app, passkeys and recovery codes',
  'two-factor': 'Codes by email switched',
  lock: 'Everything locked',
  unlock: 'Everything unlocked',
  'card-reveal': 'Card details shown',
  suspend: 'Account suspended',
  activate: 'Account active again',
  'restore-address': 'Email address restored',
  'account-closed': 'Account closed',
  'data-export': 'Copy of your data asked for',
  'terms-accepted': 'New terms accepted',
  'account-returned': 'Account opened again by signing in',
};

/** Words for each change of a factor, by the value in the record. */
const changes: Readonly<Record<string, string>> = {
  'totp-on': 'Authenticator app added',
  'totp-off': 'Authenticator app removed',
  'passkey-on': 'Passkey added',
  'passkey-off': 'Passkey removed',
  'passkey-renamed': 'Passkey renamed',
  'recovery-codes': 'New recovery codes made',
  'recovery-code-used': 'Recovery code used',
};

const ways: Readonly<Record<string, string>> = {
  'app-code': 'with a code from the app',
  'email-code': 'with a code by email',
  'recovery-code': 'with a recovery code',
  passkey: 'with a passkey',
};

/** Words an event of the security log: what changed, and how. */
export function eventText(kind: SecurityEvent['kind'], details: SecurityEvent['details']): string {
  const of = (field: string): string => String(details[field] ?? '');
  if (kind === 'factor-reset') return `${names[kind]} ${of('status')}`;
  if (kind === 'factor-changed') {
    const change = changes[of('change')] ?? names[kind];
    return of('name') === '' ? change : `${change}: ${of('name')}`;
  }
  if (kind === 'sign-in') {
    return [names[kind], ways[of('by')], of('device') && `on ${of('device')}`].filter(Boolean).join(' ');
  }
  return names[kind];
}
