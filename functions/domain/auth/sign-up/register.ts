import type { Id } from '#shared/ids.ts';
import { termsVersion } from '#shared/terms.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { SignUps } from '#functions/ports/entities/sign-in.ts';
import type { Services } from '#functions/ports/services.ts';
import { WriteConflict, type Write } from '#functions/ports/store.ts';
import { addressReservedMail } from '#functions/domain/mails/address-reserved-mail.ts';
import { addressTakenMail } from '#functions/domain/mails/address-taken-mail.ts';
import type { MailContent } from '#functions/domain/mails/render-mail.ts';
import { verificationMail } from '#functions/domain/mails/verification-mail.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { countMail, mailCounterId, newVerification } from './email-verification.ts';
import { networkQuotas } from '#functions/domain/auth/network-quotas.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { takeOne } from '#functions/domain/auth/quota.ts';
import { refuseCommonPassword } from '#functions/domain/auth/refuse-common-password.ts';
import { sendMail } from '#functions/domain/auth/send-mail.ts';
import { sameSignUp, signedUpAt, withSignUp } from './sign-ups.ts';
import { waitAgain } from '#functions/domain/auth/unconfirmed-account.ts';
import { addressBlock } from '#functions/domain/auth/address-block.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/** The form of a sign-up, and where it comes from. */
export type Applicant = {
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly password: string;
  readonly referredBy: string | undefined;
  readonly clientAddress: string;
};

/**
 * Stores a sign-up and mails its link. Sign-ups with one address wait side by side, each with a link of its own, and
 * the first click makes the account: signing up with a stranger's address takes nothing from its owner. Where the
 * address has an account, or an account gave it up a short while ago, its mailbox gets a mail that says so.
 *
 * All ways end alike and do the same work: a password is hashed, the same reads are made, one transaction is written
 * and one mail is sent, so nobody learns who has an account. After five mails in an hour nothing more is stored or
 * sent.
 *
 * Throws AppError ValidationFailed for a common password, and TooManyRequests when a network signs up too many.
 */
export async function register(needs: Needs, applicant: Applicant): Promise<void> {
  const { store, keys, clock, random } = needs;
  refuseCommonPassword(applicant.password, 'password');
  await takeOne(needs, await networkQuotas(needs, 'registration', applicant.clientAddress));
  const email = applicant.email.trim();
  const emailHash = await keys.emailHash(normaliseEmail(email));
  const passwordHash = await keys.hashPassword(applicant.password, emailHash);
  const outcome = await withRetries(needs, async () => {
    const [[owner, reservation], [signUps, mails]] = await Promise.all([
      store.getBoth({ kind: 'emailOwner', key: { emailHash } }, { kind: 'emailReservation', key: { emailHash } }),
      store.getBoth(
        { kind: 'signUps', key: { emailHash } },
        { kind: 'rateCounter', key: { counterId: mailCounterId(emailHash) } },
      ),
    ]);
    // Read even when nobody owns the address: the missing round trip would reveal that.
    const user = await store.get('user', { userId: owner?.userId ?? random.id('user') });
    const count = countMail(emailHash, mails, clock.now());
    if (count === undefined) return undefined;
    if (user !== undefined && !user.isVerified && !user.isSuspended) {
      // The account is a waiting sign-up from now on: the next round reads it as one.
      await waitAgain(needs, user, emailHash);
      throw new WriteConflict([{ kind: 'signUps', reason: 'stale' }]);
    }
    const plan =
      user !== undefined
        ? takenPlan(needs, user)
        : reservation !== undefined
          ? reservedPlan(needs, email, reservation.userId)
          : await signUpPlan(needs, { ...applicant, email, emailHash, passwordHash }, signUps);
    // Of two people who sign up with one address at once, the slower one joins the other on the next round.
    await commitForRetry(store, [count, ...plan.writes]);
    return plan;
  });
  if (outcome === undefined) return;
  await sendMail(needs, outcome.to, outcome.mail, { mail: outcome.name, userId: outcome.userId });
}

/** The writes of a sign-up, and the mail that follows. */
type Plan = {
  readonly writes: readonly Write[];
  readonly userId: Id<'user'>;
  readonly to: string;
  readonly name: string;
  readonly mail: MailContent;
};

type NewSignUp = Applicant & Pick<User, 'passwordHash'> & { readonly emailHash: string };

async function signUpPlan(needs: Needs, asked: NewSignUp, seen: SignUps | undefined): Promise<Plan> {
  const { clock, random, settings } = needs;
  const { email, emailHash, passwordHash } = asked;
  const nowMs = clock.now();
  const given = {
    email,
    firstname: asked.firstname.trim(),
    lastname: asked.lastname.trim(),
    passwordHash,
    // Stored unchecked: it is judged once, when the link is opened.
    referredBy: asked.referredBy?.trim() || undefined,
    signUpNetwork: await signUpNetwork(needs, asked.clientAddress),
    // Sending the form accepts the terms.
    termsVersion,
    termsAcceptedAtMs: nowMs,
  };
  // Sending the same form again mails another link to the same sign-up.
  const { userId, createdAtMs } = sameSignUp(seen, given) ?? { userId: random.id('user', nowMs), createdAtMs: nowMs };
  const signUp = { ...given, userId, createdAtMs };
  const { waiting, write } = withSignUp(seen, emailHash, signUp);
  const verification = await newVerification(needs, signUp);
  return {
    writes: [write, verification.write],
    userId,
    to: email,
    name: 'verification',
    mail: verificationMail({
      siteUrl: settings.siteUrl,
      firstname: signUp.firstname,
      code: verification.code,
      signedUpAtMs: signedUpAt(waiting, signUp),
    }),
  };
}

function takenPlan({ settings }: Needs, { userId, email, firstname }: User): Plan {
  const mail = addressTakenMail({ siteUrl: settings.siteUrl, firstname });
  return { writes: [], userId, to: email, name: 'address-taken', mail };
}

function reservedPlan({ settings }: Needs, email: string, userId: Id<'user'>): Plan {
  const mail = addressReservedMail({ siteUrl: settings.siteUrl });
  return { writes: [], userId, to: email, name: 'address-reserved', mail };
}

/**
 * Returns the keyed hash of the network that a sign-up comes from: /24 of IPv4, /48 of IPv6, because one household or
 * rented server has that much. The address itself is not stored. Undefined for loopback, where a local stack's people
 * all come from.
 */
async function signUpNetwork({ keys }: Pick<Services, 'keys'>, clientAddress: string): Promise<string | undefined> {
  const block = addressBlock(clientAddress);
  if (block === '127.0.0.0/24' || block === addressBlock('::1')) return undefined;
  const network = block.endsWith('::/64') ? `${block.split(':').slice(0, 3).join(':')}::/48` : block;
  return keys.codeHash('sign-up-network', network);
}
