import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/** Mails the second factor of a sign-in. The digits are not in the subject, which shows on locked screens. */
export function signInCodeMail(about: MailFacts & { readonly code: string; readonly atMs: number }): MailContent {
  return renderMail({
    subject: 'Your sign-in code',
    preview: 'Six digits to finish signing in at Satchel.',
    heading: greet('Hello', about.firstname),
    paragraphs: ['Enter this code to finish signing in:'],
    code: about.code,
    notes: [
      'It works once, for 10 minutes. A newer code replaces it.',
      `It was asked for on ${momentText(about.atMs)} with the right password. If this wasn’t you, someone knows your password: choose a new one at ${about.siteUrl}/password/forgot`,
      'We never ask for this code by email, chat or phone.',
    ],
    siteUrl: about.siteUrl,
  });
}
