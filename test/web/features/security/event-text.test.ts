import { expect, it } from 'vitest';
import { eventText } from '#web/features/security/event-text.ts';

it.each([
  ['factor-changed', { change: 'passkey-on', name: 'Work laptop' }, 'Passkey added: Work laptop'],
  ['factor-changed', { change: 'totp-off' }, 'Authenticator app removed'],
  ['factor-changed', { change: 'recovery-code-used' }, 'Recovery code used'],
  ['factor-changed', { change: 'something newer' }, 'App, passkeys or recovery codes changed'],
  ['sign-in', { by: 'recovery-code', device: 'Chrome on Linux' }, 'Signed in with a recovery code on Chrome on Linux'],
  ['sign-in', {}, 'Signed in'],
  ['factor-reset', { status: 'canceled' }, 'Removal of app, passkeys and recovery codes canceled'],
  ['lock', { isLocked: true }, 'Everything locked'],
] as const)('%s with %j reads as a sentence of its own', (kind, details, words) => {
  expect(eventText(kind, details)).toBe(words);
});
