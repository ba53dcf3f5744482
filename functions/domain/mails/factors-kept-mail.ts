import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent } from './render-mail.ts';

/** Reports to a person that the reset of their account's factors was canceled. */
export function factorsKeptMail(about: {
  readonly siteUrl: string;
  readonly firstname: string;
  readonly atMs: number;
}): MailContent {
  const { siteUrl, firstname, atMs } = about;
  return renderMail({
    subject: 'Your app, passkeys and recovery codes stay',
    preview: 'The reset was canceled. Nothing was removed.',
    heading: greet('Hello', firstname),
    paragraphs: [
      `On ${momentText(atMs)}, the removal of your authenticator app, passkeys and recovery codes was canceled. They stay on your Satchel account.`,
      'If you still can’t sign in, contact support to ask for a new reset.',
    ],
    action: { label: 'Open Security', url: `${siteUrl}/security` },
    notes: ['Using one of them cancels a reset, and so does our team, or you with the link in our mails.'],
    siteUrl,
  });
}
