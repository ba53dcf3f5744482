import type { Grant } from '../definition/types.ts';

/** The `MAY_…` that are "no" in the bundle of a function with this grant: what it is not granted is cut out of it. */
export function namesCut(grant: Grant): readonly string[] {
  const has = {
    MAY_STORE: grant.table !== undefined,
    MAY_PAY: grant.secrets?.includes('payments') ?? false,
    MAY_ISSUE: grant.secrets?.includes('issuer') ?? false,
    MAY_MAIL: grant.mail ?? false,
    MAY_READ_RETURNS: grant.returnedMails ?? false,
    MAY_SEND: (grant.send ?? []).length > 0,
    MAY_SORT: grant.deadLetters !== undefined,
    MAY_SIGN_IN: grant.signIn ?? false,
  };
  return Object.entries(has).flatMap(([name, isGranted]) => (isGranted ? [] : [name]));
}
