import type { Notification } from '#functions/ports/entities/notifications.ts';
import { MailRefused } from '#functions/ports/mailer.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, WriteConflict } from '#functions/ports/store.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import { workOff } from '#functions/domain/work-off.ts';
import { notificationMail } from '#functions/domain/mails/notification-mail.ts';
import { failureMessage, failureName } from '#functions/domain/failure-text.ts';
import { freezeLinkMs, freezeTokenOf } from './freeze-link.ts';
import { mailTriesMax, nextTry } from './mail-schedule.ts';
import { securityMail } from './security-mail.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'mailer' | 'keys' | 'settings'>;

/** Notifications of one person that go out in one mail, oldest first. */
type Group = readonly [Notification, ...Notification[]];

/** Maximum number of notifications of a shard that are read at once. A run reads on until its time is over. */
const batch = 50;

/**
 * Maximum time for sending the mails of a run, in milliseconds: a slow mailer must not keep the job from ending in
 * time.
 */
const sendForMs = 20_000;

/** Maximum number of notifications in one mail. */
const groupMax = 50;

/**
 * Sends the mails that are due: gathered notifications, as one mail per person, kind and card to freeze, and mails
 * whose last try has no known outcome. Each try is noted before it is made, under the same `mailId`, so two runs never
 * send one mail at the same time. A process that dies between sending and noting the result sends the mail once more,
 * with the same id.
 */
export async function mailNotifications(needs: Needs): Promise<{ mails: number; failed: number }> {
  const { store, clock, log } = needs;
  const beganAtMs = clock.now();
  const isOver = (): boolean => clock.now() - beganAtMs > sendForMs;
  const { done, failed } = await workOff(
    (limit) => store.listDueNotifications(beganAtMs, limit),
    batch,
    nameOf,
    (due) =>
      inParallel(
        [...Map.groupBy(due, groupName).values()].flatMap(([first, ...others]): readonly Group[] =>
          first ? [[first, ...others]] : [],
        ),
        8,
        (seen) => mailGroupOf(needs, seen),
        ([{ userId, kind }], thrown) =>
          log.error('notification not mailed', {
            userId,
            kind,
            detail: failureMessage(thrown),
          }),
        isOver,
      ),
    isOver,
  );
  return { mails: done, failed };
}

function nameOf({ userId, notificationId }: Notification): string {
  return `${userId} ${notificationId}`;
}

/**
 * Returns the name of a notification's group: notifications with the same name go out together. Purchases of another
 * card do not: the mail's link freezes one card.
 */
function groupName({ userId, kind, mailId, freezesCardId }: Notification): string {
  return `${userId} ${mailId ?? [kind, freezesCardId].join(' ')}`;
}

async function mailGroupOf(needs: Needs, seen: Group): Promise<void> {
  const claimed = await claimGroup(needs, seen);
  if (claimed !== undefined) await sendMailOf(needs, claimed);
}

/** Notes a try of everything that goes out with due notifications; undefined when another run was faster. */
async function claimGroup({ store, clock }: Needs, seen: Group): Promise<Group | undefined> {
  const [first] = seen;
  const { userId, notificationId } = first;
  const nowMs = clock.now();
  const [{ items }, own] = await Promise.all([
    // Those that are gathered and not due yet. The list may lag: a notification that it lacks goes out by itself, and
    // one that was sent meanwhile makes the write conflict.
    store.listNotifications(userId, { limit: groupMax, mayLag: true }),
    store.get('notification', { userId, notificationId }),
  ]);
  const read = [...seen, ...items, ...(own === undefined ? [] : [own])];
  const group = [...new Map(read.map((each) => [each.notificationId, each])).values()]
    .filter((each) => each.mail === 'due' && groupName(each) === groupName(first))
    .toSorted((a, b) => (a.notificationId < b.notificationId ? -1 : 1))
    .slice(0, groupMax);
  const [oldest, ...rest] = group;
  if (oldest === undefined || !group.some(({ dueAtMs = Infinity }) => dueAtMs <= nowMs)) return undefined;
  const mailId = oldest.mailId ?? oldest.notificationId;
  const note = (each: Notification): Notification => ({
    ...each,
    ...nextTry(each, mailId, nowMs),
    version: each.version + 1,
  });
  try {
    await store.commit(group.map((each) => update('notification', each, nextTry(each, mailId, nowMs))));
  } catch (thrown) {
    if (thrown instanceof WriteConflict) return undefined;
    throw thrown;
  }
  return [note(oldest), ...rest.map(note)];
}

/** Sends the mail of notifications whose try is noted, and stores its outcome. */
export async function sendMailOf(needs: Needs, group: Group): Promise<void> {
  const { store, mailer, log } = needs;
  const [oldest] = group;
  const { userId, mailTries, audited } = oldest;
  const mailId = oldest.mailId ?? oldest.notificationId;
  const user = await store.get('user', { userId });
  if (user === undefined || user.erasedAtMs !== undefined) return end(needs, group, 'none');
  // The site says that mail is returned, and shows the notification. A thief's change is still mailed.
  if (user.mailReturned !== undefined && audited === undefined) return end(needs, group, 'refused');
  try {
    const mail =
      audited === undefined
        ? { to: user.email, ...(await contentOf(needs, group, user.firstname)) }
        : await securityMail(needs, user, { mailTries, audited });
    if (mail === undefined) return await end(needs, group, 'none');
    await mailer.send({ mailId, ...mail });
  } catch (thrown) {
    const error = failureName(thrown);
    if (thrown instanceof MailRefused) {
      log.warn('notification mail refused', { userId, mailId, error });
      return end(needs, group, 'refused');
    }
    if (mailTries < mailTriesMax) {
      log.warn('notification mail not sent', { userId, mailId, mailTries, error });
      return;
    }
    log.error('notification mail given up', { userId, mailId, mailTries, error });
    return end(needs, group, 'failed');
  }
  await end(needs, group, 'sent');
}

async function contentOf(needs: Needs, group: Group, firstname: string) {
  const { siteUrl } = needs.settings;
  const [oldest] = group;
  const { userId, freezesCardId: cardId } = oldest;
  const isOneCard = cardId !== undefined && group.every((each) => each.freezesCardId === cardId);
  const expiresAtMs = oldest.createdAtMs + freezeLinkMs;
  const freezeToken = isOneCard ? await freezeTokenOf(needs, { userId, cardId, expiresAtMs }) : undefined;
  return notificationMail({ siteUrl, firstname, notifications: group, freezeToken });
}

async function end({ store }: Needs, group: Group, mail: Notification['mail']): Promise<void> {
  await store.commit(group.map((each) => update('notification', each, { mail, dueAtMs: undefined })));
}
