import { AppError } from '#shared/errors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, remove, update, WriteConflict, type Write } from '#functions/ports/store.ts';
import { searchTermWrites } from '#functions/domain/admin/search-terms.ts';
import { emailChangedMail } from '#functions/domain/mails/email-changed-mail.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { challengeQuotas, guessQuota, hashOf, isOpen } from './challenge.ts';
import { newSession } from './new-session.ts';
import { normaliseEmail } from './normalise-email.ts';
import { refill, takeOne } from './quota.ts';
import { sendMail } from './send-mail.ts';
import { tokensOf, type SessionTokens } from './session-tokens.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/** What the browser in which an address was changed holds from now on. */
export type EmailChanged = {
  readonly tokens: SessionTokens;
  /** Makes this browser known for the new address. */
  readonly deviceToken: string;
};

/**
 * Takes a new address on with the digits that were mailed there: the address changes hands, the old one is free again and
 * all sessions end in one transaction. This browser gets a session that ends when the one before would have. The old
 * address is told.
 *
 * Each guess is counted before it is looked at; there are five. Throws AppError InvalidCode, TooManyRequests, or Conflict
 * when somebody else was faster to take the address.
 */
export async function finishEmailChange(
  needs: Needs,
  given: { readonly user: User; readonly session: Session; readonly code: string },
): Promise<EmailChanged> {
  const { store, keys, clock, random, settings } = needs;
  const { userId } = given.user;
  const key = { userId, purpose: 'email-change' } as const;
  const challenge = await store.get('challenge', key);
  if (challenge === undefined || !isOpen(challenge, given.user, clock.now())) throw invalidCode();
  await takeOne(needs, [guessQuota(challenge, 'owner')]);
  if ((await hashOf(needs, challenge, given.code)) !== challenge.codeHash) throw invalidCode();

  const newHash = await keys.emailHash(normaliseEmail(challenge.email));
  const { before, session } = await withRetries(needs, async () => {
    const [user, seen] = await store.getBoth({ kind: 'user', key }, { kind: 'challenge', key });
    const isSame = seen?.challengeId === challenge.challengeId;
    if (user === undefined || seen === undefined || !isSame || !isOpen(seen, user, clock.now())) throw invalidCode();
    const nowMs = clock.now();
    const sessionGeneration = user.sessionGeneration + 1;
    const session = newSession(needs, { userId, sessionGeneration }, given.session.expiresAtMs);
    try {
      await store.commit([
        update('challenge', seen, { usedAtMs: nowMs }),
        insert('emailOwner', { emailHash: newHash, userId }),
        remove('emailOwner', { emailHash: await keys.emailHash(normaliseEmail(user.email)) }),
        update('user', user, { email: challenge.email, emailHash: newHash, sessionGeneration, updatedAtMs: nowMs }),
        ...(await renamed(needs, user, challenge.email)),
        insert('session', session),
      ]);
    } catch (thrown) {
      // Said openly: whoever gave the right digits reads the mail of that address.
      const isTaken = thrown instanceof WriteConflict && thrown.conflicts.every(({ reason }) => reason === 'exists');
      throw isTaken ? addressTaken() : thrown;
    }
    return { before: user, session };
  });
  await refill(needs, challengeQuotas(before, 'email-change'));
  const mail = emailChangedMail({ siteUrl: settings.siteUrl, firstname: before.firstname, atMs: clock.now() });
  await sendMail(needs, before.email, mail, { mail: 'email-changed', userId });
  return { tokens: await tokensOf(needs, session), deviceToken: await keys.deviceToken(newHash, random.token(16)) };
}

/** Lets the person be found by the new address instead of the old one, if that was known to the search at all. */
async function renamed({ store }: Needs, user: User, email: string): Promise<readonly Write[]> {
  const writes = searchTermWrites(user, { ...user, email });
  const isThere = await Promise.all(
    writes.map(async (write) => write.write !== 'remove' || (await store.get(write.kind, write.key)) !== undefined),
  );
  return writes.filter((_, index) => isThere[index]);
}

function invalidCode(): AppError {
  return new AppError('InvalidCode', 'This code is wrong or no longer valid. You can ask for a new one.');
}

function addressTaken(): AppError {
  return new AppError('Conflict', 'This address has been taken by another account in the meantime.');
}
