import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/** Reports to a person that one of their recovery codes was used. */
export function recoveryCodeUsedMail(about: MailFacts & { readonly atMs: number; readonly left: number }): MailContent {
  const { siteUrl, firstname, atMs, left } = about;
  return renderMail({
    subject: 'A recovery code was used',
    preview: `You have ${left} left.`,
    heading: greet('Hello', firstname),
    paragraphs: [
      `On ${momentText(atMs)}, one of the recovery codes of your Satchel account was used. You have ${left} left.`,
      'If this wasn’t you, choose a new password now, then make new recovery codes. That ends all your sessions and the old codes.',
    ],
    action: { label: 'Choose a new password', url: `${siteUrl}/password/forgot` },
    notes: [`Make new codes in Security: ${siteUrl}/security`],
    siteUrl,
  });
}
