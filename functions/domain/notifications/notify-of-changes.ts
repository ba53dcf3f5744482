import { unreadMax } from '#shared/contract/notifications.ts';
import type { CardTransaction } from '#functions/ports/entities/cards.ts';
import type { Notification } from '#functions/ports/entities/notifications.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, WriteConflict } from '#functions/ports/store.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import type { EntityChange } from '#functions/ports/table-change.ts';
import { failureMessage, failureName } from '#functions/domain/failure-text.ts';
import { wordedForClosedAccounts } from './closed-account.ts';
import { eventsOfChange, newLinesOf } from './events-of-change.ts';
import { sendMailOf } from './mail-notifications.ts';
import { newNotification } from './new-notification.ts';
import { defaultState } from './notification-state.ts';
import type { NotifiedEvent } from './notified-event.ts';
import { isReadIn } from './read-notifications.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'mailer' | 'keys' | 'settings'>;

/** Maximum time for sending the mails of a batch, in milliseconds. */
export const sendForMs = 20_000;

/**
 * Stores a notification for each event of the table's stream, and sends the mails that need not wait. An event's id
 * names its notification, so a repeated change stores and sends nothing. Returns the changes that cannot be read as
 * events; the others are still processed.
 */
export async function notifyOfChanges(
  needs: Needs,
  changes: readonly EntityChange[],
): Promise<readonly EntityChange[]> {
  const { store, clock, log } = needs;
  const readings = await Promise.all(changes.map((change) => readEvents(needs, change)));
  const events = await wordedForClosedAccounts(
    needs,
    readings.flatMap((reading) => reading.events),
  );
  const userIds = [...new Set(events.map(({ userId }) => userId))];
  const states = await store.getMany(
    'notificationState',
    userIds.map((userId) => ({ userId })),
  );
  const stateOf = new Map(userIds.map((userId, index) => [userId, states[index] ?? defaultState(userId)]));
  const beganAtMs = clock.now();
  const stored: Notification[] = [];
  for (const event of events) {
    const state = stateOf.get(event.userId) ?? defaultState(event.userId);
    const notification = newNotification(event, state, clock.now());
    if (await storeOnce(needs, notification, isReadIn(state, notification.notificationId))) stored.push(notification);
  }
  if (stored.length > 0) log.info('notifications stored', { changes: changes.length, stored: stored.length });
  await inParallel(
    stored.filter(({ mail, mailTries }) => mail === 'due' && mailTries > 0),
    8,
    (notification) => sendMailOf(needs, [notification]),
    ({ userId, kind }, thrown) =>
      log.warn('notification mail left to the sweeper', {
        userId,
        kind,
        error: failureName(thrown),
      }),
    // The sweeper sends the rest: the next changes do not wait for a slow mailer.
    () => clock.now() - beganAtMs > sendForMs,
  );
  return readings.flatMap(({ change, isPoison }) => (isPoison ? [change] : []));
}

type Reading = {
  readonly change: EntityChange;
  readonly events: readonly NotifiedEvent[];
  readonly isPoison: boolean;
};

async function readEvents({ store, log }: Needs, change: EntityChange): Promise<Reading> {
  const range = newLinesOf(change);
  const lines: readonly CardTransaction[] =
    range === undefined || change.kind !== 'card' ? [] : await store.listCardTransactions(change.after.cardId, range);
  try {
    return { change, events: eventsOfChange(change, lines.toReversed()), isPoison: false };
  } catch (thrown) {
    log.error('change cannot be notified of', {
      kind: change.kind,
      detail: failureMessage(thrown),
    });
    return { change, events: [], isPoison: true };
  }
}

/**
 * Stores a notification; returns false when its event has one already. One that is late, because newer ones were read
 * meanwhile, is noted as unread.
 */
async function storeOnce(needs: Needs, notification: Notification, isLate: boolean): Promise<boolean> {
  const { store } = needs;
  const { userId, notificationId } = notification;
  return withRetries(needs, async () => {
    const state = isLate ? await store.get('notificationState', { userId }) : undefined;
    const noted = state && { lateIds: [...(state.lateIds ?? []), notificationId].slice(-unreadMax) };
    try {
      await store.commit([
        insert('notification', notification),
        ...(state && noted ? [update('notificationState', state, noted)] : []),
      ]);
      return true;
    } catch (thrown) {
      if (thrown instanceof WriteConflict && thrown.exists('notification')) return false;
      throw thrown;
    }
  });
}
