import type { NotificationKind } from '#shared/contract/notifications.ts';
import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import type { Notification } from '#functions/ports/entities/notifications.ts';
import type { NotificationWords } from './notification-words.ts';

/** An event that a person is notified of. */
export type NotifiedEvent = NotificationWords & {
  /** The permanent id of the event: the same record of the stream gives the same id. */
  readonly eventId: string;
  readonly userId: Id<'user'>;
  readonly kind: NotificationKind;
  /** When it was committed. */
  readonly atMs: number;
  readonly link: string | undefined;
  readonly freezesCardId?: Id<'card'>;
  /** The record that words the mail. */
  readonly audited?: Notification['audited'];
  /** The amount of a purchase, of a credited deposit, or of money that staff added. */
  readonly amountCents?: Cents;
  /** True where the change itself sends a mail about it. */
  readonly isMailedElsewhere?: true;
};
