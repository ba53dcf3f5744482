import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/** Mail that says a sign-in has opened the closed account again. */
export function accountReturnedMail({ siteUrl, firstname, atMs }: MailFacts & { readonly atMs: number }): MailContent {
  return renderMail({
    subject: 'Your account stays open',
    preview: 'You signed in, so nothing will be erased.',
    heading: greet('Welcome back', firstname),
    paragraphs: [
      `You signed in on ${momentText(atMs)}, so your Satchel account is open again and nothing will be erased.`,
      'Any balance you waived and any money that arrived meanwhile is on your balance.',
    ],
    action: { label: 'Go to your dashboard', url: `${siteUrl}/dashboard` },
    notes: [
      'To close it after all, go to Settings.',
      `If this wasn’t you, choose a new password, which signs out every device: ${siteUrl}/password/forgot`,
    ],
    siteUrl,
  });
}
