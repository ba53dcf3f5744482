import type { User } from '#functions/ports/entities/accounts.ts';
import type { Session } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, type Write } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { withReturn } from '#functions/domain/closing/return-account.ts';
import { newSession } from './new-session.ts';
import { tokensOf, type SessionTokens } from './session-tokens.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random'>;

/** Signs a browser in: a new session with a new id, whatever the browser held before. `alongside` is stored with it. */
export async function openSession(
  needs: Needs,
  user: User,
  { name }: { readonly name?: string } = {},
  alongside: readonly Write[] = [],
): Promise<SessionTokens> {
  const session = newSession(needs, user, { device: name });
  await withRetries(needs, async () => {
    const isChanged = user.hasNeverSignedIn === true || user.closedAtMs !== undefined;
    const seen = (isChanged ? await needs.store.get('user', user) : user) ?? user;
    await needs.store.commit(await withReturn(needs, seen, [...sessionWrites(seen, session), ...alongside]));
  });
  return tokensOf(needs, session);
}

/** The writes that open a session. The account remembers the first sign-in. */
export function sessionWrites(user: User, session: Session): Write[] {
  return [
    insert('session', session),
    ...(user.hasNeverSignedIn ? [update('user', user, { hasNeverSignedIn: undefined })] : []),
  ];
}
