import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/** Reports to a person that one of their sessions was ended after a password or code was wrong five times. */
export function sessionGuessedMail({ siteUrl, firstname, atMs }: MailFacts & { readonly atMs: number }): MailContent {
  return renderMail({
    subject: 'We signed out one of your sessions',
    preview: 'A password or code was wrong five times.',
    heading: greet('Hello', firstname),
    paragraphs: [
      `On ${momentText(atMs)}, a browser that was signed in to your Satchel account was asked to confirm it’s you. The password or code was wrong five times, so we signed that browser out.`,
      'If this was you, sign in again. If it wasn’t, choose a new password now. That signs out every device.',
    ],
    action: { label: 'Choose a new password', url: `${siteUrl}/password/forgot` },
    notes: [`See where you’re signed in: ${siteUrl}/security`],
    siteUrl,
  });
}
