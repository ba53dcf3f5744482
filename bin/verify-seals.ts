/**
 * Verifies the hash chain of every wallet, card and referral account, and tells the first broken link of each:
 *
 *     node bin/verify-seals.ts .local/services.json
 *     node bin/verify-seals.ts .local/services.json usr_…
 *     node bin/verify-seals.ts .local/services.json usr_… 2026-11-21T12:00:00Z
 *
 * With a person's id only that one's; with a moment as well, what these accounts held then. On AWS `--aws` instead of the
 * path, with TABLE_NAME and SESSION_SECRET_ID set and the operator's credentials in the environment. Ends with 1 when a
 * chain is broken.
 */
import { pathToFileURL } from 'node:url';
import { balanceAt } from '#functions/domain/reconciliation/balance-at.ts';
import { readEntriesOf } from '#functions/domain/reconciliation/read-books.ts';
import { verifySeals, type Seals } from '#functions/domain/reconciliation/verify-seals.ts';
import type { Store } from '#functions/ports/store.ts';
import { idSchema, type Id } from '#shared/ids.ts';
import { storeOf } from './operator/store-of.ts';

/** The accounts of everybody, or of one person, each with its seals. */
export async function* sealsOf(store: Store, userId: Id<'user'> | undefined): AsyncGenerator<Seals> {
  if (userId !== undefined) {
    yield* await verifySeals({ store }, userId);
    return;
  }
  let cursor: string | undefined;
  do {
    const page = await store.listUsers({ limit: 100, cursor });
    for (const user of page.items) yield* await verifySeals({ store }, user.userId);
    cursor = page.cursor;
  } while (cursor !== undefined);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [where, who, moment] = process.argv.slice(2);
  const userId = idSchema('user').safeParse(who).data;
  const atMs = Date.parse(moment ?? '');
  if (
    where === undefined ||
    (who !== undefined && userId === undefined) ||
    (moment !== undefined && Number.isNaN(atMs))
  ) {
    throw new Error('usage: node bin/verify-seals.ts <services.json|--aws> [usr_… [moment]]');
  }
  const store = storeOf(where);
  let [accounts, entries, broken] = [0, 0, 0];
  for await (const seals of sealsOf(store, userId)) {
    accounts += 1;
    entries += seals.entries;
    if (seals.broken) {
      broken += 1;
      console.log(`${seals.ownerId}: entry ${seals.broken.sequence} is broken: ${seals.broken.why}`);
    }
    if (moment === undefined) continue;
    const held = Object.entries(balanceAt(await readEntriesOf({ store }, seals.ownerId), atMs));
    const words = held.map(([bucket, cents]) => `${bucket} ${cents} cents`).join(', ');
    console.log(`${seals.ownerId} at ${new Date(atMs).toISOString()}: ${words === '' ? 'nothing' : words}`);
  }
  console.log(`${accounts} accounts, ${entries} entries sealed, ${broken} chains broken`);
  process.exitCode = broken > 0 ? 1 : 0;
}
