import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { changeState } from './notification-state.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Marks a notification and all older ones as read; repeating it changes nothing. Throws AppError NotFound for a
 * notification that does not exist or is another person's.
 */
export async function markRead(needs: Needs, userId: Id<'user'>, through: Id<'notification'>): Promise<void> {
  const { store, clock } = needs;
  const found = await store.get('notification', { userId, notificationId: through });
  if (found === undefined) throw new AppError('NotFound', 'Notification not found.');
  await changeState(needs, userId, ({ readThrough, lateIds = [] }) => {
    const isMarked = readThrough !== undefined && readThrough >= through;
    const stillLate = lateIds.filter((each) => each > through);
    if (isMarked && stillLate.length === lateIds.length) return undefined;
    return { readThrough: isMarked ? readThrough : through, lateIds: stillLate, readAtMs: clock.now() };
  });
}
