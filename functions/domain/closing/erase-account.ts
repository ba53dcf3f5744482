import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, remove, unchanged, update, type Write } from '#functions/ports/store.ts';
import { ownAuditWrite } from '#functions/domain/admin/audit-write.ts';
import { searchTermsOf } from '#functions/domain/admin/search-terms.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { canonicalMailbox } from '#functions/domain/auth/sign-up/canonical-mailbox.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { erasureDueAfter } from './erasure-due.ts';
import { eraseTraces } from './erase-traces.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'keys'>;

/** Delay before the erasure of a suspended person is tried again, in milliseconds: a suspended person cannot return. */
const putOffMs = dayMs;

/**
 * Erases the personal data of a closed account, or continues an erasure that died. The first transaction ends every way
 * to return, adds the person to the list of erasures, makes the deletion at the card issuer due and blanks the profile,
 * which keeps only its place in the books. Then the traces go page by page. The books stay. A repeat changes nothing.
 * Returns false when the person has returned, or is suspended, which postpones the erasure.
 */
export async function eraseAccount(needs: Needs, userId: Id<'user'>): Promise<boolean> {
  const passAtMs = needs.clock.now();
  if (!(await beginErasure(needs, userId))) return false;
  await eraseTraces(needs, userId);
  await withRetries(needs, async () => {
    const closing = await needs.store.get('closing', { userId });
    if (closing?.erasedAtMs === undefined || closing.dueAtMs === undefined) return;
    const dueAtMs = erasureDueAfter(closing, passAtMs);
    if (closing.dueAtMs !== dueAtMs) await needs.store.commit([update('closing', closing, { dueAtMs })]);
  });
  needs.log.info('account erased', { userId });
  return true;
}

async function beginErasure(needs: Needs, userId: Id<'user'>): Promise<boolean> {
  const { store, clock } = needs;
  return withRetries(needs, async () => {
    const [user, closing] = await store.getBoth(
      { kind: 'user', key: { userId } },
      { kind: 'closing', key: { userId } },
    );
    if (!user || !closing || user.closedAtMs === undefined) return false;
    const nowMs = clock.now();
    const holder = { dueAtMs: nowMs, attempts: 0, refusals: 0 };
    if (closing.erasedAtMs !== undefined) {
      // The replay makes the issuer's deletion due for erasures from before the issuer was called.
      if (closing.holder === undefined) await store.commit([update('closing', closing, { holder, dueAtMs: nowMs })]);
      return true;
    }
    if (user.isSuspended && !(await store.get('erasure', { userId }))) {
      // Conflicts when the suspension ends in this very moment, which changes the profile.
      await store.commit([
        update('closing', closing, { dueAtMs: nowMs + putOffMs }),
        unchanged('user', { userId }, user),
      ]);
      return false;
    }
    await store.commit([
      update('user', user, {
        ...nobody,
        sessionGeneration: user.sessionGeneration + 1,
        erasedAtMs: nowMs,
        updatedAtMs: nowMs,
      }),
      update('closing', closing, { erasedAtMs: nowMs, dueAtMs: nowMs, holder }),
      ...(await namesOf(needs, user)),
      ...(await markWrites(needs, user, nowMs)),
      ownAuditWrite(needs, { userId, action: 'account-erased' }),
    ]);
    return true;
  });
}

/** A profile without a person. */
const nobody = {
  email: '',
  firstname: '',
  lastname: '',
  // No password has this hash.
  passwordHash: '',
  emailHash: undefined,
  emailChanges: undefined,
  factors: undefined,
  factorReset: undefined,
  isTwoFactorEnabled: false,
  isLockedUntilReset: undefined,
  signUpNetwork: undefined,
  mailReturned: undefined,
} satisfies Partial<User>;

/** Returns the writes that remove every way to sign in, and all that leads to the person by an address or a name. */
async function namesOf({ store, keys }: Needs, user: User): Promise<readonly Write[]> {
  const { userId, email, emailChanges = [] } = user;
  // Absent in accounts from before it was noted.
  const emailHash = user.emailHash ?? (await keys.emailHash(normaliseEmail(email)));
  const terms = searchTermsOf(user).map((term) => ({ term, userId }));
  const reserved = [...new Set(emailChanges.map((change) => change.emailHash))].map((hash) => ({ emailHash: hash }));
  const challenges = (['sign-in', 'email-change'] as const).map((purpose) => ({ userId, purpose }));
  const [owner, [factors, reset], [state, subscriptions], found, reservations, open] = await Promise.all([
    store.get('emailOwner', { emailHash }),
    store.getBoth({ kind: 'factors', key: { userId } }, { kind: 'passwordReset', key: { userId } }),
    store.getBoth({ kind: 'notificationState', key: { userId } }, { kind: 'subscriptions', key: { userId } }),
    store.getMany('searchTerm', terms),
    store.getMany('emailReservation', reserved),
    store.getMany('challenge', challenges),
  ]);
  return [
    // After a restore another account may have the address.
    ...(owner?.userId === userId ? [remove('emailOwner', owner)] : []),
    ...(factors ? [remove('factors', { userId })] : []),
    ...(reset ? [remove('passwordReset', { userId })] : []),
    ...(state ? [remove('notificationState', { userId })] : []),
    ...(subscriptions ? [remove('subscriptions', { userId })] : []),
    ...found.flatMap((term) => (term ? [remove('searchTerm', term)] : [])),
    ...reservations.flatMap((each) => (each?.userId === userId ? [remove('emailReservation', each)] : [])),
    ...open.flatMap((each) => (each ? [remove('challenge', each)] : [])),
  ];
}

/** Returns the writes of the list of erasures, and of the keyed hash by which the mailbox earns no second reward. */
async function markWrites(
  { store, keys }: Needs,
  { userId, email }: User,
  erasedAtMs: number,
): Promise<readonly Write[]> {
  const mailboxHash = await keys.emailHash(canonicalMailbox(email));
  const [listed, marked] = await Promise.all([
    store.get('erasure', { userId }),
    store.get('formerMailbox', { mailboxHash }),
  ]);
  return [
    ...(listed ? [] : [insert('erasure', { userId, mailboxHash, erasedAtMs })]),
    ...(marked ? [] : [insert('formerMailbox', { mailboxHash, atMs: erasedAtMs })]),
  ];
}
