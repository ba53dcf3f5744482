import { greet } from './greet.ts';
import { renderMail, type MailContent } from './render-mail.ts';

/** Mail that says the account is active again. */
export function accountReactivatedMail(about: { readonly siteUrl: string; readonly firstname: string }): MailContent {
  const { siteUrl, firstname } = about;
  return renderMail({
    subject: 'Your account is active again',
    preview: 'You can sign in again.',
    heading: greet('Hello', firstname),
    paragraphs: [
      'Our team has made your Satchel account active again. Cards that you had frozen yourself stay frozen, and so do all of them while your account owes money; the others work again within a minute or two.',
    ],
    action: { label: 'Sign in', url: `${siteUrl}/login` },
    notes: ['We never ask for your password, a code or your card details by email.'],
    siteUrl,
  });
}
