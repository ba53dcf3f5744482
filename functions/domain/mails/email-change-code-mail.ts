import { renderMail, type MailContent } from './render-mail.ts';

/**
 * Brings the digits that prove a new address. It names nobody: whoever has the mailbox may never have heard of the person
 * who typed it.
 */
export function emailChangeCodeMail(about: { readonly siteUrl: string; readonly code: string }): MailContent {
  return renderMail({
    subject: 'Confirm your new e-mail address',
    preview: 'Six digits to use this address at Satchel.',
    heading: 'Confirm your new address',
    paragraphs: ['Enter this code in your Satchel settings to use this address from now on:'],
    code: about.code,
    notes: [
      'It works once, for 10 minutes. A newer code replaces it.',
      'You did not ask for it? Then ignore this mail: nothing happens without the code. Never tell it to anybody.',
    ],
    siteUrl: about.siteUrl,
  });
}
