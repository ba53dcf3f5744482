import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';

/** Stores that a person accepted an older version of the terms. */
export async function acceptOlderTerms(
  { store }: Pick<Services, 'store'>,
  { userId }: Pick<User, 'userId'>,
): Promise<void> {
  const user = await store.get('user', { userId });
  if (user === undefined) throw new Error('nobody is there');
  await store.commit([update('user', user, { termsVersion: '2020-01-01', termsAcceptedAtMs: user.createdAtMs })]);
}
