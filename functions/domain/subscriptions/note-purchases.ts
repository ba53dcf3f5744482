import type { Services } from '#functions/ports/services.ts';
import { insert, update } from '#functions/ports/store.ts';
import type { EntityChange } from '#functions/ports/table-change.ts';
import type { Id } from '#shared/ids.ts';
import { withRetries } from '#functions/domain/with-retries.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Notes the people whose cards were charged, so that the job `remind-people` looks for their subscriptions. Reads no
 * history.
 */
export async function notePurchases(needs: Needs, changes: readonly EntityChange[]): Promise<void> {
  const { store, clock } = needs;
  const charged = new Set<Id<'user'>>();
  for (const change of changes) {
    if (change.kind !== 'card') continue;
    const { before, after } = change;
    const isCharged = after.transactionCount > before.transactionCount && after.balanceCents < before.balanceCents;
    if (isCharged && after.lifecycle === 'open') charged.add(after.userId);
  }
  await Promise.all(
    [...charged].map((userId) =>
      withRetries(needs, async () => {
        const found = await store.get('subscriptions', { userId });
        const dueAtMs = clock.now();
        // Written even when due already: a search that has read the lines before this one conflicts, and is repeated.
        await store.commit([
          found ? update('subscriptions', found, { dueAtMs }) : insert('subscriptions', fresh(userId, dueAtMs)),
        ]);
      }),
    ),
  );
}

function fresh(userId: Id<'user'>, dueAtMs: number) {
  return { userId, found: [], dueAtMs, version: 1 };
}
