/**
 * Says what a deposit is worth in all, in cents, where the provider cannot: what came beyond twice the invoice, or what
 * is left after a part was refunded. The next poll books the difference (`POST {control}/jobs/poll-deposits` locally):
 *
 *     node bin/decide-deposit.ts dep_… 3000 .local/services.json
 *
 * On AWS the same with TABLE_NAME and SESSION_SECRET_ID set and the operator's credentials in the environment.
 */
import { pathToFileURL } from 'node:url';
import { idSchema } from '#shared/ids.ts';
import { cents } from '#shared/money.ts';
import { decideDeposit } from '#functions/domain/deposits/decide-deposit.ts';
import { createLog } from '#functions/runtime/log.ts';
import { createRandom } from '#functions/runtime/random.ts';
import { awsStore } from './aws-store.ts';
import { localStore } from './local-store.ts';

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , id, amount = '', servicesFile] = process.argv;
  const depositId = idSchema('deposit').safeParse(id).data;
  if (depositId === undefined || !/^\d{1,12}$/.test(amount)) {
    throw new Error('usage: node bin/decide-deposit.ts <dep_…> <cents in all> [path of a local services.json]');
  }
  const { store } = servicesFile === undefined ? awsStore() : localStore(servicesFile);
  const clock = { now: () => Date.now(), sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)) };
  const needs = { store, clock, random: createRandom(clock), log: createLog('decide-deposit') };
  const deposit = await decideDeposit(needs, { depositId, targetCents: cents(Number(amount)) });
  console.log(
    `${depositId} is ${deposit.state} and will be worth ${amount} cents; ${deposit.creditedCents} are credited.`,
  );
}
