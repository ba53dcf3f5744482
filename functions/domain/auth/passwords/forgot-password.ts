import type { User } from '#functions/ports/entities/accounts.ts';
import type { PasswordReset } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update } from '#functions/ports/store.ts';
import { resetLinkMail } from '#functions/domain/mails/reset-link-mail.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { networkQuotas } from '#functions/domain/auth/network-quotas.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { takeOne } from '#functions/domain/auth/quota.ts';
import { resetCodeHash } from './reset-code-hash.ts';
import { sendMail } from '#functions/domain/auth/send-mail.ts';
import { waitAgain } from '#functions/domain/auth/unconfirmed-account.ts';
import { hourMs } from '#functions/domain/durations.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

const mailsPerHour = 3;
const codeBytes = 32;

/** Interval at whose multiples a reply leaves, in milliseconds. Longer than finding, storing and mailing take. */
const beatMs = 1_000;

/**
 * Mails a link to choose a new password, if the address has an account or a sign-up waits for it. The previous link
 * stops working.
 *
 * Unknown addresses get no mail, and nobody can distinguish them from known ones: quotas count for both, and the
 * replies to both leave on the same beat, however long the mail took.
 *
 * Throws AppError TooManyRequests after three in an hour for one address, or ten from one network.
 */
export async function forgotPassword(
  needs: Needs,
  asked: { readonly email: string; readonly clientAddress: string },
): Promise<void> {
  const { keys, clock } = needs;
  const startedAtMs = clock.now();
  const emailHash = await keys.emailHash(normaliseEmail(asked.email));
  const ofAddress = { counterId: `password-forgotten:${emailHash}`, max: mailsPerHour, windowMs: hourMs };
  await takeOne(needs, [...(await networkQuotas(needs, 'password-forgotten', asked.clientAddress)), ofAddress]);
  await mailLink(needs, emailHash);
  const spentMs = clock.now() - startedAtMs;
  await clock.sleep(Math.ceil((spentMs + 1) / beatMs) * beatMs - spentMs);
}

async function mailLink(needs: Needs, emailHash: string): Promise<void> {
  const { store, clock, random, settings } = needs;
  const made = await withRetries(needs, async () => {
    const found = await ownerOf(needs, emailHash);
    if (found === undefined) return undefined;
    const { userId, sessionGeneration, signUpEmail } = found;
    const seen = await store.get('passwordReset', { userId });
    const nowMs = clock.now();
    // The code names its owner, so one record per owner is enough: a new record voids the code before.
    const code = `${userId}.${random.token(codeBytes)}`;
    const fresh: Omit<PasswordReset, 'version'> = {
      userId,
      codeHash: await resetCodeHash(needs, code),
      signUpEmail,
      sessionGeneration,
      usedAtMs: undefined,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + hourMs,
    };
    const write =
      seen === undefined ? insert('passwordReset', { ...fresh, version: 1 }) : update('passwordReset', seen, fresh);
    await commitForRetry(store, [write]);
    return { found, code, expiresAtMs: fresh.expiresAtMs };
  });
  if (made === undefined) return;
  const { found, code, expiresAtMs } = made;
  const { userId, email, firstname } = found;
  const mail = resetLinkMail({ siteUrl: settings.siteUrl, firstname, code, expiresAtMs });
  await sendMail(needs, email, mail, { mail: 'reset-link', userId });
}

type Owner = Pick<User, 'userId' | 'email' | 'firstname' | 'sessionGeneration'> & Pick<PasswordReset, 'signUpEmail'>;

/**
 * Finds the account whose password a mail to this address may reset or, without one, the newest sign-up that waits for
 * its link. While several wait, the mail has no name in it, because a stranger may have chosen the name.
 */
async function ownerOf(needs: Needs, emailHash: string): Promise<Owner | undefined> {
  const { store } = needs;
  const [owner, signUps] = await store.getBoth(
    { kind: 'emailOwner', key: { emailHash } },
    { kind: 'signUps', key: { emailHash } },
  );
  if (owner !== undefined) {
    const user = await store.get('user', { userId: owner.userId });
    if (user === undefined || user.isVerified || user.isSuspended) return user;
    const { signUp } = await waitAgain(needs, user, emailHash);
    return { ...signUp, sessionGeneration: 1, signUpEmail: signUp.email };
  }
  const newest = signUps?.waiting.at(-1);
  if (newest === undefined) return undefined;
  const { userId, email } = newest;
  const firstname = signUps?.waiting.length === 1 ? newest.firstname : '';
  return { userId, email, firstname, sessionGeneration: 1, signUpEmail: email };
}
