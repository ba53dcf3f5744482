/**
 * Says what a deposit is worth in all, in cents, where the provider cannot: what came beyond twice the invoice, or what
 * is left after a part was refunded. The next poll books the difference (`POST {control}/jobs/poll-deposits` locally):
 *
 *     node bin/decide-deposit.ts dep_… 3000 .local/services.json
 *
 * On AWS the same with TABLE_NAME and SESSION_SECRET_ID set and the operator's credentials in the environment.
 */
import { cents } from '#shared/money.ts';
import { decideDeposit } from '#functions/domain/deposits/decide-deposit.ts';
import { createLog } from '#functions/runtime/log.ts';
import { createRandom } from '#functions/runtime/random.ts';
import { required } from './command-line/arguments.ts';
import { idOf, wholeNumber } from './command-line/kinds.ts';
import { runCommand } from './command-line/run-command.ts';
import { operatorAccess, servicesFile } from './operator/services-file.ts';

await runCommand(
  import.meta,
  {
    summary:
      'Decides what a deposit is worth in all, where the provider cannot tell. The next poll books the difference.',
    positionals: {
      deposit: required(idOf('deposit'), 'id of the deposit: dep_…'),
      cents: required(wholeNumber({ max: 999_999_999_999 }), 'cents in all'),
      services: servicesFile,
    },
  },
  async ({ deposit: depositId, cents: targetCents, services }) => {
    const { store } = operatorAccess(services);
    const clock = { now: () => Date.now(), sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)) };
    const needs = { store, clock, random: createRandom(clock), log: createLog('decide-deposit') };
    const deposit = await decideDeposit(needs, { depositId, targetCents: cents(targetCents) });
    console.log(
      `${depositId} is ${deposit.state} and will be worth ${targetCents} cents; ${deposit.creditedCents} are credited.`,
    );
  },
);
