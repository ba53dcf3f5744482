import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/** Mails the link to a person's data. */
export function dataExportMail(
  about: MailFacts & { readonly token: string; readonly expiresAtMs: number },
): MailContent {
  const { siteUrl, firstname, token, expiresAtMs } = about;
  const until = momentText(expiresAtMs);
  return renderMail({
    subject: 'Your data is ready',
    preview: `Download it by ${until}.`,
    heading: greet('Your data is ready', firstname),
    paragraphs: [
      'You asked for the data in your Satchel account. Download it as one file.',
      `The link works until ${until}, and only while you’re signed in to your account.`,
    ],
    action: { label: 'Download my data', url: `${siteUrl}/data-export#${token}` },
    notes: [`If you didn’t ask for it, choose a new password now: ${siteUrl}/password/forgot`],
    siteUrl,
  });
}
