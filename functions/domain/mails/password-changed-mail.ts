import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/** Mails a person that the password was changed, in either way. */
export function passwordChangedMail(
  about: MailFacts & {
    readonly atMs: number;
    /** `reset`: by the link from a mail. `settings`: in the settings, with the old password. */
    readonly by: 'reset' | 'settings';
  },
): MailContent {
  const { siteUrl, firstname, atMs, by } = about;
  return renderMail({
    subject: 'Your password was changed',
    preview: 'If this wasn’t you, choose a new one now.',
    heading: greet('Hello', firstname),
    paragraphs: [
      `On ${momentText(atMs)}, the password of your Satchel account was changed${by === 'reset' ? ' with a link that we mailed to this address' : ' in its settings'}.`,
      by === 'reset'
        ? 'Every browser was signed out. Sign in with the new password.'
        : 'Every other browser was signed out.',
    ],
    action: { label: 'This wasn’t me', url: `${siteUrl}/password/forgot` },
    notes: ['If this was you, you’re all set.'],
    siteUrl,
  });
}
