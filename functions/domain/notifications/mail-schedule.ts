import type { Notification } from '#functions/ports/entities/notifications.ts';
import { minuteMs } from '#functions/domain/durations.ts';

/** Delays before a mail is sent again whose last try has no known outcome, in milliseconds. */
const delaysMs = [1, 5, 15, 60, 240, 720].map((minutes) => minutes * minuteMs);

/** Maximum number of tries of a mail; after the last one an operator is alerted. */
export const mailTriesMax = delaysMs.length + 1;

/**
 * Returns the state of a new notification's mail. A mail that is not gathered with others is sent at once by the
 * process that stores it. Its first try is noted, so that no other process sends it meanwhile, and it is due again
 * should the process die.
 */
export function firstTry(
  notificationId: Notification['notificationId'],
  nowMs: number,
  gatherMs: number | undefined,
): Pick<Notification, 'mail' | 'mailId' | 'mailTries' | 'dueAtMs'> {
  if (gatherMs !== undefined) return { mail: 'due', mailTries: 0, dueAtMs: nowMs + gatherMs };
  return { mail: 'due', ...nextTry({ mailTries: 0 }, notificationId, nowMs) };
}

/** Returns the fields that note a try before it is made. */
export function nextTry(
  { mailTries }: Pick<Notification, 'mailTries'>,
  mailId: Notification['notificationId'],
  nowMs: number,
): Pick<Notification, 'mailId' | 'mailTries' | 'dueAtMs'> {
  const delayMs = delaysMs[mailTries] ?? delaysMs.at(-1) ?? minuteMs;
  return { mailId, mailTries: mailTries + 1, dueAtMs: nowMs + delayMs };
}
