import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/** Warns a person that an old sign-in token was used again, which is a sign of a stolen token. */
export function sessionAlarmMail(about: MailFacts & { readonly atMs: number }): MailContent {
  return renderMail({
    subject: 'We signed you out to be safe',
    preview: 'A used sign-in token was presented again, so we ended that session.',
    heading: greet('We ended one of your sessions', about.firstname),
    paragraphs: [
      `On ${momentText(about.atMs)}, someone used a sign-in token of your account that had been used before. That happens when a token was copied, or when a browser was restored from a backup. We cannot tell which, so we ended that session on every browser that shared it.`,
      'Your money and your cards are untouched. Please sign in again; if this surprises you, choose a new password, which signs out every device.',
    ],
    action: { label: 'Choose a new password', url: `${about.siteUrl}/password/forgot` },
    notes: ['We never ask for your password, a code or your card details by email.'],
    siteUrl: about.siteUrl,
  });
}
