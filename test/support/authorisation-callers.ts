import type { Route } from '#shared/contract/index.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { staffRoles, type StaffRole } from '#shared/contract/staff.ts';
import { openSession } from '#functions/domain/auth/sessions/open-session.ts';
import { requestSecondFactor } from '#functions/domain/auth/sign-in/request-second-factor.ts';
import { revokeSession } from '#functions/domain/auth/sessions/revoke-session.ts';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import type { Whose } from './authorisation-rows.ts';

/** The services that are needed to make the tokens of callers. */
export type CallerNeeds = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/** The accounts of the authorization matrix: the owner of the object, another cardholder, and an admin. */
export type People = { readonly owner: User; readonly other: User; readonly admin: User };

/** A caller's standing: signed out, locked out for a reason, a cardholder, or staff of a role. */
type Standing = 'nobody' | 'bare admin' | 'suspended' | 'locked' | 'user' | StaffRole;

/** One column of the authorization matrix. */
export type Caller = {
  readonly name: string;
  readonly standing: Standing;
  /** True: the object belongs to the caller. */
  readonly isOwner?: true;
  /** The access cookie's content; undefined for no cookie. */
  readonly token: (needs: CallerNeeds, people: People) => Promise<string | undefined>;
};

const access = async (needs: CallerNeeds, user: User): Promise<string> => (await openSession(needs, user)).accessToken;

async function change(
  { store }: CallerNeeds,
  userId: Id<'user'>,
  changes: (user: User) => Partial<Omit<User, 'version'>>,
): Promise<void> {
  const user = await store.get('user', { userId });
  if (user === undefined) throw new Error('nobody is there');
  await store.commit([update('user', user, changes(user))]);
}

/** Makes the token of a new session, then lets `happens` change the account. */
const then =
  (who: keyof People, happens: (needs: CallerNeeds, user: User) => Promise<void>): Caller['token'] =>
  async (needs, people) => {
    const token = await access(needs, people[who]);
    await happens(needs, people[who]);
    return token;
  };

/** One caller of every kind. */
export const callers: readonly Caller[] = [
  { name: 'nobody', standing: 'nobody', token: async () => undefined },
  { name: 'a text that is no token', standing: 'nobody', token: async () => 'x.y.z' },
  { name: 'the user', standing: 'user', isOwner: true, token: (needs, { owner }) => access(needs, owner) },
  { name: 'another user', standing: 'user', token: (needs, { other }) => access(needs, other) },
  {
    name: 'the user, suspended meanwhile',
    standing: 'suspended',
    token: then('owner', (needs, { userId }) =>
      change(needs, userId, ({ sessionGeneration }) => ({
        isSuspended: true,
        sessionGeneration: sessionGeneration + 1,
      })),
    ),
  },
  {
    name: 'the user, locked meanwhile until a password reset',
    standing: 'locked',
    token: then('owner', (needs, { userId }) => change(needs, userId, () => ({ isLockedUntilReset: true }))),
  },
  {
    name: 'a person whose address was never verified',
    standing: 'nobody',
    token: then('other', (needs, { userId }) => change(needs, userId, () => ({ isVerified: false }))),
  },
  {
    name: 'the user, still without the second factor',
    standing: 'nobody',
    token: async (needs, { owner }) => (await requestSecondFactor(needs, owner, undefined)).browserToken,
  },
  {
    name: 'the user with an access token that has run out',
    standing: 'nobody',
    token: async ({ keys, clock, store, random, mailer, log, settings }, { owner }) => {
      const before = { ...clock, now: () => clock.now() - 16 * 60_000 };
      return access({ keys, clock: before, store, random, mailer, log, settings }, owner);
    },
  },
  {
    name: 'the user with a session that was ended',
    standing: 'nobody',
    token: async (needs, { owner }) => {
      const { accessToken } = await openSession(needs, owner);
      const claims = await needs.keys.readAccessToken(accessToken, needs.clock.now());
      await revokeSession(needs, (claims?.sessionId ?? '') as Id<'session'>);
      return accessToken;
    },
  },
  {
    name: 'the user with a session from before the password changed',
    standing: 'nobody',
    token: then('owner', (needs, { userId }) =>
      change(needs, userId, ({ sessionGeneration }) => ({ sessionGeneration: sessionGeneration + 1 })),
    ),
  },
  {
    name: 'the user with a refresh token for an access token',
    standing: 'nobody',
    token: async (needs, { owner }) => (await openSession(needs, owner)).refreshToken,
  },
  {
    name: 'an admin from before there were roles',
    standing: 'admin',
    token: (needs, { admin }) => access(needs, admin),
  },
  ...staffRoles.map((staffRole): Caller => ({
    name: `staff with the role ${staffRole}`,
    standing: staffRole,
    token: then('admin', (needs, { userId }) => change(needs, userId, () => ({ staffRole }))),
  })),
  {
    name: 'an admin without an app and a passkey',
    standing: 'bare admin',
    token: then('admin', (needs, { userId }) => change(needs, userId, () => ({ factors: undefined }))),
  },
  {
    name: 'an admin who has just ceased to be one',
    standing: 'user',
    token: then('admin', (needs, { userId }) => change(needs, userId, () => ({ role: 'user', staffRole: 'admin' }))),
  },
  {
    name: 'an admin, suspended meanwhile',
    standing: 'suspended',
    token: then('admin', (needs, { userId }) => change(needs, userId, () => ({ isSuspended: true }))),
  },
];

/**
 * Returns the refusal that a caller gets; undefined when the request is allowed. It depends only on the route, its
 * owner and the caller.
 */
export function refusalFor(route: Route, whose: Whose, { standing, isOwner }: Caller): ErrorCode | undefined {
  if (route.access === 'public') return undefined;
  if (standing === 'nobody') return 'InvalidAccessToken';
  if (standing === 'suspended') return 'AccountSuspended';
  if (standing === 'locked') return 'AccountLocked';
  if (route.access === 'user' && standing !== 'user') return 'Forbidden';
  if (standing === 'bare admin') return route.withoutFactor ? undefined : 'FactorRequired';
  if (route.access === 'admin' && !route.staff.some((role) => role === standing)) return 'Forbidden';
  return whose === 'owner' && !isOwner ? 'NotFound' : undefined;
}
