import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { DepositSources } from '#functions/ports/entities/deposits.ts';
import type { Store } from '#functions/ports/store.ts';
import { addressForm } from '../address-form.ts';
import { canonicalMailbox } from '#functions/domain/auth/sign-up/canonical-mailbox.ts';

/** The traits that distinguish people, as far as that is possible without identity papers. */
export type Person = { readonly user: User; readonly sources: DepositSources | undefined };

/** Reads a person. Throws when there is no such user. */
export async function readPerson(store: Store, userId: Id<'user'>): Promise<Person> {
  const [user, sources] = await store.getBoth(
    { kind: 'user', key: { userId } },
    { kind: 'depositSources', key: { userId } },
  );
  if (!user) throw new Error(`no such user: ${userId}`);
  return { user, sources };
}

/** Reads people, at once for each hundred. Throws when there is no such user. */
export async function readPeople(store: Store, userIds: readonly Id<'user'>[]): Promise<readonly Person[]> {
  const keys = userIds.map((userId) => ({ userId }));
  const [users, sources] = await Promise.all([store.getMany('user', keys), store.getMany('depositSources', keys)]);
  return userIds.map((userId, place) => {
    const user = users[place];
    if (!user) throw new Error(`no such user: ${userId}`);
    return { user, sources: sources[place] };
  });
}

/**
 * Returns the reason, in words for the referrer, why two accounts count as one person's; undefined when they do not.
 */
export function samePerson(a: Person, b: Person): string | undefined {
  const isErased = a.user.erasedAtMs !== undefined || b.user.erasedAtMs !== undefined;
  if (!isErased && canonicalMailbox(a.user.email) === canonicalMailbox(b.user.email)) {
    return 'Both accounts have the same mailbox: self-referrals don’t earn rewards.';
  }
  // Older items hold addresses that were stored before letter case was ignored: normalize them here.
  const known = new Set(a.sources?.addresses.map(addressForm));
  if (b.sources?.addresses.some((address) => known.has(addressForm(address))) === true) {
    return 'Both accounts were funded from the same address: self-referrals don’t earn rewards.';
  }
  return undefined;
}
