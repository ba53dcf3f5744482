import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/** Reports a sign-in from a device that the account did not know. */
export function newSignInMail(
  about: MailFacts & {
    readonly atMs: number;
    /** In words: "Chrome on Android". */
    readonly device: string;
  },
): MailContent {
  const { siteUrl, firstname, atMs, device } = about;
  return renderMail({
    subject: 'New sign-in to your account',
    preview: `${device}, ${momentText(atMs)}.`,
    heading: greet('New sign-in', firstname),
    paragraphs: [
      `On ${momentText(atMs)}, a device that we don’t know signed in to your Satchel account: ${device}.`,
      'If this was you, you’re all set. A browser that cleared its cookies counts as new.',
      'If this wasn’t you, choose a new password now. That signs out every device.',
    ],
    action: { label: 'Choose a new password', url: `${siteUrl}/password/forgot` },
    notes: [
      `See where you’re signed in: ${siteUrl}/security`,
      'We never ask for your password, a code or your card details by email.',
    ],
    siteUrl,
  });
}
