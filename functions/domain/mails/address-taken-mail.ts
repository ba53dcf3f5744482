import { greet } from './greet.ts';
import { renderMail, type MailContent } from './render-mail.ts';

/**
 * Tells the owner of an address that somebody signed up with it again: the site itself must not. With a code it also
 * carries a fresh verification link, for an account that was never confirmed.
 */
export function addressTakenMail(about: {
  readonly siteUrl: string;
  readonly firstname: string;
  readonly code: string | undefined;
}): MailContent {
  const { siteUrl, firstname, code } = about;
  const isOpen = code === undefined;
  return renderMail({
    subject: 'You already have an account',
    preview: 'Somebody just signed up at Satchel with your address.',
    heading: greet('Hello', firstname),
    paragraphs: [
      'Somebody, perhaps you, just tried to sign up at Satchel with this address. There already is an account for it, so no second one was made and nothing was changed.',
      isOpen
        ? 'If it was you, sign in with the password that you chose back then.'
        : 'The address was never confirmed. If the account is yours, confirm it now and sign in with the password that was chosen first.',
    ],
    action: isOpen
      ? { label: 'Sign in', url: `${siteUrl}/login` }
      : { label: 'Confirm my address', url: `${siteUrl}/email/verify/${code}` },
    notes: [
      `You do not know that password? Choose a new one: ${siteUrl}/password/forgot`,
      isOpen
        ? 'It was not you? Then there is nothing to do: your account is as it was.'
        : 'You never signed up? Then ignore this mail: without the click the account stays closed.',
    ],
    siteUrl,
  });
}
