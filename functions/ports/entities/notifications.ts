import type { NotificationKind } from '#shared/contract/notifications.ts';
import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';

/**
 * A notification of one committed event. Its id is derived from the event, so a repeated record of the stream finds it
 * already there. Holds no card number, code or token.
 */
export type Notification = {
  readonly userId: Id<'user'>;
  readonly notificationId: Id<'notification'>;
  readonly kind: NotificationKind;
  readonly title: string;
  readonly body: string;
  /** Path of the page on the site that it is about. */
  readonly link: string | undefined;
  /** The card that the mail's link freezes; only of a purchase. */
  readonly freezesCardId?: Id<'card'>;
  /**
   * The record of a change of the account's security, which words the mail; `isOfCode` where the mail is about the recovery
   * code that it used.
   */
  readonly audited?: { readonly auditId: Id<'audit'>; readonly isOfCode?: true };
  /**
   * `none`: not mailed, by preference or because the change sends a mail of its own. `refused`: the address takes no
   * mail. `failed`: given up after the last try.
   */
  readonly mail: 'none' | 'due' | 'sent' | 'refused' | 'failed';
  /** Names the mail, the same in each try: the id of the oldest notification in it. Undefined before the first try. */
  readonly mailId?: Id<'notification'>;
  readonly mailTries: number;
  /** When its mail is next sent; undefined when there is none to send. */
  readonly dueAtMs: number | undefined;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly version: number;
};

/** A person's choices for notifications, and how far they were read. */
export type NotificationState = {
  readonly userId: Id<'user'>;
  /** This notification and all older ones are read; undefined before the first. */
  readonly readThrough: Id<'notification'> | undefined;
  /** Older ones that were stored only after that, and are unread. */
  readonly lateIds?: readonly Id<'notification'>[];
  readonly readAtMs: number;
  /** Kinds that are not mailed. */
  readonly unmailedKinds: readonly NotificationKind[];
  /** Purchases below it are not mailed. */
  readonly purchaseMinCents: Cents;
  readonly version: number;
};
