import { AppError } from '#shared/errors.ts';
import { idSchema, type Id } from '#shared/ids.ts';
import type { FactorReset } from '#functions/ports/entities/factors.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { cancelTokenOf, canceledReset, canceledWrite, waitingReset } from './factor-reset.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'requestId'>;

/**
 * Cancels a reset with the token of a mail about it. Every mail about one reset has the same token; it works once.
 * Throws AppError InvalidUndoLink.
 */
export async function cancelFactorReset(needs: Needs, given: { readonly token: string }): Promise<void> {
  const token = given.token.trim();
  const userId = idSchema('user').safeParse(token.split('.')[0]).data;
  if (userId === undefined) throw invalidLink();
  const isCanceled = await endReset(needs, {
    userId,
    actorId: userId,
    isMeant: async ({ approval }) =>
      approval !== undefined && (await isSame(needs, token, await cancelTokenOf(needs, userId, approval))),
  });
  if (!isCanceled) throw invalidLink();
}

/** Lets an admin cancel a reset, proposed or approved. Throws AppError NotFound, or Conflict when none is under way. */
export async function cancelFactorResetOf(
  needs: Needs,
  order: { readonly actorId: Id<'user'>; readonly userId: Id<'user'> },
): Promise<void> {
  const { actorId, userId } = order;
  const user = await needs.store.get('user', { userId });
  if (user === undefined) throw new AppError('NotFound', 'User not found.');
  const isCanceled = await endReset(needs, { userId, actorId, isMeant: async () => true });
  if (!isCanceled) throw new AppError('Conflict', 'No reset is under way for this user.');
}

/**
 * Lets the owner cancel an approved reset in a signed-in browser. No proof of presence is asked for: it takes the
 * factors that the owner may have lost, and a thief of the session gains nothing by keeping them.
 * Throws AppError Conflict when none is under way.
 */
export async function cancelOwnFactorReset(needs: Needs, { userId }: { readonly userId: Id<'user'> }): Promise<void> {
  const isMeant = async ({ approval }: FactorReset): Promise<boolean> => approval !== undefined;
  if (!(await endReset(needs, { userId, actorId: userId, isMeant }))) {
    throw new AppError('Conflict', 'No reset is under way. It was canceled before, or is done.');
  }
}

/** Ends a reset. Returns false, and changes nothing, when no reset is under way or `isMeant` rejects it. */
async function endReset(
  needs: Needs,
  given: {
    readonly userId: Id<'user'>;
    readonly actorId: Id<'user'>;
    readonly isMeant: (reset: FactorReset) => Promise<boolean>;
  },
): Promise<boolean> {
  const { store, clock } = needs;
  const { userId, actorId, isMeant } = given;
  return withRetries(needs, async () => {
    const user = await store.get('user', { userId });
    const reset = user && waitingReset(user, clock.now());
    if (user === undefined || reset === undefined || !(await isMeant(reset))) return false;
    await store.commit([
      update('user', user, { ...canceledReset(reset, clock.now()), updatedAtMs: clock.now() }),
      canceledWrite(needs, reset, { actorId, userId }),
    ]);
    return true;
  });
}

/** Compares hashes, so that the time it takes says nothing about the right token. */
async function isSame({ keys }: Needs, given: string, right: string): Promise<boolean> {
  const [one, other] = await Promise.all([given, right].map((token) => keys.codeHash('factor-reset-token', token)));
  return one === other;
}

function invalidLink(): AppError {
  return new AppError('InvalidUndoLink', 'This link is invalid, was used already, or has expired.');
}
