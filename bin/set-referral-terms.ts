/**
 * Marks a referrer as premium (more for a referred card) or lets payouts start by themselves; `standard` and
 * `on-request` undo it. Locally:
 *
 *     node bin/set-referral-terms.ts someone@example.com premium .local/services.json
 *
 * On AWS the same with TABLE_NAME and SESSION_SECRET_ID set and the operator's credentials in the environment.
 */
import { setReferralTerms, type ReferralTerms } from '#functions/domain/referrals/set-referral-terms.ts';
import { createRandom } from '#functions/runtime/random.ts';
import { required } from './command-line/arguments.ts';
import { email, oneOf } from './command-line/kinds.ts';
import { runCommand } from './command-line/run-command.ts';
import { accountOf } from './operator/account-of.ts';
import type { OperatorAccess } from './operator/local-store.ts';
import { describeVariables, tableVariables } from './operator/deployment-variables.ts';
import { operatorAccess, servicesFile } from './operator/services-file.ts';

/** The terms by the word of the command. */
export const termsOf: Readonly<Record<string, ReferralTerms>> = {
  premium: { isPremium: true },
  standard: { isPremium: false },
  automatic: { isAutomatic: true },
  'on-request': { isAutomatic: false },
};

/** Changes the terms of the account with an address. Throws CommandFailure when no account has the address. */
export async function setTerms(access: OperatorAccess, address: string, terms: ReferralTerms): Promise<void> {
  const { userId } = await accountOf(access, address);
  const { store, clock } = access;
  const needs = { store, clock, random: createRandom(clock) };
  await setReferralTerms(needs, userId, terms);
}

await runCommand(
  import.meta,
  {
    summary: 'Changes the referral terms of an account.',
    positionals: {
      email: required(email, 'address of the account'),
      terms: required(oneOf(Object.keys(termsOf)), 'premium or automatic; standard and on-request undo them'),
      services: servicesFile,
    },
    variables: describeVariables(...tableVariables),
  },
  async ({ email: address, terms: word, services }) => {
    await setTerms(operatorAccess(services), address, termsOf[word] ?? {});
    console.log(`${address} is ${word} now.`);
  },
);
