import { greet } from './greet.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/** Reports to the owner of an address that someone signed up with it again. The site itself must not say so. */
export function addressTakenMail({ siteUrl, firstname }: MailFacts): MailContent {
  return renderMail({
    subject: 'You already have an account',
    preview: 'Someone just tried to sign up at Satchel with your address.',
    heading: greet('Hello', firstname),
    paragraphs: [
      'Someone, perhaps you, just tried to sign up at Satchel with this address. It already has an account, so nothing was changed.',
      'If this was you, sign in with your existing password.',
    ],
    action: { label: 'Sign in', url: `${siteUrl}/login` },
    notes: [
      `Forgot your password? Choose a new one: ${siteUrl}/password/forgot`,
      'If this wasn’t you, ignore this email. Your account hasn’t changed.',
    ],
    siteUrl,
  });
}
