import { greet } from './greet.ts';
import { renderMail, type MailContent } from './render-mail.ts';

/** Tells a person that the account is active again. */
export function accountReactivatedMail(about: { readonly siteUrl: string; readonly firstname: string }): MailContent {
  const { siteUrl, firstname } = about;
  return renderMail({
    subject: 'Your account is active again',
    preview: 'You can sign in and use your cards as before.',
    heading: greet('Hello', firstname),
    paragraphs: [
      'Our team has made your Satchel account active again. Your cards are as you left them: what you had frozen yourself stays frozen, all others work again within a minute or two.',
    ],
    action: { label: 'Sign in', url: `${siteUrl}/login` },
    notes: ['We never ask for your password, a code or your card details by email.'],
    siteUrl,
  });
}
