import type { NotificationKind } from '#shared/contract/notifications.ts';
import type { Notification } from '#functions/ports/entities/notifications.ts';
import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

type Shown = Pick<Notification, 'kind' | 'title' | 'body' | 'link' | 'createdAtMs'>;

/** Maximum number of notifications that a mail spells out. */
const spelledOutMax = 20;

/** The subject of a mail about several events of a kind. */
const several: Partial<Record<NotificationKind, (count: number) => string>> = {
  purchase: (count) => `${count} purchases on your cards`,
  decline: (count) => `${count} purchases were declined`,
  refund: (count) => `${count} refunds`,
  renewal: () => 'Payments ahead on your cards',
};

/** Mail about one event, or about several of one kind that came at once. `freezeToken` opens the card's freeze page. */
export function notificationMail(
  about: MailFacts & {
    /** Oldest first. */
    readonly notifications: readonly [Shown, ...Shown[]];
    readonly freezeToken?: string | undefined;
  },
): MailContent {
  const { siteUrl, firstname, notifications, freezeToken } = about;
  const [first] = notifications;
  const count = notifications.length;
  const subject = count === 1 ? first.title : (several[first.kind]?.(count) ?? `${count} notifications`);
  const more = count - spelledOutMax;
  const [from, to] = [first, notifications.at(-1) ?? first].map(({ createdAtMs }) => momentText(createdAtMs));
  const page = `${siteUrl}${count === 1 ? (first.link ?? '/notifications') : '/notifications'}`;
  return renderMail({
    subject,
    preview: first.body,
    heading: greet('Hello', firstname),
    paragraphs:
      count === 1
        ? [`${first.title}.`, first.body]
        : [
            `${subject}:`,
            ...notifications.slice(0, spelledOutMax).map(({ title, body }) => `${title}. ${body}`),
            ...(more > 0 ? [`And ${more} more.`] : []),
          ],
    action:
      freezeToken === undefined
        ? { label: 'See details', url: page }
        : { label: 'Not you? Freeze this card', url: `${siteUrl}/freeze-card#${freezeToken}` },
    notes: [
      // A mail may be late, and follow one about a later event. A payment ahead has its own time in its words.
      ...(first.kind === 'renewal' ? [] : [from === to ? `As of ${from}.` : `From ${from} to ${to}.`]),
      ...(freezeToken === undefined
        ? []
        : ['The link works for 7 days and does nothing but freeze the card, after a click.']),
      `Choose which emails you get: ${siteUrl}/notifications`,
      'We never ask for your password, a code or your card details by email.',
    ],
    siteUrl,
  });
}
