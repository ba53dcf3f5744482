import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/** Ends every session of a person at once, whatever there are: those of an older generation are dead. */
export async function endAllSessions(needs: Needs, userId: User['userId']): Promise<void> {
  const { store, clock } = needs;
  await withRetries(needs, async () => {
    const user = await store.get('user', { userId });
    if (user === undefined) return;
    const sessionGeneration = user.sessionGeneration + 1;
    await store.commit([update('user', user, { sessionGeneration, updatedAtMs: clock.now() })]);
  });
}
