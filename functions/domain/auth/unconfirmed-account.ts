import type { User } from '#functions/ports/entities/accounts.ts';
import type { SignUp, SignUps } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { remove } from '#functions/ports/store.ts';
import { searchTermsOf } from '#functions/domain/admin/search-terms.ts';
import { withSignUp } from './sign-ups.ts';

/**
 * Turns an account from before sign-ups waited for their link, whose address nobody ever confirmed, into a sign-up that
 * waits: it has no session, no card and no money, and must not keep the address from its owner. Returns the sign-ups
 * that wait with the address then, and this one.
 *
 * `passwordHash` is what the sign-up is found by when its password is given; without it only its links lead there.
 */
export async function waitAgain(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  user: User,
  emailHash: string,
  passwordHash = user.passwordHash,
): Promise<{ readonly signUps: Pick<SignUps, 'emailHash' | 'waiting'>; readonly signUp: SignUp }> {
  const { userId, email, firstname, lastname, referredBy, createdAtMs } = user;
  const signUp: SignUp = { userId, email, firstname, lastname, passwordHash, referredBy, createdAtMs };
  const { waiting, write } = withSignUp(await store.get('signUps', { emailHash }), emailHash, signUp, clock.now());
  await store.commit([
    write,
    remove('user', { userId }),
    remove('emailOwner', { emailHash }),
    remove('wallet', { userId }),
    ...searchTermsOf(user).map((term) => remove('searchTerm', { term, userId })),
  ]);
  return { signUps: { emailHash, waiting }, signUp };
}
