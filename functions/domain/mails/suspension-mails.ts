import { suspensionParagraphs, suspensionSubject } from '#shared/suspension-notice.ts';
import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/** Notifies a person that the account was suspended, why, and what that means for the money. */
export function accountSuspendedMail(
  about: MailFacts & { readonly atMs: number; readonly reasonForUser: string | undefined },
): MailContent {
  const { siteUrl, firstname, atMs, reasonForUser } = about;
  return renderMail({
    subject: suspensionSubject,
    preview: 'Your cards are frozen; your money is still yours.',
    heading: greet('Hello', firstname),
    paragraphs: suspensionParagraphs(reasonForUser),
    action: { label: 'Contact support', url: `${siteUrl}/support` },
    notes: [`As of ${momentText(atMs)}.`, 'We never ask for your password, a code or your card details by email.'],
    siteUrl,
  });
}

/** Mail that says the account is active again. */
export function accountReactivatedMail(about: MailFacts & { readonly atMs: number }): MailContent {
  const { siteUrl, firstname, atMs } = about;
  return renderMail({
    subject: 'Your account is active again',
    preview: 'You can sign in again.',
    heading: greet('Hello', firstname),
    paragraphs: [
      'Our team has made your Satchel account active again. Cards that you had frozen yourself stay frozen, and so do all of them while your account owes money; the others work again within a minute or two.',
    ],
    action: { label: 'Sign in', url: `${siteUrl}/login` },
    notes: [`As of ${momentText(atMs)}.`, 'We never ask for your password, a code or your card details by email.'],
    siteUrl,
  });
}
