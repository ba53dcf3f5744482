import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';

/**
 * Returns the mailbox behind an address: without the dots and the plus tag that many providers ignore. Two addresses of
 * one mailbox count as one person where a second account would pay. It is never an identity: at some providers dots do
 * count.
 */
export function canonicalMailbox(email: string): string {
  const address = normaliseEmail(email);
  const at = address.lastIndexOf('@');
  const [local = ''] = address.slice(0, at).split('+');
  const domain = address.slice(at + 1);
  return `${local.replaceAll('.', '')}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`;
}
