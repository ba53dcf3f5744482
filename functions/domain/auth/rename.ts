import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { searchTermWrites } from '#functions/domain/admin/search-terms.ts';
import { withRetries } from '#functions/domain/with-retries.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Changes a person's first and last name, and the terms that admins find the person by, in one transaction. The present
 * names change nothing. Returns the person as they now are.
 *
 * Throws AppError NotFound.
 */
export async function rename(
  needs: Needs,
  userId: Id<'user'>,
  names: Pick<User, 'firstname' | 'lastname'>,
): Promise<User> {
  const { store, clock } = needs;
  return withRetries(needs, async () => {
    const user = await store.get('user', { userId });
    if (user === undefined) throw new AppError('NotFound', 'User not found.');
    if (user.firstname === names.firstname && user.lastname === names.lastname) return user;
    const changes = { ...names, updatedAtMs: clock.now() };
    await store.commit([update('user', user, changes), ...searchTermWrites(user, { ...user, ...names })]);
    return { ...user, ...changes, version: user.version + 1 };
  });
}
