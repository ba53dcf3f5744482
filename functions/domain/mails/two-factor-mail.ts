import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/** Mails a person that sign-in codes by email were switched on or off, and by whom. */
export function twoFactorMail(
  about: MailFacts & {
    readonly atMs: number;
    readonly isEnabled: boolean;
    readonly by: 'owner' | 'admin';
    /** True while an authenticator app or a passkey is on, so no code is mailed. */
    readonly isReplaced: boolean;
  },
): MailContent {
  const { siteUrl, firstname, atMs, isEnabled, by, isReplaced } = about;
  const state = isEnabled ? 'on' : 'off';
  return renderMail({
    subject: `Sign-in codes are ${state}`,
    preview: isReplaced
      ? 'Signing in still needs your app or passkey.'
      : isEnabled
        ? 'From now on, signing in needs a code from your email.'
        : 'From now on, your password is enough.',
    heading: greet('Hello', firstname),
    paragraphs: [
      `On ${momentText(atMs)}, codes by email were switched ${state} for your Satchel account${by === 'admin' ? ' by our team' : ''}.`,
      isReplaced
        ? 'Signing in still needs your app or passkey. While one of them is on, we email you no codes.'
        : isEnabled
          ? 'When you sign in, we email you a 6-digit code. Your password alone is no longer enough.'
          : 'Your password alone is now enough to sign in. We recommend keeping codes on.',
    ],
    action: { label: 'Open Security', url: `${siteUrl}/security` },
    notes: [
      by === 'admin'
        ? `Didn’t expect this? Contact us: ${siteUrl}/support`
        : `If this wasn’t you, choose a new password, which signs out every device: ${siteUrl}/password/forgot`,
    ],
    siteUrl,
  });
}
