import { cents } from '#shared/money.ts';
import { accountClosedMail } from '#functions/domain/mails/account-closed-mail.ts';
import { accountReturnedMail } from '#functions/domain/mails/account-returned-mail.ts';
import { accountLockMail } from '#functions/domain/mails/account-lock-mail.ts';
import { accountReactivatedMail, accountSuspendedMail } from '#functions/domain/mails/suspension-mails.ts';
import { addressGoneMail, addressRestoredMail } from '#functions/domain/mails/address-undo-mails.ts';
import { addressReservedMail } from '#functions/domain/mails/address-reserved-mail.ts';
import { addressTakenMail } from '#functions/domain/mails/address-taken-mail.ts';
import { dataExportMail } from '#functions/domain/mails/data-export-mail.ts';
import { debtMail } from '#functions/domain/mails/debt-mail.ts';
import { emailChangeCodeMail } from '#functions/domain/mails/email-change-code-mail.ts';
import { emailChangedMail } from '#functions/domain/mails/email-changed-mail.ts';
import { factorResetMail, factorsKeptMail, factorsRemovedMail } from '#functions/domain/mails/factor-reset-mails.ts';
import { factorMail } from '#functions/domain/mails/factor-mail.ts';
import { newAddressTakenMail } from '#functions/domain/mails/new-address-taken-mail.ts';
import { newSignInMail } from '#functions/domain/mails/new-sign-in-mail.ts';
import { notificationMail } from '#functions/domain/mails/notification-mail.ts';
import { passwordChangedMail } from '#functions/domain/mails/password-changed-mail.ts';
import { recoveryCodeUsedMail } from '#functions/domain/mails/recovery-code-used-mail.ts';
import type { MailContent } from '#functions/domain/mails/render-mail.ts';
import { resetLinkMail } from '#functions/domain/mails/reset-link-mail.ts';
import { sessionGuessedMail } from '#functions/domain/mails/session-guessed-mail.ts';
import { sessionAlarmMail } from '#functions/domain/mails/session-alarm-mail.ts';
import { signInCodeMail } from '#functions/domain/mails/sign-in-code-mail.ts';
import { twoFactorMail } from '#functions/domain/mails/two-factor-mail.ts';
import { verificationMail } from '#functions/domain/mails/verification-mail.ts';

const about = { siteUrl: 'https://satchel.example', firstname: 'Ada' };
const code = 'Zm9yLXRoZS1wcmV2aWV3LW9ubHktbm90LWEtY29kZSE';

const atMs = Date.UTC(2026, 0, 15, 9, 30);
const digits = '493027';

const purchase = {
  kind: 'purchase',
  title: '$12.00 at Blue Bottle',
  body: 'Paid with Travel •••• 4444. $31.10 is left on it.',
  link: '/cards/crd_01JQ5VA1C9E5G7J1M3P5R7T9VB',
  createdAtMs: atMs,
} as const;
const decline = {
  ...purchase,
  kind: 'decline',
  title: 'Declined: $12.00 at Blue Bottle',
  body: 'Travel •••• 4444. Not enough money on the card. Load the card and try again.',
} as const;

/** Every mail that the product sends, each wording once. */
export const sampleMails: Readonly<Record<string, MailContent>> = {
  verification: verificationMail({ ...about, code }),
  'verification-of-two': verificationMail({ ...about, code, signedUpAtMs: atMs }),
  'address-taken': addressTakenMail(about),
  'session-alarm': sessionAlarmMail({ ...about, atMs }),
  'new-sign-in': newSignInMail({ ...about, atMs, device: 'Chrome on Android' }),
  'sign-in-code': signInCodeMail({ ...about, atMs, code: digits }),
  'reset-link': resetLinkMail({ ...about, code, expiresAtMs: atMs + 60 * 60_000 }),
  'password-changed': passwordChangedMail({ ...about, atMs, by: 'settings' }),
  'password-reset': passwordChangedMail({ ...about, atMs, by: 'reset' }),
  'email-change-code': emailChangeCodeMail({ ...about, code: digits }),
  'email-changed': emailChangedMail({ ...about, atMs, undoToken: code }),
  'address-restored': addressRestoredMail({ ...about, atMs }),
  'address-gone': addressGoneMail({ ...about, atMs }),
  'address-reserved': addressReservedMail(about),
  'new-address-taken': newAddressTakenMail(about),
  'two-factor-on': twoFactorMail({ ...about, atMs, isEnabled: true, by: 'owner', isReplaced: false }),
  'two-factor-on-by-admin': twoFactorMail({ ...about, atMs, isEnabled: true, by: 'admin', isReplaced: false }),
  'two-factor-off': twoFactorMail({ ...about, atMs, isEnabled: false, by: 'owner', isReplaced: false }),
  'two-factor-off-by-admin': twoFactorMail({ ...about, atMs, isEnabled: false, by: 'admin', isReplaced: false }),
  'two-factor-replaced': twoFactorMail({ ...about, atMs, isEnabled: false, by: 'owner', isReplaced: true }),
  'totp-on': factorMail({ ...about, atMs, change: 'totp-on', name: undefined }),
  'totp-off': factorMail({ ...about, atMs, change: 'totp-off', name: undefined }),
  'passkey-on': factorMail({ ...about, atMs, change: 'passkey-on', name: 'Work laptop' }),
  'passkey-off': factorMail({ ...about, atMs, change: 'passkey-off', name: undefined }),
  'recovery-codes': factorMail({ ...about, atMs, change: 'recovery-codes', name: undefined }),
  purchase: notificationMail({ ...about, notifications: [purchase], freezeToken: code }),
  decline: notificationMail({ ...about, notifications: [decline] }),
  'twenty-five-declines': notificationMail({
    ...about,
    notifications: [decline, ...Array.from({ length: 24 }, () => ({ ...decline, createdAtMs: atMs + 60_000 }))],
  }),
  'factor-reset': factorResetMail({ ...about, executesAtMs: atMs, cancelToken: code }),
  'recovery-code-used': recoveryCodeUsedMail({ ...about, atMs, left: 9 }),
  'session-guessed': sessionGuessedMail({ ...about, atMs }),
  'factors-kept': factorsKeptMail({ ...about, atMs }),
  'factors-removed': factorsRemovedMail({ ...about, atMs }),
  'account-locked': accountLockMail({ ...about, atMs, isLocked: true }),
  'account-unlocked': accountLockMail({ ...about, atMs, isLocked: false }),
  'account-suspended': accountSuspendedMail({ ...about, atMs, reasonForUser: 'Two charges were disputed.' }),
  'account-suspended-without-reason': accountSuspendedMail({ ...about, atMs, reasonForUser: undefined }),
  'account-reactivated': accountReactivatedMail({ ...about, atMs }),
  'account-closed': accountClosedMail({ ...about, waivedCents: cents(340), returnUntilMs: atMs }),
  'account-returned': accountReturnedMail({ ...about, atMs }),
  'data-export': dataExportMail({ ...about, token: code, expiresAtMs: atMs }),
  debt: debtMail({ ...about, debtCents: cents(96_800) }),
};
