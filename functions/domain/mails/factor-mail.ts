import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/** A change of an account's second factors. */
export type FactorChange = 'totp-on' | 'totp-off' | 'passkey-on' | 'passkey-off' | 'recovery-codes';

type Words = { readonly subject: string; readonly preview: string; readonly done: string; readonly means: string };

const wordsOf: Readonly<Record<FactorChange, Words>> = {
  'totp-on': {
    subject: 'Authenticator app added',
    preview: 'From now on, signing in needs a code from your app.',
    done: 'an authenticator app was added to your Satchel account',
    means: 'Signing in now needs a code from it: codes by email no longer work. Older recovery codes no longer work.',
  },
  'totp-off': {
    subject: 'Authenticator app removed',
    preview: 'Its codes no longer work.',
    done: 'the authenticator app was removed from your Satchel account',
    means: 'Its codes no longer work.',
  },
  'passkey-on': {
    subject: 'Passkey added',
    preview: 'It can sign in to your account.',
    done: 'a passkey was added to your Satchel account',
    means: 'It can sign in to your account, and a password alone no longer does.',
  },
  'passkey-off': {
    subject: 'Passkey removed',
    preview: 'It no longer works.',
    done: 'a passkey was removed from your Satchel account',
    means: 'It no longer works.',
  },
  'recovery-codes': {
    subject: 'New recovery codes',
    preview: 'The older ones no longer work.',
    done: 'new recovery codes were made for your Satchel account',
    means: 'The older ones no longer work.',
  },
};

/** Reports to a person that a factor of their account was added, taken off or renewed. */
export function factorMail(
  about: MailFacts & {
    readonly atMs: number;
    readonly change: FactorChange;
    /** The name of a passkey. */
    readonly name: string | undefined;
  },
): MailContent {
  const { siteUrl, firstname, atMs, change, name } = about;
  const { subject, preview, done, means } = wordsOf[change];
  const named = name === undefined ? '' : ` (“${name}”)`;
  return renderMail({
    subject,
    preview,
    heading: greet('Hello', firstname),
    paragraphs: [`On ${momentText(atMs)}, ${done}${named}.`, means],
    action: { label: 'Open Security', url: `${siteUrl}/security` },
    notes: [
      `If this wasn’t you, choose “Lock everything” in Security where you’re still signed in. Then choose a new password, which signs out every device: ${siteUrl}/password/forgot`,
      `If you can’t sign in anymore, contact support: ${siteUrl}/support`,
    ],
    siteUrl,
  });
}
