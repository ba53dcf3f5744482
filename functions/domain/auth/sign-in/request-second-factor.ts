import { resendAfterMs } from '#shared/resend.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Challenge } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { signInCodeMail } from '#functions/domain/mails/sign-in-code-mail.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { browserTokenOf, holdsChallenge } from './challenge-browser.ts';
import { challengeQuotas, guessQuota, isOpen, newChallenge } from '#functions/domain/auth/challenge.ts';
import { quotaWrites } from '#functions/domain/auth/quota.ts';
import { sendMail } from '#functions/domain/auth/send-mail.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/**
 * Mails six digits to a person who gave the right password, and returns the token that binds them to this browser.
 *
 * A sign-in within a minute continues with the digits already mailed, as long as they can still be used: after a second
 * mail people would type the digits of the first. Such a browser gets no token (the same browser has one already), so a
 * thief of the password cannot share the owner's guesses.
 *
 * Throws AppError TooManyRequests after five mails in an hour or ten in a day that were not used.
 */
export async function requestSecondFactor(
  needs: Needs,
  user: User,
  heldToken: string | undefined,
): Promise<{ readonly browserToken: string | undefined }> {
  const { store, clock, settings } = needs;
  const { userId, email, firstname } = user;
  const made = await withRetries(needs, async () => {
    const nowMs = clock.now();
    const seen = await store.get('challenge', { userId, purpose: 'sign-in' });
    const isFresh = seen !== undefined && isOpen(seen, user, nowMs) && nowMs < seen.createdAtMs + resendAfterMs;
    // Used-up guesses need a new sign-in, which must bring new digits at once; five mails an hour limit it.
    if (isFresh && (await canStillBeGiven(needs, seen, heldToken))) return undefined;
    const counts = await quotaWrites(needs, challengeQuotas(user, 'sign-in'));
    const fresh = await newChallenge(needs, { user, purpose: 'sign-in', email }, seen);
    await commitForRetry(store, [...counts, fresh.write]);
    return fresh;
  });
  if (made === undefined) return { browserToken: undefined };
  const mail = signInCodeMail({ siteUrl: settings.siteUrl, firstname, code: made.code, atMs: clock.now() });
  await sendMail(needs, email, mail, { mail: 'sign-in-code', userId });
  return { browserToken: await browserTokenOf(needs, made.challenge) };
}

/** False when this browser, or all strangers together, have no guess left. */
async function canStillBeGiven(needs: Needs, seen: Challenge, heldToken: string | undefined): Promise<boolean> {
  const isOwnBrowser = await holdsChallenge(needs, seen, heldToken);
  const { counterId, max } = guessQuota(seen, isOwnBrowser ? 'owner' : 'stranger');
  const counter = await needs.store.get('rateCounter', { counterId });
  return (counter?.count ?? 0) < max;
}
