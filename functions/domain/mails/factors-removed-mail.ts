import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent } from './render-mail.ts';

/** Reports to a person that all factors of their account were removed by a reset. */
export function factorsRemovedMail(about: {
  readonly siteUrl: string;
  readonly firstname: string;
  readonly atMs: number;
}): MailContent {
  const { siteUrl, firstname, atMs } = about;
  return renderMail({
    subject: 'Your app, passkeys and recovery codes were removed',
    preview: 'Sign in with your password and a code by email.',
    heading: greet('Hello', firstname),
    paragraphs: [
      `On ${momentText(atMs)}, we removed the authenticator app, passkeys and recovery codes from your Satchel account, and every device was signed out.`,
      'Sign in with your password and a code that we email to you. Then add a new app or passkey.',
    ],
    action: { label: 'Sign in', url: `${siteUrl}/login` },
    notes: [`If this wasn’t you, choose a new password now: ${siteUrl}/password/forgot`],
    siteUrl,
  });
}
