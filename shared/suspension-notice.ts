/**
 * The subject of the mail to a suspended person. The mail's words are in `shared/` because the admin's page previews
 * them exactly.
 */
export const suspensionSubject = 'Your account was suspended';

/** Paragraphs of the mail; `reasonForUser` is the only text of an admin that the person ever reads. */
export function suspensionParagraphs(reasonForUser: string | undefined): readonly string[] {
  return [
    'Our team has suspended your Satchel account. You are signed out everywhere, and all your cards are frozen: every purchase is declined.',
    ...(reasonForUser === undefined ? [] : [`Reason: ${reasonForUser}`]),
    'Your money is still there. Deposits under way will be credited. Reward payouts wait until the account is active again.',
  ];
}
