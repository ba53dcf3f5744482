import type { Id } from '#shared/ids.ts';
import { zero } from '#shared/money.ts';
import type { NotificationState } from '#functions/ports/entities/notifications.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/** Returns the state of a person who has chosen and read nothing yet: every kind is mailed. */
export function defaultState(userId: Id<'user'>): NotificationState {
  return {
    userId,
    readThrough: undefined,
    readAtMs: 0,
    unmailedKinds: [],
    purchaseMinCents: zero,
    version: 1,
  };
}

/** Changes a person's state, and returns it. `changes` returns undefined when nothing is to change. */
export async function changeState(
  needs: Needs,
  userId: Id<'user'>,
  changes: (state: NotificationState) => Partial<Omit<NotificationState, 'userId' | 'version'>> | undefined,
): Promise<NotificationState> {
  const { store } = needs;
  return withRetries(needs, async () => {
    const found = await store.get('notificationState', { userId });
    const before = found ?? defaultState(userId);
    const changed = changes(before);
    if (changed === undefined) return before;
    const after = { ...before, ...changed };
    await store.commit([
      found === undefined ? insert('notificationState', after) : update('notificationState', found, changed),
    ]);
    return after;
  });
}
