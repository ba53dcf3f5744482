/**
 * Verifies the hash chain of every wallet, card and referral account, and prints the first broken link of each:
 *
 *     node bin/verify-chains.ts .local/services.json
 *     node bin/verify-chains.ts .local/services.json --user usr_… --at 2026-11-21T12:00:00Z
 *
 * `--user` checks only that person's accounts; `--at` also prints their balances at that moment. On AWS, leave
 * the path out (`--aws` is still taken), with TABLE_NAME and SESSION_SECRET_ID set and the operator's credentials in the environment.
 * Ends with 1 when a chain is broken.
 */
import { balanceAt } from '#functions/domain/reconciliation/books/balance-at.ts';
import { readEntriesOf } from '#functions/domain/reconciliation/books/read-books.ts';
import { verifyChains, type VerifiedChains } from '#functions/domain/reconciliation/books/verify-chains.ts';
import type { Store } from '#functions/ports/store.ts';
import type { Id } from '#shared/ids.ts';
import { flag, optional } from './command-line/arguments.ts';
import { idOf, moment } from './command-line/kinds.ts';
import { CommandFailure, runCommand, WrongCall } from './command-line/run-command.ts';
import { describeVariables, tableVariables } from './operator/deployment-variables.ts';
import { operatorAccess, servicesFile } from './operator/services-file.ts';

/**
 * Verifies the chains of everybody's accounts, or of one person's, and yields the result of each account. Throws
 * CommandFailure for a person without any: an id with a mistake in it, or one whose accounts a restore lost.
 */
export async function* chainsOf(store: Store, userId: Id<'user'> | undefined): AsyncGenerator<VerifiedChains> {
  if (userId !== undefined) {
    const chains = await verifyChains({ store }, userId);
    if (chains.length === 0) throw new CommandFailure(`${userId} has no account in this table.`);
    yield* chains;
    return;
  }
  let cursor: string | undefined;
  do {
    const page = await store.listUsers({ limit: 100, cursor });
    for (const user of page.items) yield* await verifyChains({ store }, user.userId);
    cursor = page.cursor;
  } while (cursor !== undefined);
}

await runCommand(
  import.meta,
  {
    summary: 'Verifies the hash chain of every account. Ends with 1 when a chain is broken.',
    positionals: { services: servicesFile },
    options: {
      aws: flag('verifies the deployment, as without it where no file is named'),
      user: optional(idOf('user'), 'only the accounts of this user'),
      at: optional(moment, 'prints what these accounts held at this moment'),
    },
    variables: describeVariables(...tableVariables),
  },
  async ({ services, aws, user, at: atMs }) => {
    if (aws && services !== undefined) throw new WrongCall('--aws is for a deployment: leave the file out.');
    const { store } = operatorAccess(services);
    let [accounts, entries, broken] = [0, 0, 0];
    for await (const chains of chainsOf(store, user)) {
      accounts += 1;
      entries += chains.entries;
      if (chains.broken) {
        broken += 1;
        console.log(`${chains.ownerId}: entry ${chains.broken.sequence} is broken: ${chains.broken.why}`);
      }
      if (atMs === undefined) continue;
      const held = Object.entries(balanceAt(await readEntriesOf({ store }, chains.ownerId), atMs));
      const words = held.map(([bucket, cents]) => `${bucket} ${cents} cents`).join(', ');
      console.log(`${chains.ownerId} at ${new Date(atMs).toISOString()}: ${words === '' ? 'nothing' : words}`);
    }
    console.log(`${accounts} accounts, ${entries} entries hashed, ${broken} chains broken`);
    process.exitCode = broken > 0 ? 1 : 0;
  },
);
