import { greet } from './greet.ts';
import { renderMail, type MailContent } from './render-mail.ts';

/** Tells a person that the account was suspended, why, and what that means for the money. */
export function accountSuspendedMail(about: {
  readonly siteUrl: string;
  readonly firstname: string;
  readonly reason: string | undefined;
}): MailContent {
  const { siteUrl, firstname, reason } = about;
  return renderMail({
    subject: 'Your account was suspended',
    preview: 'Your cards are frozen; your money is still yours.',
    heading: greet('Hello', firstname),
    paragraphs: [
      'Our team has suspended your Satchel account. You are signed out everywhere, and all your cards are frozen: every purchase is declined.',
      ...(reason === undefined ? [] : [`The reason that was given: ${reason}`]),
      'Your money is still there. Deposits that are under way will be credited; payouts of rewards wait until the account is active again.',
    ],
    action: { label: 'Contact support', url: `${siteUrl}/support` },
    notes: ['We never ask for your password, a code or your card details by mail.'],
    siteUrl,
  });
}
