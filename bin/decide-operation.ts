/**
 * Ends an operation in review by a person's decision, when the card issuer cannot report its outcome:
 *
 *     node bin/decide-operation.ts op_… never .local/services.json --reason "ticket 4711" --by ada@example.com
 *
 * On AWS the same without the file, with TABLE_NAME, SESSION_SECRET_ID, ISSUER_SECRET_ID, ISSUER_BASE_URL and
 * ISSUER_REVEAL_BASE_URL set and the operator's credentials in the environment.
 */
import { cents } from '#shared/money.ts';
import {
  decideOperation,
  type DecidedOperation,
  type OperationDecision,
} from '#functions/domain/operations/decide-operation.ts';
import type { OperationNeeds } from '#functions/domain/operations/operation-steps.ts';
import { createLog } from '#functions/runtime/log.ts';
import { createRandom } from '#functions/runtime/random.ts';
import { optional, required, rest, type Kind } from './command-line/arguments.ts';
import { decisionReason, email, file, idOf, oneOf, wholeNumber } from './command-line/kinds.ts';
import { runCommand, WrongCall } from './command-line/run-command.ts';
import { decidingPeople, refuseSamePerson, type DecidingPeople } from './operator/deciding-people.ts';
import { describeVariables, issuerVariables, tableVariables } from './operator/deployment-variables.ts';
import type { OperatorAccess } from './operator/local-store.ts';
import { operatorIssuer } from './operator/operator-issuer.ts';
import { operatorAccess } from './operator/services-file.ts';

const amount = wholeNumber({ min: 1 });
const amountOrFile: Kind<number | string> = {
  takes: `${amount.takes}, or ${file.takes}`,
  read: (given) => amount.read(given) ?? file.read(given),
};

/**
 * Decides in the name of one admin, and of a second one where that is needed. Throws WrongCall and CommandFailure before
 * anything is written when one of them may not decide, and AppError as `decideOperation`.
 */
export async function decideOperationFor(
  needs: OperationNeeds & OperatorAccess,
  decision: Omit<OperationDecision, 'actorId'>,
  people: DecidingPeople,
): Promise<DecidedOperation> {
  const { operationId } = decision;
  const operation = await needs.store.get('operation', { operationId });
  const [first, second] = await decidingPeople(needs, people, operation?.userId);
  const decided = await decideOperation(needs, { ...decision, actorId: first });
  if (decided.endedBy !== undefined || second === undefined) return decided;
  return decideOperation(needs, { ...decision, actorId: second });
}

await runCommand(
  import.meta,
  {
    summary:
      'Decides what became of an operation in review. The card issuer is asked first, and its answer counts more.',
    positionals: {
      operation: required(idOf('operation'), 'id of the operation: op_…'),
      outcome: required(oneOf(['happened', 'never']), 'what became of it'),
      more: rest(
        amountOrFile,
        '[movedCents] [services.json]: what a withdrawal moved, if less than was asked for; a local stack',
      ),
    },
    options: {
      reason: required(decisionReason, 'why, for the audit record'),
      by: required(email, 'address of the admin who decides'),
      second: optional(email, 'address of a second admin, needed above $200'),
    },
    variables: describeVariables(...tableVariables, ...issuerVariables),
  },
  async ({ operation: operationId, outcome, more, reason, by, second }) => {
    const [moved, ...otherAmounts] = more.filter((each) => typeof each === 'number');
    const [services, ...otherFiles] = more.filter((each) => typeof each === 'string');
    if (otherAmounts.length + otherFiles.length > 0) throw new WrongCall('Name one amount and one file at most.');
    refuseSamePerson({ by, second });
    const access = operatorAccess(services);
    const issuer = await operatorIssuer(services, access.clock);
    const needs = {
      ...access,
      random: createRandom(access.clock),
      log: createLog('decide-operation'),
      issuer,
    };
    const movedCents = moved === undefined ? undefined : cents(moved);
    const decision = { operationId, outcome, movedCents, reason };
    console.log(sentenceFor(await decideOperationFor(needs, decision, { by, second })));
  },
);

function sentenceFor({ operation: { operationId, state, decision }, endedBy }: DecidedOperation): string {
  if (endedBy === undefined) return `${operationId} waits for the same decision of a second admin (--second).`;
  return endedBy === 'issuer'
    ? `The card issuer reported the outcome of ${operationId}: it is ${state}. No decision was taken.`
    : `${operationId} is ${state} by decision of ${(decision?.by ?? []).join(' and ')}.`;
}
