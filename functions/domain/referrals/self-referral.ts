import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { DepositSources } from '#functions/ports/entities/deposits.ts';
import type { Store } from '#functions/ports/store.ts';
import { addressForm } from '../address-form.ts';
import { canonicalMailbox } from '../auth/canonical-mailbox.ts';

/** What tells one person from another, as far as it can be told without identity papers. */
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

/** Why two accounts are taken for one person's, in words for that person; undefined when they are not. */
export function samePerson(a: Person, b: Person): string | undefined {
  if (canonicalMailbox(a.user.email) === canonicalMailbox(b.user.email)) {
    return 'Both accounts have the same mailbox: self-referrals don’t earn rewards.';
  }
  // What was stored before a kind of address was known to have no case is brought to its form here.
  const known = new Set(a.sources?.addresses.map(addressForm));
  if (b.sources?.addresses.some((address) => known.has(addressForm(address))) === true) {
    return 'Both accounts were funded from the same address: self-referrals don’t earn rewards.';
  }
  return undefined;
}
