import { renderMail, type MailContent } from './render-mail.ts';

/**
 * Mails the digits that prove a new address. The mail holds no name: the owner of the mailbox may not know the person
 * who typed the address.
 */
export function emailChangeCodeMail(about: { readonly siteUrl: string; readonly code: string }): MailContent {
  return renderMail({
    subject: 'Confirm your new email address',
    preview: 'Six digits to use this address at Satchel.',
    heading: 'Confirm your new address',
    paragraphs: ['Enter this code in your Satchel settings to use this address from now on:'],
    code: about.code,
    notes: [
      'It works once, for 10 minutes. A newer code replaces it.',
      'If you didn’t ask for it, ignore this email: nothing happens without the code. Never share it.',
    ],
    siteUrl: about.siteUrl,
  });
}
