import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent } from './render-mail.ts';

/** Warns a person that all factors of their account are about to be removed, with the link that cancels it. */
export function factorResetMail(about: {
  readonly siteUrl: string;
  readonly firstname: string;
  readonly executesAtMs: number;
  readonly cancelToken: string;
}): MailContent {
  const { siteUrl, firstname, executesAtMs, cancelToken } = about;
  return renderMail({
    subject: 'Your app, passkeys and recovery codes will be removed',
    preview: 'If you didn’t ask for this, cancel it now.',
    heading: greet('Hello', firstname),
    paragraphs: [
      `You asked us to remove every way to confirm a sign-in because you lost them all. On ${momentText(executesAtMs)}, we’ll remove the authenticator app, passkeys and recovery codes from your Satchel account.`,
      'If you didn’t ask for this, or you found one of them, cancel it now.',
    ],
    action: { label: 'Cancel the reset', url: `${siteUrl}/factor-reset/cancel#${cancelToken}` },
    notes: ['Signing in with one of them cancels it too.', 'We’ll remind you every day until then.'],
    siteUrl,
  });
}
