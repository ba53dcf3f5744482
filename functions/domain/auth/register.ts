import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, type Write } from '#functions/ports/store.ts';
import { searchTermWrites } from '#functions/domain/admin/search-terms.ts';
import { addressTakenMail } from '#functions/domain/mails/address-taken-mail.ts';
import type { MailContent } from '#functions/domain/mails/render-mail.ts';
import { verificationMail } from '#functions/domain/mails/verification-mail.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { commitAnew } from './commit-anew.ts';
import { countMail, mailCounterId, newVerification } from './email-verification.ts';
import { networkQuotas } from './network-quotas.ts';
import { newWallet } from './new-wallet.ts';
import { normaliseEmail } from './normalise-email.ts';
import { takeOne } from './quota.ts';
import { refuseCommonPassword } from './refuse-common-password.ts';
import { sendMail } from './send-mail.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/** Who signs up. */
export type Applicant = {
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly password: string;
  readonly referredBy: string | undefined;
  readonly clientAddress: string;
};

/**
 * Opens an account and mails its verification link. When the address is taken nothing changes and its owner gets a
 * mail that says so. Both ways end alike and do the same work: a password is hashed, the same reads are made, one
 * transaction is written and one mail is sent, so nobody learns who has an account.
 *
 * Throws AppError ValidationFailed for a common password, and TooManyRequests when a network signs up too many.
 */
export async function register(needs: Needs, applicant: Applicant): Promise<void> {
  const { store, keys, clock, random } = needs;
  refuseCommonPassword(applicant.password, 'password');
  await takeOne(needs, await networkQuotas(needs, 'registration', applicant.clientAddress));
  const email = applicant.email.trim();
  const [emailHash, passwordHash] = await Promise.all([
    keys.emailHash(normaliseEmail(email)),
    keys.hashPassword(applicant.password),
  ]);
  const outcome = await withRetries(needs, async () => {
    const owner = await store.get('emailOwner', { emailHash });
    const nowMs = clock.now();
    const userId = owner?.userId ?? random.id('user', nowMs);
    const [user, seen] = await store.getBoth(
      { kind: 'user', key: { userId } },
      { kind: 'rateCounter', key: { counterId: mailCounterId(userId) } },
    );
    const plan =
      user === undefined
        ? await planAccount(needs, { ...applicant, email, userId, emailHash, passwordHash }, nowMs)
        : await planNotice(needs, user, seen);
    // Two people who sign up with one address at once: the slower one finds it taken on the next round.
    if (plan !== undefined) await commitAnew(store, plan.writes);
    return plan;
  });
  if (outcome === undefined) return;
  await sendMail(needs, outcome.to, outcome.mail, { mail: outcome.name, userId: outcome.userId });
}

/** What is written, and the mail that follows. */
type Plan = {
  readonly writes: readonly Write[];
  readonly userId: Id<'user'>;
  readonly to: string;
  readonly name: string;
  readonly mail: MailContent;
};

type NewAccount = Applicant & Pick<User, 'userId' | 'passwordHash'> & { readonly emailHash: string };

async function planAccount(needs: Needs, account: NewAccount, nowMs: number): Promise<Plan> {
  const { settings } = needs;
  const { userId, email, firstname, emailHash } = account;
  const verification = await newVerification(needs, { userId, email });
  const count = countMail(userId, undefined, nowMs);
  return {
    writes: [
      insert('emailOwner', { emailHash, userId }),
      insert('user', newUser(account, nowMs)),
      insert('wallet', newWallet(userId, nowMs)),
      ...searchTermWrites(undefined, account),
      verification.write,
      ...(count === undefined ? [] : [count]),
    ],
    userId,
    to: email,
    name: 'verification',
    mail: verificationMail({ siteUrl: settings.siteUrl, firstname, code: verification.code }),
  };
}

/** Undefined when the owner has had enough of these mails for an hour. */
async function planNotice(needs: Needs, user: User, seen: Parameters<typeof countMail>[1]): Promise<Plan | undefined> {
  const { clock, settings } = needs;
  const { userId, email, firstname } = user;
  const count = countMail(userId, seen, clock.now());
  if (count === undefined) return undefined;
  const verification = await newVerification(needs, user);
  const isOpen = user.isVerified;
  return {
    writes: isOpen ? [count] : [count, verification.write],
    userId,
    to: email,
    name: 'address-taken',
    mail: addressTakenMail({ siteUrl: settings.siteUrl, firstname, code: isOpen ? undefined : verification.code }),
  };
}

function newUser(account: NewAccount, nowMs: number): User {
  const { userId, email, emailHash, firstname, lastname, passwordHash, referredBy } = account;
  return {
    userId,
    email,
    emailHash,
    firstname: firstname.trim(),
    lastname: lastname.trim(),
    role: 'user',
    passwordHash,
    isVerified: false,
    isTwoFactorEnabled: false,
    isSuspended: false,
    holderId: undefined,
    sessionGeneration: 1,
    // Bound for good, whoever it names: it is judged once, at verification.
    referredBy: referredBy === undefined || referredBy.trim() === '' ? undefined : referredBy.trim(),
    referral: undefined,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  };
}
