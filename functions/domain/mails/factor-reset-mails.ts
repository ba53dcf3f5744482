import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

type About = { readonly siteUrl: string; readonly firstname: string; readonly atMs: number };

/** Warns a person that all factors of their account are about to be removed, with the link that cancels it. */
export function factorResetMail(
  about: MailFacts & { readonly executesAtMs: number; readonly cancelToken: string },
): MailContent {
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

/** Reports to a person that all factors of their account were removed by a reset. */
export function factorsRemovedMail(about: About): MailContent {
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

/** Reports to a person that the reset of their account's factors was canceled. */
export function factorsKeptMail(about: About): MailContent {
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
