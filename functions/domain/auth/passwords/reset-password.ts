import { AppError } from '#shared/errors.ts';
import { idSchema, type Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { PasswordReset } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, WriteConflict, type Write } from '#functions/ports/store.ts';
import { cardLockWrites } from '#functions/domain/cards/account-lock.ts';
import { tryFreezeCards } from '#functions/domain/cards/try-freeze-cards.ts';
import { ownAuditWrite } from '#functions/domain/admin/audit-write.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { confirmSignUp } from '#functions/domain/auth/sign-up/confirm-sign-up.ts';
import { forgiveAccount } from '#functions/domain/auth/sign-in/login-throttle.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { refuseCommonPassword } from '#functions/domain/auth/refuse-common-password.ts';
import { tryRegisterCardholder } from '#functions/domain/auth/sign-up/try-register-cardholder.ts';
import { resetCodeHash } from './reset-code-hash.ts';
import { samePassword } from './same-password.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'log' | 'issuer'> &
  Partial<Pick<Services, 'issuerEvents'>>;

/**
 * Chooses a new password with the code from a mail, once. The mail has reached its owner, so a sign-up that waited
 * becomes an account, and an account that was locked is unlocked. Every session ends; nobody is signed in, and a second
 * factor is still required. The expiry that the link states is ignored.
 *
 * Returns a device token, so that guesses at the account by others cannot slow its owner down in this browser. Throws
 * AppError ValidationFailed for a common password or the present one, and InvalidResetLink.
 */
export async function resetPassword(
  needs: Needs,
  given: { readonly verificationCode: string; readonly password: string },
): Promise<{ readonly deviceToken: string }> {
  const { store, keys, clock, random } = needs;
  const { verificationCode, password } = given;
  refuseCommonPassword(password, 'password');
  const code = verificationCode.trim();
  // Checked before the expensive hash of the password, and again when the code is used.
  const { user: owner } = await findReset(needs, code);
  // Others may know it: an account that an undone change of the address locked stays locked.
  if (owner !== undefined && (await keys.verifyPassword(password, owner.passwordHash))) throw samePassword('password');
  const passwordHash = await keys.hashPassword(password);
  const { user, operationId } = await withRetries(needs, async () => {
    const { reset, user } = await findReset(needs, code);
    const changed = user
      ? await changedPassword(needs, user, passwordHash)
      : await confirmed(needs, reset, passwordHash);
    try {
      // Conditional on the versions: of two requests with the code at once, only one finds it unused.
      await store.commit([update('passwordReset', reset, { usedAtMs: clock.now() }), ...changed.writes]);
    } catch (thrown) {
      const isTaken = thrown instanceof WriteConflict && thrown.conflicts.every(({ reason }) => reason === 'exists');
      throw isTaken ? invalidLink() : thrown;
    }
    return changed;
  });
  const { userId, email } = user;
  const emailHash = await keys.emailHash(normaliseEmail(email));
  await forgiveAccount(needs, emailHash);
  if (user.isLockedUntilReset) await tryFreezeCards(needs, userId);
  if (operationId !== undefined) await tryRegisterCardholder(needs, operationId);
  return { deviceToken: await keys.deviceToken(emailHash, random.token(16)) };
}

/** The writes of a reset, and the account. */
type Change = {
  readonly user: User;
  readonly writes: readonly Write[];
  readonly operationId?: Id<'operation'>;
};

async function changedPassword(needs: Needs, user: User, passwordHash: string): Promise<Change> {
  const { clock } = needs;
  const sessionGeneration = user.sessionGeneration + 1;
  const changes = {
    passwordHash,
    isLockedUntilReset: undefined,
    // The link came by mail, so mails reach this address.
    mailReturned: undefined,
    sessionGeneration,
    updatedAtMs: clock.now(),
  };
  const { userId } = user;
  // Ends the freezes of an undone change of the address. The owner's own lock of the account stays.
  const cards = user.isLockedUntilReset ? await cardLockWrites(needs, { ...user, ...changes }) : [];
  return { user, writes: [update('user', user, changes), resetWrite(needs, userId), ...cards] };
}

/**
 * Makes an account of a sign-up that waited. Its referral is dropped while several sign-ups wait: a stranger may have
 * signed up with this address to be rewarded for it.
 */
async function confirmed(needs: Needs, { userId, signUpEmail }: PasswordReset, passwordHash: string): Promise<Change> {
  if (signUpEmail === undefined) throw invalidLink();
  const emailHash = await needs.keys.emailHash(normaliseEmail(signUpEmail));
  const { waiting = [] } = (await needs.store.get('signUps', { emailHash })) ?? {};
  const signUp = waiting.find((each) => each.userId === userId);
  if (signUp === undefined) throw invalidLink();
  const referredBy = waiting.length === 1 ? signUp.referredBy : undefined;
  const made = await confirmSignUp(needs, emailHash, { ...signUp, passwordHash, referredBy });
  return { ...made, writes: [...made.writes, resetWrite(needs, userId)] };
}

/** The record that is mailed to the owner. */
function resetWrite(needs: Needs, userId: User['userId']): Write {
  return ownAuditWrite(needs, { userId, action: 'password-changed', after: { by: 'reset' } });
}

async function findReset(
  needs: Needs,
  code: string,
): Promise<{ readonly reset: PasswordReset; readonly user: User | undefined }> {
  const named = idSchema('user').safeParse(code.split('.')[0]);
  if (!named.success) throw invalidLink();
  const userId = named.data;
  const [reset, user] = await needs.store.getBoth(
    { kind: 'passwordReset', key: { userId } },
    { kind: 'user', key: { userId } },
  );
  if (reset === undefined || reset.codeHash !== (await resetCodeHash(needs, code))) throw invalidLink();
  const isOpen =
    reset.usedAtMs === undefined &&
    reset.expiresAtMs > needs.clock.now() &&
    // A sign-up has had no sessions yet.
    reset.sessionGeneration === (user?.sessionGeneration ?? 1);
  if (!isOpen || (user === undefined && reset.signUpEmail === undefined)) throw invalidLink();
  return { reset, user };
}

function invalidLink(): AppError {
  return new AppError('InvalidResetLink', 'This link is invalid or has expired. Please request a new one.');
}
