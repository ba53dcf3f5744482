import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Factors } from '#functions/ports/entities/factors.ts';
import type { Services } from '#functions/ports/services.ts';
import type { FactorChange } from '#functions/domain/mails/factor-mail.ts';
import { auditWrites } from '#functions/domain/admin/audit-write.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { quotaWrites, type Quota } from '#functions/domain/auth/quota.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { factorsOf, factorWrites, methodsOf } from './factors-of.ts';
import { lacksFactor } from './require-factor.ts';
import type { Owner } from './spend-code.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/** The changes of a person's factors, and the result of the decision. */
export type FactorDecision<T> = {
  readonly after: Pick<Factors, 'all' | 'pendingTotp'>;
  /** The name of the passkey that is added or removed. */
  readonly name?: string;
  readonly result: T;
};

/**
 * Runs a decision on a person's present factors and stores its outcome, in one transaction with the account and with the
 * record that is mailed to the owner. Returns the `result` of the decision.
 *
 * Throws what the decision throws, and AppError TooManyRequests after too many changes in a day.
 */
export async function changeFactors<T>(
  needs: Needs,
  given: {
    readonly userId: Id<'user'>;
    readonly change: FactorChange;
    /** Counted in addition to the quota of changes in a day. */
    readonly quotas?: readonly Quota[];
    readonly decide: (owner: Owner) => FactorDecision<T> | Promise<FactorDecision<T>>;
  },
): Promise<T> {
  const { store } = needs;
  const { userId, change, decide, quotas = [] } = given;
  return withRetries(needs, async () => {
    const owner = await ownerOf(needs, userId);
    const decision = await decide(owner);
    await commitForRetry(store, [
      ...factorWrites(needs, owner, decision.after),
      ...(await quotaWrites(needs, [changesQuota(userId), ...quotas])),
      ...auditWrites(needs, {
        action: 'factor-changed',
        actorId: userId,
        subjectId: userId,
        before: {},
        after: { change },
        words: decision.name === undefined ? {} : { after: { name: decision.name } },
      }),
    ]);
    return decision.result;
  });
}

/** A person with the factors that they have now. Throws AppError NotFound. */
export async function ownerOf(needs: Pick<Services, 'store'>, userId: Id<'user'>): Promise<Owner> {
  const owner = await findOwner(needs, userId);
  if (owner === undefined) throw new AppError('NotFound', 'User not found.');
  return owner;
}

/** A person with the factors that they have now; undefined when there is nobody with this id. */
export async function findOwner(needs: Pick<Services, 'store'>, userId: Id<'user'>): Promise<Owner | undefined> {
  // The factors first: with a later account their write conflicts, and an account is written only when its list differs.
  const factors = await factorsOf(needs, userId);
  const user = await needs.store.get('user', { userId });
  return user && { user, factors };
}

/** Throws AppError Conflict when these factors leave an admin without an app or a passkey. */
export function assertMayLose({ settings }: Pick<Services, 'settings'>, user: User, after: Pick<Factors, 'all'>): void {
  if (lacksFactor({ ...user, factors: methodsOf(after.all) }, settings)) {
    throw new AppError('Conflict', 'Admins always have an authenticator app or a passkey. Add another one first.');
  }
}

/**
 * Returns the quota of a person's factor changes in a day. It bounds the removed factors, which are kept for two weeks.
 */
function changesQuota(userId: Id<'user'>): Quota {
  return { counterId: `factor-changes:${userId}`, max: 20, windowMs: dayMs };
}
