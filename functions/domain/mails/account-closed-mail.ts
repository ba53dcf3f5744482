import { formatCents, type Cents } from '#shared/money.ts';
import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/** Mail that says the account is closed, and until when a sign-in keeps it. */
export function accountClosedMail(
  about: MailFacts & { readonly waivedCents: Cents; readonly returnUntilMs: number },
): MailContent {
  const { siteUrl, firstname, waivedCents, returnUntilMs } = about;
  const until = momentText(returnUntilMs);
  return renderMail({
    subject: 'Your account is closed',
    preview: `Changed your mind? Sign in by ${until}.`,
    heading: greet('Goodbye', firstname),
    paragraphs: [
      `Your Satchel account is closed, and you are signed out everywhere. On ${until}, we erase your name, your email address, and how you signed in.`,
      ...(waivedCents > 0 ? [`You waived a balance of ${formatCents(waivedCents)}.`] : []),
      'To keep the account, sign in before then. It opens again as it was, with any balance you waived and any money that arrived meanwhile.',
    ],
    action: { label: 'Keep my account', url: `${siteUrl}/login` },
    notes: [
      'Records of payments stay, without your name.',
      `If you didn’t close it, sign in and choose a new password: ${siteUrl}/password/forgot`,
    ],
    siteUrl,
  });
}
