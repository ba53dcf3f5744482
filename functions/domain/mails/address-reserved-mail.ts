import { renderMail, type MailContent } from './render-mail.ts';

/** Reports to an address that it cannot be used for an account just now, because another one gave it up a short while ago. */
export function addressReservedMail(about: { readonly siteUrl: string }): MailContent {
  return renderMail({
    subject: 'This address is reserved for now',
    preview: 'An account had it until a few days ago.',
    heading: 'Hello',
    paragraphs: [
      'Someone, perhaps you, wanted to use this address at Satchel. It belonged to an account until a few days ago, and stays reserved for seven days in case that change was a mistake. Nothing was changed.',
      'If you didn’t change your account’s address, open the email we sent you then and use its link to get the account back.',
    ],
    action: { label: 'Contact support', url: `${about.siteUrl}/support` },
    notes: ['If this wasn’t you, you can ignore this email.'],
    siteUrl: about.siteUrl,
  });
}
