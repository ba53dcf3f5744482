import { greet } from './greet.ts';
import { renderMail, type MailContent } from './render-mail.ts';

/** Asks a new person to confirm the address. The link holds the only copy of the code. */
export function verificationMail(about: {
  readonly siteUrl: string;
  readonly firstname: string;
  readonly code: string;
}): MailContent {
  return renderMail({
    subject: 'Confirm your e-mail address',
    preview: 'One click and your Satchel account is ready.',
    heading: greet('Welcome', about.firstname),
    paragraphs: [
      'Please confirm that this address is yours. After that you can deposit crypto, create virtual cards and spend wherever they are accepted.',
    ],
    action: { label: 'Confirm my address', url: `${about.siteUrl}/email/verify/${about.code}` },
    notes: [
      'The link works once, for 24 hours. Signing in sends you a fresh one.',
      'You did not sign up? Then ignore this mail: without the click the account stays closed.',
    ],
    siteUrl: about.siteUrl,
  });
}
