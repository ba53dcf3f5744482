import { AppError } from '#shared/errors.ts';
import { idSchema } from '#shared/ids.ts';
import type { EmailChange, User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, remove, update, type Write } from '#functions/ports/store.ts';
import { cardLockWrites } from '#functions/domain/cards/account-lock.ts';
import { tryFreezeCards } from '#functions/domain/cards/try-freeze-cards.ts';
import { ownAuditWrite } from '#functions/domain/admin/audit-write.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { restoreFactors } from '#functions/domain/auth/factors/restore-factors.ts';
import { renamedWrites, reservationWrites, undoableChanges, undoMs } from '#functions/domain/auth/email-changes.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { tryMailUndoLinks, undoMailAfterMs } from './mail-undo-links.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'> &
  Partial<Pick<Services, 'issuerEvents'>>;

/** Hashes the token that undoes a change of the address, for storing. */
export function undoTokenHash({ keys }: Pick<Services, 'keys'>, token: string): Promise<string> {
  return keys.codeHash('email-undo', token);
}

/**
 * Gives an account its old address back, with the token that was mailed there. Works once, for seven days.
 * Throws AppError InvalidUndoLink.
 */
export async function undoEmailChange(needs: Needs, given: { readonly token: string }): Promise<void> {
  const token = given.token.trim();
  // The token names its person, so that the account holds all that is needed to check it.
  const userId = idSchema('user').safeParse(token.split('.')[0]).data;
  if (userId === undefined) throw invalidLink();
  const codeHash = await undoTokenHash(needs, token);
  const restored = await restoreAddress(needs, {
    userId,
    isMeant: (change) => change.codeHash === codeHash,
    alongside: () => [ownAuditWrite(needs, { userId, action: 'email-change-undone' })],
  });
  if (restored === undefined) throw invalidLink();
}

/**
 * Takes an account back to an earlier address and undoes, in one transaction, what a thief of the account may have
 * done. Later changes can no longer be undone, every session ends, the factors are those from before the change, all
 * cards are frozen, and nobody signs in until the password was reset by a mail to that address. Both addresses get a mail.
 *
 * `alongside` adds writes to the transaction. Returns undefined, and changes nothing, when `isMeant` fits no change
 * that can still be undone.
 */
export async function restoreAddress(
  needs: Needs,
  given: {
    readonly userId: User['userId'];
    readonly isMeant: (change: EmailChange) => boolean;
    readonly alongside?: (user: User) => readonly Write[];
  },
): Promise<{ readonly before: User; readonly change: EmailChange } | undefined> {
  const { store, keys, clock } = needs;
  const { userId, isMeant, alongside } = given;
  const restored = await withRetries(needs, async () => {
    const user = await store.get('user', { userId });
    if (user === undefined) return undefined;
    const nowMs = clock.now();
    const changes = undoableChanges(user, nowMs);
    const index = changes.findIndex(isMeant);
    const change = changes[index];
    if (change === undefined) return undefined;
    const emailChanges = changes.slice(0, index);
    const { email, emailHash } = change;
    const restored = await restoreFactors(needs, user, change.atMs);
    const presentHash = await keys.emailHash(normaliseEmail(user.email));
    const { isTwoFactorEnabled } = user;
    const when = { atMs: nowMs, untilMs: 0, mailDueAtMs: nowMs + undoMailAfterMs };
    const lost = { codeHash: '', email: user.email, emailHash: presentHash, isTwoFactorEnabled, ...when };
    await store.commit([
      update('user', user, {
        email,
        emailHash,
        emailChanges: presentHash === emailHash ? emailChanges : [...emailChanges, lost],
        mailReturned: undefined,
        isTwoFactorEnabled: hadTwoFactor(user, change),
        twoFactorOffAtMs: undefined,
        // The mails about a waiting factor reset went to the other address.
        factorReset: undefined,
        ...restored.changes,
        isLockedUntilReset: true,
        sessionGeneration: user.sessionGeneration + 1,
        updatedAtMs: nowMs,
      }),
      ...(presentHash === emailHash
        ? []
        : [
            remove('emailOwner', { emailHash: presentHash }),
            insert('emailOwner', { emailHash, userId }),
            ...(await renamedWrites(needs, user, email)),
          ]),
      ...restored.writes,
      // A thief who was inside may have seen the numbers of the cards.
      ...(await cardLockWrites(needs, { ...user, isLockedUntilReset: true })),
      ...reservationWrites(user, { emailHash: presentHash, changes }, { emailHash, changes: emailChanges }),
      ...(alongside?.(user) ?? []),
    ]);
    return { before: user, change };
  });
  if (restored === undefined) return undefined;
  await tryFreezeCards(needs, userId);
  await tryMailUndoLinks(needs, userId);
  return restored;
}

/** True when the second factor was on before the change, or was switched off shortly before it, as a thief would do. */
function hadTwoFactor({ role, twoFactorOffAtMs }: User, change: EmailChange): boolean {
  const isNewlyOff = twoFactorOffAtMs !== undefined && twoFactorOffAtMs > change.atMs - undoMs;
  return role === 'admin' || change.isTwoFactorEnabled || isNewlyOff;
}

function invalidLink(): AppError {
  return new AppError('InvalidUndoLink', 'This link is invalid, was used already, or has expired.');
}
