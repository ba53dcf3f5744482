import { AppError } from '#shared/errors.ts';
import { idSchema } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { findOwner } from '#functions/domain/auth/factors/change-factors.ts';
import { spendAssertion } from '#functions/domain/auth/factors/spend-assertion.ts';
import type { GivenAssertion } from '#functions/domain/auth/factors/webauthn.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { deviceNameOf } from '#functions/domain/auth/sessions/device-name.ts';
import { deviceOf, type Browser } from '#functions/domain/auth/sessions/device-of.ts';
import { newSession } from '#functions/domain/auth/sessions/new-session.ts';
import { sessionWrites } from '#functions/domain/auth/sessions/open-session.ts';
import { tokensOf } from '#functions/domain/auth/sessions/session-tokens.ts';
import type { SignedIn } from '#functions/domain/auth/sessions/signed-in.ts';
import { withReturn } from '#functions/domain/closing/return-account.ts';
import { assertMayEnter } from './assert-may-enter.ts';
import { signInWrite } from './sign-in-write.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'log' | 'settings'>;

/** An assertion, and the browser that it comes from. */
export type GivenPasskey = Browser & {
  readonly assertion: GivenAssertion;
  /** The cookie that the challenge was bound to, if the browser has one. */
  readonly browserToken: string | undefined;
};

/**
 * Signs the owner of a passkey in: as the second step after a password, or without one, because a passkey is something
 * that its owner has and that verified them.
 *
 * Throws AppError InvalidCredentials, and AccountSuspended or AccountLocked to a right assertion only.
 */
export async function signInWithPasskey(needs: Needs, given: GivenPasskey): Promise<SignedIn> {
  const { store, keys } = needs;
  const { assertion, browserToken } = given;
  const userId = idSchema('user').safeParse(ownerIn(assertion)).data;
  if (userId === undefined || browserToken === undefined) throw wrongPasskey();
  const { session, device } = await withRetries(needs, async () => {
    const owner = await findOwner(needs, userId);
    const bond = { purpose: 'sign-in', holder: browserToken } as const;
    const spent = owner && (await spendAssertion(needs, owner, { assertion, bond }));
    if (owner === undefined || spent === undefined) throw wrongPasskey();
    const { user } = owner;
    assertMayEnter(user);
    const session = newSession(needs, user, { device: deviceNameOf(given.userAgent) });
    const device = await deviceOf(needs, await keys.emailHash(normaliseEmail(user.email)), given);
    const writes = [...sessionWrites(user, session), ...spent, signInWrite(needs, user, device, 'passkey')];
    await store.commit(await withReturn(needs, user, writes));
    return { session, device };
  });
  return { userId, tokens: await tokensOf(needs, session), deviceToken: device.token };
}

/** The account that the passkey was made for. */
function ownerIn({ response }: GivenAssertion): string {
  return Buffer.from(response.userHandle ?? '', 'base64url').toString();
}

function wrongPasskey(): AppError {
  return new AppError('InvalidCredentials', 'This passkey does not sign in here. Try again or use another way.');
}
