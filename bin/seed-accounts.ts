/**
 * Fills the table of a running local stack with accounts that belong together: profile, search terms, account, every fourth
 * with a credited deposit, and the statistics that count them. All have one password, which is printed. Then prints how long
 * the admins' pages take, and how much longer than with the first hundred. The simulated providers know nothing of them.
 *
 *     node bin/seed-accounts.ts --accounts 1000000 [.local/services.json]
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import type { Write } from '#functions/ports/store.ts';
import { createRandom } from '#functions/runtime/random.ts';
import { systemClock } from '#functions/runtime/system-clock.ts';
import { withDefault } from './command-line/arguments.ts';
import { recordFigure, recordOption } from './command-line/figures.ts';
import { text, wholeNumber } from './command-line/kinds.ts';
import { runCommand } from './command-line/run-command.ts';
import { localStore } from './operator/local-store.ts';
import { readServices } from './operator/read-services.ts';
import type { ApiClient } from '#infra/local/seed/api-client.ts';
import { measureAdminPages } from '#infra/local/seed/measure-admin-pages.ts';
import type { StackAddresses } from '#infra/local/seed/open-account.ts';
import { openLocalAdmin } from '#infra/local/seed/open-local-admin.ts';
import { seededAccount } from '#infra/local/seed/seeded-account.ts';
import { SeededStatistics } from '#infra/local/seed/seeded-statistics.ts';
import { openTableFile } from '#infra/local/seed/table-file.ts';
import { firstTable } from '#infra/local/supervisor/stack-settings.ts';

/** Time span over which the accounts were opened evenly. */
const spanMs = 2 * 365 * 24 * 60 * 60_000;
/** Number of accounts in one write: the stack writes in between. */
const atOnce = 500;
/** Number of accounts that the ratios compare with. */
const few = 100;

const password = 'Seeded-Walks-88';
await runCommand(
  import.meta,
  {
    summary: "Fills the table of a running local stack with accounts, and measures the admins' pages before and after.",
    positionals: { services: withDefault(text, '.local/services.json', 'services.json of the stack') },
    options: { accounts: withDefault(wholeNumber({ min: 101 }), 10_000, 'how many'), record: recordOption },
  },
  async ({ services: servicesFile, accounts, record }) => {
    const stack = readServices<StackAddresses>(servicesFile);
    const operator = localStore(servicesFile);
    const table = openTableFile(path.join(path.dirname(servicesFile), 'dynamodb.sqlite'), firstTable);
    const tag = randomBytes(3).toString('hex');
    const passwordHash = await operator.keys.hashPassword(password);
    const admin = await openAdmin();
    const endMs = Date.now() - 60_000;

    await seed(0, few);
    const address = `ada.adams.0-${tag}@example.com`;
    const before = await measureAdminPages(admin, address);
    const begun = performance.now();
    await seed(few, accounts);
    const seconds = (performance.now() - begun) / 1000;
    console.log(
      `${accounts} accounts, ${Math.round((accounts - few) / seconds)} a second; their password is ${password}`,
    );
    const times: string[] = [];
    for (const [index, { page, ms }] of (await measureAdminPages(admin, address)).entries()) {
      const atFew = before[index]?.ms ?? ms;
      const ratio = (ms / atFew).toFixed(2);
      console.log(`${page}: ${ms.toFixed(1)} ms, ${ratio} times as long as with ${few} (${atFew.toFixed(1)} ms)`);
      times.push(`${page} ${ms.toFixed(0)} ms (× ${ratio})`);
    }
    table.close();
    if (record) recordFigure('Admin pages with many accounts', `${accounts} accounts: ${times.join(', ')}`);

    /** Makes up the accounts of these numbers and adds them to the statistics. */
    async function seed(from: number, to: number): Promise<void> {
      const statistics = new SeededStatistics();
      for (let first = from; first < to; first += atOnce) {
        const writes: Write[] = [];
        for (let number = first; number < Math.min(to, first + atOnce); number += 1) {
          const createdAtMs = endMs - Math.floor((spanMs * (accounts - number)) / accounts);
          const emailHashOf = (email: string) => operator.keys.emailHash(normaliseEmail(email));
          const account = await seededAccount({ tag, number, createdAtMs, passwordHash, emailHashOf });
          writes.push(...account.writes);
          for (const contribution of account.contributions) statistics.add(contribution);
        }
        table.write(writes);
        if (first > from && first % 100_000 === 0) console.log(`${first} …`);
      }
      await statistics.write({ store: operator.store, clock: systemClock, random: createRandom(systemClock) });
    }

    /** Opens an admin who may read all accounts. */
    async function openAdmin(): Promise<ApiClient> {
      const login = { email: `admin.${tag}@example.com`, password };
      const { client } = await openLocalAdmin(stack, servicesFile, { ...login, firstname: 'Ava', lastname: 'Admin' });
      return client;
    }
  },
);
