import { globSync, mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createDocumentClient } from '#functions/adapters/dynamo/document-client.ts';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { createKeys } from '#functions/adapters/keys/keys.ts';
import { replayErasures } from '#functions/domain/closing/replay-erasures.ts';
import { verifyChains } from '#functions/domain/reconciliation/books/verify-chains.ts';
import { silentLog } from '#functions/ports/log.ts';
import type { Store } from '#functions/ports/store.ts';
import { createRandom } from '#functions/runtime/random.ts';
import { systemClock } from '#functions/runtime/system-clock.ts';
import { queues } from '#infra/definition/index.ts';
import { openFloat } from '#infra/local/seed/open-float.ts';
import { until } from '#infra/local/seed/open-account.ts';
import { fileOf, findDynamodbEngine, type DynamodbEngine } from '#infra/local/supervisor/dynamodb-engine.ts';
import { readLocalSecrets } from '#infra/local/supervisor/local-secrets.ts';
import { provisionTable } from '#infra/local/supervisor/provision.ts';
import { erasuresTable, firstTable } from '#infra/local/supervisor/stack-settings.ts';
import { startEngine } from '#test/support/dynamo-engines.ts';
import { startLocalStack, type LocalStack } from '#test/support/local-stack.ts';
import { callDoor, passTime, runJob } from '#test/support/money-stack.ts';
import { exportTable } from './export-table.ts';
import { importTable, withoutLeftOut } from './import-table.ts';
import { liveTheDay, moneyOf, openPeople } from './people.ts';
import { readExport } from './read-export.ts';
import { fingerprintOf, fingerprintOfTable, type Fingerprint } from './table-fingerprint.ts';

const region = 'us-east-1';
const restoredTable = 'satchel-restored';
const dayMs = 24 * 60 * 60_000;

/** The result of a rehearsal. */
export type Rehearsal = {
  readonly items: number;
  /** Time of the steps that grow with the table: comparison, chains and erasures. */
  readonly checkSeconds: number;
  /** The breaks about payments that began after the backup, which only the provider knows: class and subject. */
  readonly found: readonly string[];
  /** All violations, in words; none in a successful rehearsal. */
  readonly violations: readonly string[];
};

type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Loses the table of a local stack and restores it. People with money and cards, a backup, another day, kill −9; then
 * an import of the backup into a new table, checks, erasures, a stack on that table, and the providers' events of the
 * day.
 */
export async function runRehearsal(people: number, say: (line: string) => void): Promise<Rehearsal> {
  const folder = mkdtempSync(path.join(tmpdir(), 'satchel-rehearsal-'));
  const dataDir = path.join(folder, 'data');
  const violations: string[] = [];
  const step: Step = async (name, work) => {
    const begunAt = performance.now();
    const result = await work();
    const took = (performance.now() - begunAt) / 1000;
    say(`${took.toFixed(1).padStart(7)} s  ${name}`);
    return result;
  };
  const violateIf = (isWrong: boolean, what: string): void => void (isWrong && violations.push(what));

  let stack: LocalStack | undefined;
  try {
    const first = await step('a stack starts', () => startLocalStack({ dataDir }));
    stack = first;
    // Switches off the issuer's pause of five minutes between two loads of a card.
    await callDoor(`${first.services.issuer}/sandbox/settings`, { fundLimitSeconds: 0 });
    await openFloat(path.join(dataDir, 'services.json'), first.services.issuer);
    const everybody = await step(`${people} people deposit, order cards and buy; one has closed the account`, () =>
      openPeople(first.services, people, dayMs * 30 - dayMs / 2),
    );
    const copy = await step('backup: the table as it is at this moment', () => snapshot(dataDir, folder));
    const before = await step('the day after: deposits, purchases, a load, an erasure', async () => {
      await liveTheDay(first.services, everybody);
      await passTime(first.services, dayMs);
      await runJob(first.services, 'erase-accounts');
      return moneyOf(first.services, everybody);
    });
    await first.killHard();
    stack = undefined;
    say('           kill −9: the table is lost');

    const restored = await restore({ dataDir, copy, exported: path.join(folder, 'export') }, step);
    const { backup, table, chains, erased, checkSeconds } = restored;
    violateIf(table.sha256 !== backup.sha256, `the table has ${table.items} items, the backup ${backup.items}`);
    violations.push(...table.broken.map((key) => `${key} does not fit its checksum`), ...chains.broken);
    violateIf(erased !== 1, `${erased} people were erased again, not the one who was erased after the backup`);
    say(
      `           ${table.items} items, ${chains.accounts} accounts with ${chains.entries} entries, as in the backup`,
    );

    const second = await step('the stack starts on the new table', () =>
      startLocalStack({ dataDir, port: first.port, env: { RESTORED_TABLE: restoredTable } }),
    );
    stack = second;
    await step('the providers send their events again, pollers ask for the rest', () => replayDay(second));
    const found = await step('full reconciliation', () => reconcile(second));
    const after = await moneyOf(second.services, everybody);
    for (const [person, money] of before) {
      const now = after.get(person) ?? '';
      violateIf(person.isKnown && now !== money, `${person.email} had ${money}, and has ${now}`);
    }
    const quarantined = linesOf(dataDir, 'webhook put into quarantine');
    violateIf(quarantined === 0, 'no line reports the payment of a deposit that the backup does not know');
    say(`           ${found.length} break and ${quarantined} events in quarantine: what began after the backup`);
    const lost = everybody.filter(({ isKnown }) => !isKnown);
    const subjects = lost.flatMap(({ subjects: own }) => [...own]);
    const foreign = found.filter((each) => !subjects.some((subject) => each.includes(subject)));
    violations.push(...foreign.map((each) => `a break that nobody caused: ${each}`));
    await step('the same events once more: nothing is doubled', async () => {
      await replayDay(second);
      const again = await moneyOf(second.services, everybody);
      for (const [person, money] of after)
        violateIf(again.get(person) !== money, `${person.email} had ${money}, and has ${again.get(person)} now`);
    });
    return { items: table.items, checkSeconds, found, violations };
  } finally {
    await stack?.[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies the engine's file as of one moment, while it is written to, like a continuous backup in production. */
async function snapshot(dataDir: string, folder: string): Promise<string> {
  const copy = path.join(folder, 'backup');
  mkdirSync(copy, { mode: 0o700 });
  const file = fileOf[findDynamodbEngine(process.env['DYNAMODB_ENGINE']).name];
  const database = new DatabaseSync(path.join(dataDir, file), { timeout: 30_000 });
  try {
    database.prepare('VACUUM INTO ?').run(path.join(copy, file));
  } finally {
    database.close();
  }
  return copy;
}

type Restored = {
  readonly backup: Fingerprint;
  readonly table: Fingerprint;
  readonly chains: { readonly accounts: number; readonly entries: number; readonly broken: readonly string[] };
  readonly erased: number;
  readonly checkSeconds: number;
};

/** Does all steps between the loss of the table and the start on the new one. */
async function restore(
  { dataDir, copy, exported }: { readonly dataDir: string; readonly copy: string; readonly exported: string },
  step: Step,
): Promise<Restored> {
  const engine = findDynamodbEngine(process.env['DYNAMODB_ENGINE']);
  await step('export of the backup', async () => {
    await using old = await openEngine(engine, copy);
    await exportTable(clientOf(old.endpoint), firstTable, exported);
  });
  await using running = await openEngine(engine, dataDir);
  const client = clientOf(running.endpoint);
  await step('import into a new table', async () => {
    // Makes the table without a stream, as a restore on AWS does. The stack's start enables the stream.
    await provisionTable(running.endpoint, region, restoredTable, { hasStream: false });
    await importTable(client, restoredTable, readExport(exported));
  });
  const begunAt = performance.now();
  const [backup, table] = await step('every item compared, with its checksum', async () => [
    fingerprintOf(withoutLeftOut(readExport(exported))),
    await fingerprintOfTable(client, restoredTable),
  ]);
  const store = createDynamoStore(createDocumentClient(client), restoredTable, systemClock, erasuresTable);
  const chains = await step('hash chains of all accounts', () => verifyAll(store));
  const { erased } = await step('erasures replayed', () => {
    const { session } = readLocalSecrets(path.join(dataDir, 'secrets.json'));
    const keys = createKeys({ session: () => Promise.resolve(session) });
    return replayErasures({ store, keys, clock: systemClock, random: createRandom(systemClock), log: silentLog });
  });
  return { backup, table, chains, erased, checkSeconds: (performance.now() - begunAt) / 1000 };
}

async function openEngine(engine: DynamodbEngine, folder: string) {
  const running = await startEngine(engine, folder);
  return { endpoint: running.endpoint, [Symbol.asyncDispose]: () => running.stop() };
}

function clientOf(endpoint: string): DynamoDBClient {
  return new DynamoDBClient({ endpoint, region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } });
}

async function verifyAll(store: Store): Promise<Restored['chains']> {
  let [accounts, entries] = [0, 0];
  const broken: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.listUsers({ limit: 100, cursor });
    for (const { userId } of page.items) {
      for (const chain of await verifyChains({ store }, userId)) {
        accounts += 1;
        entries += chain.entries;
        if (chain.broken) broken.push(`${chain.ownerId}: entry ${chain.broken.sequence} ${chain.broken.why}`);
      }
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  return { accounts, entries, broken };
}

/** Has both providers resend all their events, and then lets the jobs ask for the rest. */
async function replayDay(stack: LocalStack): Promise<void> {
  const { services } = stack;
  const { payments, issuer } = services;
  const [paid, spent] = await Promise.all([
    callDoor<readonly { readonly n: number }[]>(`${payments}/sandbox/webhooks`, undefined, 'GET'),
    listIssuerEvents(issuer),
  ]);
  for (const { n } of paid) await callDoor(`${payments}/sandbox/webhooks/${n}/redeliver`);
  for (const { n } of spent.webhooks) await callDoor(`${issuer}/sandbox/webhooks/${n}/redeliver`);
  for (const job of ['poll-deposits', 'catch-up-cards', 'sweep-operations']) await runJob(services, job);
  await untilDelivered(stack);
}

/** Waits until both providers have delivered everything and no message waits for a worker. */
async function untilDelivered({ services }: LocalStack): Promise<void> {
  const client = new SQSClient({
    endpoint: services.sqs,
    region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const waiting = async (): Promise<number> => {
    const counts = await Promise.all(
      Object.keys(queues).map(async (name) => {
        const QueueUrl = `${services.sqs}/000000000000/${name}`;
        const { Attributes = {} } = await client.send(
          new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
        );
        return (
          Number(Attributes.ApproximateNumberOfMessages) + Number(Attributes.ApproximateNumberOfMessagesNotVisible)
        );
      }),
    );
    const { webhooks } = await listIssuerEvents(services.issuer);
    const undelivered = webhooks.filter(({ state }) => state === 'waiting').length;
    return counts.reduce((sum, count) => sum + count, undelivered);
  };
  try {
    let quiet = 0;
    await until('the end of the events', async () => {
      quiet = (await waiting()) === 0 ? quiet + 1 : 0;
      // Requires ten quiet checks, because deliveries of the payment provider take a moment to become messages.
      return quiet === 10 ? true : undefined;
    });
  } finally {
    client.destroy();
  }
}

function listIssuerEvents(issuer: string) {
  return callDoor<{ readonly webhooks: readonly { readonly n: number; readonly state: string }[] }>(
    `${issuer}/sandbox/webhooks?limit=1000`,
    undefined,
    'GET',
  );
}

/** Reconciles everything, until a provider has left no question open. Returns the breaks, by class and subject. */
async function reconcile({ services }: LocalStack): Promise<readonly string[]> {
  type Report = {
    readonly isComplete: number;
    readonly unanswered: number;
    readonly found: readonly { readonly class: string; readonly subject: string }[];
  };
  for (;;) {
    const { isComplete, unanswered, found } = await runJob<Report>(services, 'reconcile-fully');
    if (isComplete === 1 && unanswered === 0) return found.map(({ class: kind, subject }) => `${kind} ${subject}`);
  }
}

/** Counts the lines with this text in the logs of all functions. */
function linesOf(dataDir: string, text: string): number {
  const logs = globSync(path.join(dataDir, 'logs/**/*')).filter((file) => file.endsWith('.log'));
  return logs.reduce((sum, file) => sum + (readFileSync(file, 'utf8').split(`"${text}"`).length - 1), 0);
}
