/**
 * Decides on a deposit that the rules leave to an admin. Locally:
 *
 *     node bin/decide-deposit.ts dep_… credit 3000 .local/services.json --by admin@satchel.test --reason "…"
 *     node bin/decide-deposit.ts dep_… refuse .local/services.json --by admin@satchel.test --reason "…"
 *
 * On AWS the same without the file, with TABLE_NAME, SESSION_SECRET_ID, PAYMENTS_SECRET_ID, PAYMENTS_PROFILE,
 * PAYMENTS_BASE_URL and PAYMENTS_PAY_ORIGINS set and the operator's credentials in the environment.
 */
import { cents, formatCents } from '#shared/money.ts';
import {
  decideDeposit,
  type DecidedDeposit,
  type DepositDecisionCommand,
} from '#functions/domain/deposits/decide-deposit.ts';
import { acceptableMismatches } from '#shared/payment-mismatches.ts';
import { createLog } from '#functions/runtime/log.ts';
import { createRandom } from '#functions/runtime/random.ts';
import { optional, required, rest, type Kind } from './command-line/arguments.ts';
import { decisionReason, email, file, idOf, oneOf, wholeNumber } from './command-line/kinds.ts';
import { runCommand, WrongCall } from './command-line/run-command.ts';
import { decidingPeople, refuseSamePerson, type DecidingPeople } from './operator/deciding-people.ts';
import { describeVariables, paymentsVariables, tableVariables } from './operator/deployment-variables.ts';
import type { OperatorAccess } from './operator/local-store.ts';
import { paymentsOf } from './operator/payments-of.ts';
import { operatorAccess } from './operator/services-file.ts';

const amount = wholeNumber({ max: 999_999_999_999 });
const amountOrFile: Kind<number | string> = {
  takes: 'whole cents or the path of a file that exists',
  read: (given) => amount.read(given) ?? file.read(given),
};

/**
 * Decides in the name of one admin, and of a second one where that is needed. Throws WrongCall and CommandFailure before
 * anything is written when one of them may not decide, and AppError as `decideDeposit`.
 */
export async function decideDepositFor(
  needs: Parameters<typeof decideDeposit>[0] & OperatorAccess,
  command: Omit<DepositDecisionCommand, 'actorId'>,
  people: DecidingPeople,
): Promise<DecidedDeposit> {
  const { depositId } = command;
  const deposit = await needs.store.get('deposit', { depositId });
  const [first, second] = await decidingPeople(needs, people, deposit?.userId);
  const decided = await decideDeposit(needs, { ...command, actorId: first });
  if (decided.status === 'decided' || second === undefined) return decided;
  return decideDeposit(needs, { ...command, actorId: second });
}

await runCommand(
  import.meta,
  {
    summary:
      'Decides on a deposit that waits for an admin.\n' +
      'The decision is taken on what the provider says now and holds as long as the provider says that.\n' +
      'Credit is at most what the provider received; refuse gives nothing that waits.',
    positionals: {
      deposit: required(idOf('deposit'), 'id of the deposit: dep_…'),
      outcome: required(oneOf(['credit', 'refuse']), 'what becomes of what waits'),
      left: rest(amountOrFile, 'cents in all (without them all that was received), and the file of a local stack'),
    },
    options: {
      by: required(email, 'address of the admin who decides'),
      second: optional(email, 'address of a second admin, for more than $200 beyond what is credited'),
      reason: required(decisionReason, 'why, for the audit record'),
      accept: optional(oneOf(acceptableMismatches), 'a difference from the invoice that is accepted'),
    },
    variables: describeVariables(...tableVariables, ...paymentsVariables),
  },
  async ({ deposit: depositId, outcome, left, by, second, reason, accept }) => {
    const [creditCents, ...superfluous] = left.filter((each) => typeof each === 'number');
    const [services, ...files] = left.filter((each) => typeof each === 'string');
    if (superfluous.length + files.length > 0) throw new WrongCall('At most one amount and one file.');
    refuseSamePerson({ by, second });
    const access = operatorAccess(services);
    const payments = await paymentsOf(services, access.clock);
    const needs = {
      ...access,
      random: createRandom(access.clock),
      log: createLog('decide-deposit'),
      payments,
    };
    const command = {
      depositId,
      outcome,
      creditCents: creditCents === undefined ? undefined : cents(creditCents),
      accept: accept === undefined ? [] : [accept],
      reason,
    };
    const { status, deposit } = await decideDepositFor(needs, command, { by, second });
    const credited = `${formatCents(deposit.creditedCents)} are credited, of a deposit of ${formatCents(deposit.amountCents)}.`;
    console.log(
      status === 'decided'
        ? `${depositId} is decided. The provider says ${deposit.state}; ${credited}`
        : `${depositId} waits for the same decision of a second admin (--second). ${credited}`,
    );
  },
);
