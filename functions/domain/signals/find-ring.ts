import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Store } from '#functions/ports/store.ts';
import { referrerOf } from '#functions/domain/referrals/reward.ts';
import { ringLevels, ringWidth, thresholds } from './thresholds.ts';

/** The fields by which people of a ring are recognized. */
type Member = Pick<User, 'userId' | 'signUpNetwork'>;

/**
 * Returns the referred people of a ring: those on the network of a new person, among that person, the referrers and
 * whom these referred lately. Empty while there are too few on one network, or the network is unknown.
 */
export function ringOf(newcomer: Member, around: readonly (Member & { readonly isReferred: boolean })[]): Id<'user'>[] {
  const { signUpNetwork } = newcomer;
  if (signUpNetwork === undefined) return [];
  const others = around.filter((each) => each.signUpNetwork === signUpNetwork && each.userId !== newcomer.userId);
  const people = new Map(others.map((each) => [each.userId, each]));
  if (people.size + 1 < thresholds.ringPeople) return [];
  return [newcomer.userId, ...[...people.values()].filter(({ isReferred }) => isReferred).map(({ userId }) => userId)];
}

/** Looks for the ring of a new person, with a bounded number of reads. Referrals of the last second may be missed. */
export async function findRing(store: Store, newcomer: User): Promise<Id<'user'>[]> {
  if (newcomer.signUpNetwork === undefined) return [];
  const around = new Map<Id<'user'>, User>();
  let person: User | undefined = newcomer;
  for (let level = 0; level < ringLevels; level += 1) {
    const referrerId: Id<'user'> | undefined = person === undefined ? undefined : referrerOf(person);
    if (referrerId === undefined || around.get(referrerId)?.referredBy === referrerId) break;
    const { items } = await store.listRewards(referrerId, { limit: ringWidth, cursor: undefined });
    const userIds = [...new Set([referrerId, ...items.map(({ refereeId }) => refereeId)])];
    const found: readonly (User | undefined)[] = await store.getMany(
      'user',
      userIds.map((userId) => ({ userId })),
    );
    for (const each of found) if (each !== undefined) around.set(each.userId, each);
    person = around.get(referrerId);
  }
  return ringOf(
    newcomer,
    [...around.values()].map((user) => ({ ...user, isReferred: referrerOf(user) !== undefined })),
  );
}
