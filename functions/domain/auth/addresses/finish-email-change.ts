import { AppError } from '#shared/errors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { absent, insert, remove, update, WriteConflict } from '#functions/ports/store.ts';
import { ownAuditWrite } from '#functions/domain/admin/audit-write.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { challengeQuotas, guessQuota, hashOf, isOpen } from '#functions/domain/auth/challenge.ts';
import {
  assertMayChangeAddress,
  renamedWrites,
  reservationWrites,
  undoableChanges,
  undoMs,
} from '#functions/domain/auth/email-changes.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { refill, takeOne } from '#functions/domain/auth/quota.ts';
import { tokensOf, type SessionTokens } from '#functions/domain/auth/sessions/session-tokens.ts';
import { tryMailUndoLinks, undoMailAfterMs, undoTokenOf } from './mail-undo-links.ts';
import { undoTokenHash } from './undo-email-change.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/** The new tokens of the browser in which an address was changed. */
export type EmailChanged = {
  readonly tokens: SessionTokens;
  /** Makes this browser known for the new address. */
  readonly deviceToken: string;
};

/**
 * Changes a person's address with the digits that were mailed to the new one. One transaction moves the address,
 * reserves the old one and ends all sessions. This browser gets a session that ends when the one before would have. The
 * old address gets a mail with a link that undoes the change for seven days.
 *
 * Each guess is counted before it is checked; the maximum is five. Throws AppError InvalidCode, TooManyRequests, or
 * Conflict when someone else was faster to take the address.
 */
export async function finishEmailChange(
  needs: Needs,
  given: { readonly user: User; readonly session: Session; readonly code: string },
): Promise<EmailChanged> {
  const { store, keys, clock, random } = needs;
  const { userId } = given.user;
  const key = { userId, purpose: 'email-change' } as const;
  const challenge = await store.get('challenge', key);
  if (challenge === undefined || !isOpen(challenge, given.user, clock.now())) throw invalidCode();
  await takeOne(needs, [guessQuota(challenge, 'owner')], usedUp);
  if ((await hashOf(needs, challenge, given.code)) !== challenge.codeHash) throw invalidCode();

  const newHash = await keys.emailHash(normaliseEmail(challenge.email));
  const undoId = random.token(32);
  const codeHash = await undoTokenHash(needs, await undoTokenOf(needs, userId, undoId));
  const { before, session } = await withRetries(needs, async () => {
    const [user, seen] = await store.getBoth({ kind: 'user', key }, { kind: 'challenge', key });
    const isSame = seen?.challengeId === challenge.challengeId;
    if (user === undefined || seen === undefined || !isSame || !isOpen(seen, user, clock.now())) throw invalidCode();
    const nowMs = clock.now();
    assertMayChangeAddress(user, nowMs);
    const { email, isTwoFactorEnabled } = user;
    const emailHash = await keys.emailHash(normaliseEmail(email));
    const changes = undoableChanges(user, nowMs);
    const until = { untilMs: nowMs + undoMs, mailDueAtMs: nowMs + undoMailAfterMs };
    const change = { codeHash, undoId, email, emailHash, isTwoFactorEnabled, atMs: nowMs, ...until };
    const emailChanges = [...changes, change];
    const isOwn = changes.some((each) => each.emailHash === newHash);
    const sessionGeneration = user.sessionGeneration + 1;
    const session = newSession(needs, { userId, role: user.role, sessionGeneration }, given.session);
    try {
      await store.commit([
        update('challenge', seen, { usedAtMs: nowMs }),
        insert('emailOwner', { emailHash: newHash, userId }),
        remove('emailOwner', { emailHash }),
        // The next line ends this account's own reservation; another account's reservation makes the commit conflict.
        ...(isOwn ? [] : [absent('emailReservation', { emailHash: newHash })]),
        ...reservationWrites(user, { emailHash, changes }, { emailHash: newHash, changes: emailChanges }),
        update('user', user, {
          email: challenge.email,
          emailHash: newHash,
          emailChanges,
          mailReturned: undefined,
          sessionGeneration,
          updatedAtMs: nowMs,
        }),
        ...(await renamedWrites(needs, user, challenge.email)),
        insert('session', session),
        // Records outlive the personal data of an erased account, so they hold hashes of addresses.
        ownAuditWrite(needs, {
          userId,
          action: 'email-changed',
          before: { emailHash },
          after: { emailHash: newHash },
        }),
      ]);
    } catch (thrown) {
      // Reported openly: the right digits prove that this person reads the mail of that address.
      const isTaken = thrown instanceof WriteConflict && thrown.conflicts.every(({ reason }) => reason === 'exists');
      throw isTaken ? addressTaken() : thrown;
    }
    return { before: user, session };
  });
  await tryMailUndoLinks(needs, userId);
  await refill(needs, challengeQuotas(before, 'email-change'));
  return { tokens: await tokensOf(needs, session), deviceToken: await keys.deviceToken(newHash, random.token(16)) };
}

const usedUp = 'This code was tried too often. Request a new one.';

function invalidCode(): AppError {
  return new AppError('InvalidCode', 'This code is wrong or no longer valid. You can request a new one.');
}

function addressTaken(): AppError {
  return new AppError('Conflict', 'Another account has taken this address in the meantime.');
}
