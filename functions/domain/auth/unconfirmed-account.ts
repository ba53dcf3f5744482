import type { User } from '#functions/ports/entities/accounts.ts';
import type { SignUp, SignUps } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { remove, update, type Write } from '#functions/ports/store.ts';
import { searchTermsOf } from '#functions/domain/admin/search-terms.ts';
import { markKeptMs, totalRow } from '#functions/domain/statistics/count-contributions.ts';
import { dayOf } from '#functions/domain/statistics/day-of.ts';
import { readDay } from '#functions/domain/statistics/mend-statistics.ts';
import { withSignUp } from './sign-up/sign-ups.ts';

/**
 * Turns an account whose address nobody ever confirmed into a sign-up that waits. Such an account is from before
 * sign-ups waited for their link: it has no session, no card and no money, and must not keep the address from its
 * owner. Returns the sign-ups that then wait with the address, and this one.
 *
 * `passwordHash` lets a sign-in with the password find the sign-up; without it only its links lead there.
 */
export async function waitAgain(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  user: User,
  emailHash: string,
  passwordHash = user.passwordHash,
): Promise<{ readonly signUps: Pick<SignUps, 'emailHash' | 'waiting'>; readonly signUp: SignUp }> {
  const { userId, email, firstname, lastname, referredBy, createdAtMs } = user;
  const signUp: SignUp = { userId, email, firstname, lastname, passwordHash, referredBy, createdAtMs };
  const uncounted = await uncountedWrites({ store, clock }, user);
  const { waiting, write } = withSignUp(await store.get('signUps', { emailHash }), emailHash, signUp, clock.now());
  await store.commit([
    write,
    remove('user', { userId }),
    remove('emailOwner', { emailHash }),
    remove('wallet', { userId }),
    ...searchTermsOf(user).map((term) => remove('searchTerm', { term, userId })),
    ...uncounted,
  ]);
  return { signUps: { emailHash, waiting }, signUp };
}

/** The writes that take an account out of the statistics of its day: its confirmation counts it again. */
async function uncountedWrites(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { userId, createdAtMs }: User,
): Promise<readonly Write[]> {
  const mark = await store.get('countedRecord', { recordId: userId });
  // The statistics have not counted the account yet, and will find it gone.
  if (mark === undefined && clock.now() < createdAtMs + markKeptMs) return [];
  const row = (await readDay({ store }, dayOf(createdAtMs))).find(({ usersRegistered }) => usersRegistered > 0);
  if (row === undefined) return [];
  const total = await store.get('platformFigures', { day: totalRow, shard: row.shard });
  return [
    ...(mark ? [remove('countedRecord', { recordId: userId })] : []),
    ...[row, total].flatMap((each) =>
      each ? [update('platformFigures', each, { usersRegistered: each.usersRegistered - 1 })] : [],
    ),
  ];
}
