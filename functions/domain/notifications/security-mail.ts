import type { AuditKind } from '#shared/contract/audit.ts';
import { AppError } from '#shared/errors.ts';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { AuditRecord, AuditWords } from '#functions/ports/entities/audit.ts';
import type { Notification } from '#functions/ports/entities/notifications.ts';
import type { Mail } from '#functions/ports/mailer.ts';
import type { Services } from '#functions/ports/services.ts';
import { WriteConflict } from '#functions/ports/store.ts';
import { hourMs } from '#functions/domain/durations.ts';
import { returnUntilOf } from '#functions/domain/closing/return-until.ts';
import { factorsOf, isProtected, recoveryCodesLeft } from '#functions/domain/auth/factors/factors-of.ts';
import { isLost } from '#functions/domain/auth/email-changes.ts';
import { takeOne, type Quota } from '#functions/domain/auth/quota.ts';
import { accountClosedMail } from '#functions/domain/mails/account-closed-mail.ts';
import { accountLockMail } from '#functions/domain/mails/account-lock-mail.ts';
import { accountReturnedMail } from '#functions/domain/mails/account-returned-mail.ts';
import { addressRestoredMail } from '#functions/domain/mails/address-undo-mails.ts';
import { factorMail, type FactorChange } from '#functions/domain/mails/factor-mail.ts';
import { newSignInMail } from '#functions/domain/mails/new-sign-in-mail.ts';
import { passwordChangedMail } from '#functions/domain/mails/password-changed-mail.ts';
import { recoveryCodeUsedMail } from '#functions/domain/mails/recovery-code-used-mail.ts';
import type { MailContent } from '#functions/domain/mails/render-mail.ts';
import { sessionAlarmMail } from '#functions/domain/mails/session-alarm-mail.ts';
import { sessionGuessedMail } from '#functions/domain/mails/session-guessed-mail.ts';
import { accountReactivatedMail, accountSuspendedMail } from '#functions/domain/mails/suspension-mails.ts';
import { twoFactorMail } from '#functions/domain/mails/two-factor-mail.ts';
import type { MailedChange } from './security-words.ts';
import { failureName } from '#functions/domain/failure-text.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'settings'>;

/**
 * Returns the mail about a change of an account's security, from its audit record; undefined for a sign-in beyond this
 * hour's ten, and for a closing whose owner has returned. Goes to the address that the account had at the change: a
 * thief may have changed it since.
 */
export async function securityMail(
  needs: Needs,
  user: User,
  { mailTries, audited }: Pick<Notification, 'mailTries'> & { readonly audited: NonNullable<Notification['audited']> },
): Promise<Omit<Mail, 'mailId'> | undefined> {
  const { store, settings } = needs;
  const { userId, firstname, emailChanges = [] } = user;
  const key = { subjectId: userId, auditId: audited.auditId };
  const [record, words] = await store.getBoth({ kind: 'audit', key }, { kind: 'auditWords', key });
  if (record === undefined) throw new Error(`${audited.auditId} is not there`);
  const { action, atMs } = record;
  // Only the first try counts.
  if (action === 'sign-in' && !audited.isOfCode && mailTries === 1 && !(await mayMail(needs, user))) return undefined;
  if (action === 'account-closed' && user.closedAtMs === undefined) return undefined;
  const about = { siteUrl: settings.siteUrl, firstname, atMs };
  // After an undo that is the restored address: who took the account away may have the other one.
  const to = emailChanges.find((change) => change.atMs > atMs && !isLost(change))?.email ?? user.email;
  if (audited.isOfCode) {
    return { to, ...recoveryCodeUsedMail({ ...about, left: recoveryCodesLeft(await factorsOf(needs, userId)) }) };
  }
  const content = (contents as Partial<Record<AuditKind, (typeof contents)[MailedChange]>>)[action];
  if (content === undefined) throw new Error(`there is no mail about ${action}`);
  return { to, ...content(about, { user, record, words }) };
}

type About = { readonly siteUrl: string; readonly firstname: string; readonly atMs: number };

type Facts = {
  readonly user: User;
  readonly record: AuditRecord;
  readonly words: AuditWords | undefined;
};

/** Makes the mail about each change. One that is missing here does not compile. */
const contents: Readonly<Record<MailedChange, (about: About, facts: Facts) => MailContent>> = {
  'sign-in': (about, { record }) => newSignInMail({ ...about, device: String(record.after['device']) }),
  'session-ended': (about, { record }) =>
    record.after['why'] === 'token-reused' ? sessionAlarmMail(about) : sessionGuessedMail(about),
  'password-changed': (about, { record }) =>
    passwordChangedMail({ ...about, by: record.after['by'] === 'reset' ? 'reset' : 'settings' }),
  'factor-changed': (about, { record, words }) =>
    factorMail({ ...about, change: record.after['change'] as FactorChange, name: words?.after['name'] }),
  'two-factor': (about, { user, record: { actorId, subjectId, after } }) =>
    twoFactorMail({
      ...about,
      isEnabled: after['isTwoFactorEnabled'] === true,
      by: actorId === subjectId ? 'owner' : 'admin',
      isReplaced: isProtected(user),
    }),
  lock: (about) => accountLockMail({ ...about, isLocked: true }),
  unlock: (about) => accountLockMail({ ...about, isLocked: false }),
  suspend: (about, { words }) => accountSuspendedMail({ ...about, reasonForUser: words?.after['reasonForUser'] }),
  activate: accountReactivatedMail,
  'account-closed': (about, { user, record }) =>
    accountClosedMail({
      ...about,
      waivedCents: cents(Number(record.after['waivedCents'])),
      returnUntilMs: returnUntilOf({ closedAtMs: user.closedAtMs ?? about.atMs }),
    }),
  'account-returned': accountReturnedMail,
  'email-change-undone': addressRestoredMail,
  'restore-address': addressRestoredMail,
};

/** Returns false once this hour's ten mails about sign-ins are used up: more would say nothing new. */
async function mayMail(needs: Needs, { userId }: User): Promise<boolean> {
  const quota: Quota = { counterId: `new-sign-in:${userId}`, max: 10, windowMs: hourMs };
  try {
    await takeOne(needs, [quota]);
    return true;
  } catch (thrown) {
    if (thrown instanceof AppError) return false;
    // The counter is crowded: a mail too many is better than none.
    if (thrown instanceof WriteConflict) return true;
    needs.log.error('sign-in not counted', { userId, error: failureName(thrown) });
    return true;
  }
}
