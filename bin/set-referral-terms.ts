/**
 * Marks a referrer as premium (more for a referred card) or lets payouts start by themselves; `standard` and
 * `on-request` undo it. Locally:
 *
 *     node bin/set-referral-terms.ts someone@example.com premium .local/services.json
 *
 * On AWS the same with TABLE_NAME and SESSION_SECRET_ID set and the operator's credentials in the environment.
 */
import { pathToFileURL } from 'node:url';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { setReferralTerms, type ReferralTerms } from '#functions/domain/referrals/set-referral-terms.ts';
import { createRandom } from '#functions/runtime/random.ts';
import { awsStore } from './operator/aws-store.ts';
import { localStore, type OperatorAccess } from './operator/local-store.ts';

const termsOf: Readonly<Record<string, ReferralTerms>> = {
  premium: { isPremium: true },
  standard: { isPremium: false },
  automatic: { isAutomatic: true },
  'on-request': { isAutomatic: false },
};

/** Changes the terms of the account with an address. Throws when there is none. */
export async function setTerms({ store, keys }: OperatorAccess, email: string, terms: ReferralTerms): Promise<void> {
  const owner = await store.get('emailOwner', { emailHash: await keys.emailHash(normaliseEmail(email)) });
  if (!owner) throw new Error(`nobody has an account with ${email}`);
  const clock = { now: () => Date.now(), sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)) };
  await setReferralTerms({ store, clock, random: createRandom(clock) }, owner.userId, terms);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , email, word = '', servicesFile] = process.argv;
  const terms = termsOf[word];
  if (email === undefined || terms === undefined) {
    const words = Object.keys(termsOf).join('|');
    throw new Error(`usage: node bin/set-referral-terms.ts <email> <${words}> [path of a local services.json]`);
  }
  await setTerms(servicesFile === undefined ? awsStore() : localStore(servicesFile), email, terms);
  console.log(`${email} is ${word} now.`);
}
