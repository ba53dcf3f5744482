import { AppError } from '#shared/errors.ts';
import { resendAfterMs } from '#shared/resend.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { emailChangeCodeMail } from '#functions/domain/mails/email-change-code-mail.ts';
import { newAddressTakenMail } from '#functions/domain/mails/new-address-taken-mail.ts';
import type { MailContent } from '#functions/domain/mails/render-mail.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { addressReservedMail } from '#functions/domain/mails/address-reserved-mail.ts';
import { challengeQuotas, isOpen, newChallenge } from '#functions/domain/auth/challenge.ts';
import { assertMayChangeAddress } from '#functions/domain/auth/email-changes.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { quotaWrites, tooManyRequests } from '#functions/domain/auth/quota.ts';
import { sendMail } from '#functions/domain/auth/send-mail.ts';
import { hourMs } from '#functions/domain/durations.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/**
 * Mails six digits to the new address of a person. When the address is taken, its owner gets a mail that says so
 * instead, and the digits are never sent. The reply, the stored items and the work are the same.
 *
 * Throws AppError ValidationFailed for the person's present address. Throws TooManyRequests for the same address within
 * half a minute (another one may correct a typing error), after five requests in an hour or ten in a day, or after five
 * changes in a week.
 */
export async function startEmailChange(
  needs: Needs,
  given: { readonly user: User; readonly newEmail: string },
): Promise<void> {
  const { store, keys, clock, settings } = needs;
  const { user } = given;
  const { userId } = user;
  const to = given.newEmail.trim();
  if (normaliseEmail(to) === normaliseEmail(user.email)) throw sameAddress();
  assertMayChangeAddress(user, needs.clock.now());
  const emailHash = await keys.emailHash(normaliseEmail(to));
  const quotas = [
    ...challengeQuotas(user, 'email-change'),
    // Counted over all accounts, so that nobody floods one mailbox.
    { counterId: `email-change-to:${emailHash}`, max: 5, windowMs: hourMs },
  ];
  const code = await withRetries(needs, async () => {
    const nowMs = clock.now();
    const seen = await store.get('challenge', { userId, purpose: 'email-change' });
    const isSame = seen !== undefined && normaliseEmail(seen.email) === normaliseEmail(to);
    if (isSame && isOpen(seen, user, nowMs) && nowMs < seen.createdAtMs + resendAfterMs) {
      throw tooManyRequests(seen.createdAtMs + resendAfterMs - nowMs, tooSoon);
    }
    const counts = await quotaWrites(needs, quotas);
    const fresh = await newChallenge(needs, { user, purpose: 'email-change', email: to }, seen);
    await commitForRetry(store, [...counts, fresh.write]);
    return fresh.code;
  });
  const [owner, reservation] = await store.getBoth(
    { kind: 'emailOwner', key: { emailHash } },
    { kind: 'emailReservation', key: { emailHash } },
  );
  // Read even when nobody owns the address: the missing round trip would reveal that.
  const other = await store.get('user', { userId: owner?.userId ?? needs.random.id('user') });
  const { siteUrl } = settings;
  const mailOf = (): MailContent => {
    if (other !== undefined) return newAddressTakenMail({ siteUrl, firstname: other.firstname });
    // People may take back an address that they gave up a short while ago.
    const isOthers = reservation !== undefined && reservation.userId !== userId;
    return isOthers ? addressReservedMail({ siteUrl }) : emailChangeCodeMail({ siteUrl, code });
  };
  await sendMail(needs, other?.email ?? to, mailOf(), { mail: 'email-change', userId });
}

const tooSoon = 'We just emailed a code to this address. Please wait half a minute before requesting another one.';

function sameAddress(): AppError {
  return new AppError('ValidationFailed', 'This is already your address.', {
    fields: { newEmail: 'is already your address' },
  });
}
