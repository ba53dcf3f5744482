import { greet } from './greet.ts';
import { momentText } from './moment-text.ts';
import { renderMail, type MailContent, type MailFacts } from './render-mail.ts';

/** Mail that says the account was locked or unlocked with one of its sessions. */
export function accountLockMail(about: MailFacts & { readonly atMs: number; readonly isLocked: boolean }): MailContent {
  const { siteUrl, firstname, atMs, isLocked } = about;
  return renderMail({
    subject: isLocked ? 'Your account is locked' : 'Your account is unlocked',
    preview: isLocked ? 'Your cards are frozen, and no money leaves your balance.' : 'Your cards work again.',
    heading: greet('Hello', firstname),
    paragraphs: [
      `On ${momentText(atMs)}, your Satchel account was ${isLocked ? 'locked' : 'unlocked'} from a signed-in device.`,
      isLocked
        ? 'All your cards are frozen. Loads, new cards, payouts, and card numbers are off until you unlock the account in Security.'
        : 'Cards that the lock froze work again. Cards that are frozen for another reason stay frozen.',
    ],
    action: { label: 'Open Security', url: `${siteUrl}/security` },
    notes: [`If this wasn’t you, choose a new password, which signs out every device: ${siteUrl}/password/forgot`],
    siteUrl,
  });
}
