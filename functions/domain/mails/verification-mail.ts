import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/**
 * Asks a new person to confirm the address. The link holds the only copy of the code. `signedUpAtMs` is given while another
 * sign-up with the address waits: the mail then says which one its link is for.
 */
export function verificationMail(
  about: MailFacts & { readonly code: string; readonly signedUpAtMs?: number | undefined },
): MailContent {
  const { siteUrl, firstname, code, signedUpAtMs } = about;
  return renderMail({
    subject: 'Confirm your email address',
    preview: 'One click and your Satchel account is ready.',
    heading: greet('Welcome', firstname),
    paragraphs: [
      ...(signedUpAtMs === undefined
        ? []
        : [
            `This is about the sign-up of ${momentText(signedUpAtMs)}. There is another sign-up with this address. If this sign-up wasn’t you, ignore this email.`,
          ]),
      'Please confirm that this address is yours. After that you can deposit crypto, create virtual cards and spend wherever they are accepted.',
    ],
    action: { label: 'Confirm my address', url: `${siteUrl}/email/verify/${code}` },
    notes: [
      'The link works once, for 24 hours. Signing in sends you a fresh one.',
      'If you didn’t sign up, ignore this email: no account is created until someone opens the link.',
    ],
    siteUrl,
  });
}
