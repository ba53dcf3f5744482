import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent } from './render-mail.ts';

/** Tells a person that codes by e-mail at sign-in were switched on or off, and by whom. */
export function twoFactorMail(about: {
  readonly siteUrl: string;
  readonly firstname: string;
  readonly atMs: number;
  readonly isEnabled: boolean;
  readonly by: 'owner' | 'admin';
}): MailContent {
  const { siteUrl, firstname, atMs, isEnabled, by } = about;
  const state = isEnabled ? 'on' : 'off';
  return renderMail({
    subject: `Sign-in codes are ${state}`,
    preview: isEnabled
      ? 'From now on a sign-in needs a code from your mailbox.'
      : 'From now on your password is enough.',
    heading: greet('Hello', firstname),
    paragraphs: [
      `On ${momentText(atMs)} codes by email were switched ${state} for your Satchel account${by === 'admin' ? ' by our team' : ''}.`,
      isEnabled
        ? 'When you sign in we mail you six digits, and your password alone is no longer enough.'
        : 'When you sign in your password is enough. We recommend that you leave the codes on.',
    ],
    action: { label: 'Open the settings', url: `${siteUrl}/profile-settings` },
    notes: [
      by === 'admin'
        ? `You did not expect this? Write to us: ${siteUrl}/support`
        : `It was not you? Choose a new password, which ends all your sessions: ${siteUrl}/password/forgot`,
    ],
    siteUrl,
  });
}
