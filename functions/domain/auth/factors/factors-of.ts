import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Factor, FactorMethod, Factors } from '#functions/ports/entities/factors.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, type Write } from '#functions/ports/store.ts';
import type { AuditNeeds } from '#functions/domain/admin/audit-write.ts';
import { undoMs } from '#functions/domain/auth/email-changes.ts';
import { canceledReset, canceledWrite, waitingReset } from '#functions/domain/auth/factor-reset/factor-reset.ts';

/**
 * Retention of a factor that was taken off, in milliseconds. A thief of an account takes factors off first and changes
 * the address within a week; then the owner has a week to undo that.
 */
const keptMs = 2 * undoMs;

/** The factors of a person; version 0 for a person who never had one. */
export async function factorsOf({ store }: Pick<Services, 'store'>, userId: Id<'user'>): Promise<Factors> {
  return (await store.get('factors', { userId })) ?? { userId, all: [], version: 0 };
}

/** Returns the factors of one kind that count. */
export function activeOf<K extends Factor['kind']>(
  factors: Pick<Factors, 'all'>,
  kind: K,
): readonly Extract<Factor, { kind: K }>[] {
  return factors.all.filter(
    (factor): factor is Extract<Factor, { kind: K }> => factor.kind === kind && factor.removedAtMs === undefined,
  );
}

/** True while an authenticator app or a passkey is on. Recovery codes alone protect nothing. */
export function isProtected({ factors = [] }: Pick<User, 'factors'>): boolean {
  return factors.includes('totp') || factors.includes('passkey');
}

/** Number of recovery codes that still work. */
export function recoveryCodesLeft(factors: Pick<Factors, 'all'>): number {
  return activeOf(factors, 'recovery').reduce((left, { codeHashes }) => left + codeHashes.length, 0);
}

/**
 * Returns the writes that give a person these factors, and keep the account's list of proof methods in step. Removes
 * the recovery codes with the last app or passkey. Cancels a reset that waits. Conflicts when the factors changed since
 * they were read: of two devices that take off the last two factors, the second decides on what the first has left.
 */
export function factorWrites(
  needs: AuditNeeds,
  before: { readonly user: User; readonly factors: Factors },
  after: Pick<Factors, 'all' | 'pendingTotp'>,
): readonly Write[] {
  const { user, factors } = before;
  const nowMs = needs.clock.now();
  const kept = after.all.filter(({ removedAtMs }) => removedAtMs === undefined || removedAtMs > nowMs - keptMs);
  const all =
    methodsOf(kept) === undefined
      ? kept.map((factor) => ({ ...factor, removedAtMs: factor.removedAtMs ?? nowMs }))
      : kept;
  const changes = { all, pendingTotp: after.pendingTotp };
  const methods = methodsOf(all);
  const isSame = String(methods) === String(user.factors);
  // A person who uses a factor has not lost them all.
  const reset = waitingReset(user, nowMs);
  return [
    factors.version === 0
      ? insert('factors', { userId: user.userId, ...changes, version: 1 })
      : update('factors', factors, changes),
    ...(isSame && reset === undefined
      ? []
      : [
          update('user', user, {
            factors: methods,
            ...(reset === undefined ? {} : canceledReset(reset, nowMs)),
            updatedAtMs: nowMs,
          }),
        ]),
    ...(reset === undefined ? [] : [canceledWrite(needs, reset, { actorId: user.userId, userId: user.userId })]),
  ];
}

/**
 * Returns the ways to prove presence, strongest first; undefined without an app and a passkey, even with recovery
 * codes.
 */
export function methodsOf(all: readonly Factor[]): readonly FactorMethod[] | undefined {
  const methods: FactorMethod[] = [];
  if (activeOf({ all }, 'totp').length > 0) methods.push('totp');
  if (activeOf({ all }, 'passkey').length > 0) methods.push('passkey');
  if (methods.length === 0) return undefined;
  return recoveryCodesLeft({ all }) > 0 ? [...methods, 'recovery_code'] : methods;
}
