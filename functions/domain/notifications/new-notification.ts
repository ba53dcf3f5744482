import { createHash } from 'node:crypto';
import { encodeTime } from 'ulid';
import type { NotificationKind } from '#shared/contract/notifications.ts';
import type { Id } from '#shared/ids.ts';
import type { Notification, NotificationState } from '#functions/ports/entities/notifications.ts';
import { dayMs } from '#functions/domain/durations.ts';
import type { NotifiedEvent } from './notified-event.ts';
import { wantsMail } from './preferences.ts';
import { firstTry } from './mail-schedule.ts';

/** Retention of a notification, in milliseconds. */
const keptMs = 180 * dayMs;

/** Delay for which mails of a frequent kind are gathered into one, in milliseconds. */
const gatherMs: Partial<Record<NotificationKind, number>> = {
  purchase: 60_000,
  decline: 60_000,
  refund: 60_000,
  // Stored by a job, which leaves the mail to the sweep.
  renewal: 60_000,
};

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns the id of an event's notification: it sorts by the event's time, and is the same each time. */
export function notificationIdOf({ eventId, atMs }: Pick<NotifiedEvent, 'eventId' | 'atMs'>): Id<'notification'> {
  const bytes = createHash('sha256').update(eventId).digest().subarray(0, 16);
  return `ntf_${encodeTime(atMs)}${Array.from(bytes, (byte) => alphabet[byte % 32]).join('')}`;
}

/** Makes the notification of an event. The person's choices decide whether it is mailed. */
export function newNotification(event: NotifiedEvent, state: NotificationState, nowMs: number): Notification {
  const { userId, kind, title, body, link, freezesCardId, audited, atMs } = event;
  const notificationId = notificationIdOf(event);
  return {
    userId,
    notificationId,
    kind,
    title,
    body,
    link,
    ...(freezesCardId === undefined ? {} : { freezesCardId }),
    ...(audited === undefined ? {} : { audited }),
    ...(isMailed(event, state) ? firstTry(notificationId, nowMs, gatherMs[kind]) : unmailed),
    createdAtMs: atMs,
    expiresAtMs: atMs + keptMs,
    version: 1,
  };
}

const unmailed = { mail: 'none', mailTries: 0, dueAtMs: undefined } as const;

function isMailed(event: NotifiedEvent, state: NotificationState): boolean {
  const { kind, amountCents = Infinity, isMailedElsewhere } = event;
  if (isMailedElsewhere || !wantsMail(state, kind)) return false;
  return kind !== 'purchase' || amountCents >= state.purchaseMinCents;
}
