import type { Services } from '#functions/ports/services.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { deleteCardholder } from './delete-cardholder.ts';
import { eraseAccount } from './erase-account.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'keys' | 'issuer'>;

/** Maximum number of accounts per shard and run; the rest is due in the next one. */
export const batch = 50;

/** Maximum time of a run after which no call to the card issuer begins, in milliseconds. */
export const issuerTimeMs = 5 * 60_000;

/**
 * Erases the accounts whose time to return is over, and has the card issuer delete their cardholders. The next run
 * retries a failure.
 */
export async function eraseDueAccounts(needs: Needs): Promise<{ done: number; failed: number }> {
  const { store, clock, log } = needs;
  const startMs = clock.now();
  const due = await store.listDueClosings(startMs, batch);
  const { done, failed } = await inParallel(
    due,
    4,
    async ({ userId }) => {
      const passAtMs = clock.now();
      // The list may be minutes old: its owner may have returned, and closed it again for another 30 days.
      const closing = await store.get('closing', { userId });
      if ((closing?.dueAtMs ?? Infinity) > passAtMs) return;
      const isErased = await eraseAccount(needs, userId);
      if (isErased && clock.now() < startMs + issuerTimeMs) await deleteCardholder(needs, userId, passAtMs);
    },
    ({ userId }, thrown) => log.error('account not erased', { userId, detail: failureMessage(thrown) }),
  );
  return { done, failed };
}
