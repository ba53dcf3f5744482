import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Id } from '#shared/ids.ts';
import { normaliseEmail } from '#functions/domain/auth/normalise-email.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Mail } from '#functions/ports/mailer.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update } from '#functions/ports/store.ts';
import { goodPassword } from '#test/support/auth-world.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { Meter, meteredClient, meteredTableName } from './metered-client.ts';
import { PopulatedTable } from './populated-table.ts';
import { Population } from './population.ts';

/** A platform with a population, and one person who has one of everything. */
export type CostStage = {
  readonly world: MoneyWorld;
  readonly services: Services;
  readonly meter: Meter;
  /** The metered client of the store, for other uses of the table. */
  readonly client: DynamoDBDocumentClient;
  /** The mails sent, oldest first. */
  readonly mails: Mail[];
  readonly user: User;
  readonly admin: User;
  readonly card: Card;
  readonly deposit: Deposit;
  /** The operation that made the card. */
  readonly operationId: Id<'operation'>;
  /** The record of the journal that the card's creation wrote last. */
  readonly journalId: string;
};

/** Methods of the providers' adapters that send no request. */
const unsent: ReadonlySet<string> = new Set([
  'verifyWebhook',
  'parseWebhook',
  'readStoredWebhook',
  'networkCode',
  'then',
]);

/** One password hash for all people, because hashing is slow on purpose. */
const passwordHash = testKeys().hashPassword(goodPassword);

/** The product's own handlers, rules and adapter over a metered table with this many people in it. */
export function openMeteredWorld(people: number): {
  readonly table: PopulatedTable;
  readonly population: Population;
} & Pick<CostStage, 'world' | 'services' | 'meter' | 'client' | 'mails'> {
  const meter = new Meter();
  const population = new Population(people);
  const table = new PopulatedTable(population);
  const client = meteredClient(table, meter);
  const world = moneyWorld({ store: (clock) => createDynamoStore(client, meteredTableName, clock) });
  const mails: Mail[] = [];
  const services: Services = {
    ...world.services,
    mailer: { send: async (mail) => void mails.push(mail) },
    issuer: noting(world.issuer, meter),
    payments: noting(world.payments, meter),
  };
  return { world, services, meter, client, mails, table, population };
}

/** Sets the stage: a metered world, and in it a person, an admin, a card, a deposit. */
export async function openCostStage(people: number): Promise<CostStage> {
  const { world, services, meter, client, mails, population } = openMeteredWorld(people);
  const user = await join(world, 1, { passwordHash: await passwordHash });
  const admin = await join(world, 2, { role: 'admin', passwordHash: await passwordHash });
  const emailHash = await services.keys.emailHash(normaliseEmail(user.email));
  await world.store.commit([insert('emailOwner', { emailHash, userId: user.userId })]);
  const entries = [1, 2, 3, 4, 5].map((place) => population.leader(place));
  await world.store.commit([insert('leaders', { board: 'funded', entries, version: 1 })]);
  const card = await world.openCard(user);
  const deposit = await openDeposit(world, user);
  const { items } = await world.store.listActivity(user.userId, { limit: 10 });
  const operationId = items.find(({ kind }) => kind === 'card_creation')?.subjectId as Id<'operation'>;
  const [entry] = (await world.store.listEntries(user.userId, { from: 1, limit: 10 })).toReversed();
  // Moves all of this into the past, so that no rule about recent events applies.
  world.clock.advance(10 * 60_000);
  return {
    world,
    services,
    meter,
    client,
    mails,
    user,
    admin,
    card,
    deposit,
    operationId,
    journalId: entry?.journalId ?? '',
  };
}

/**
 * Adds a person with $1,000 and an id made from a number, so that items are spread over shards the same way in every
 * run. The money comes from a deposit, because a reconciliation would check money without a source twice.
 */
export async function join(world: MoneyWorld, number: number, changes: Partial<User> = {}): Promise<User> {
  const digits = String(number).padStart(9, '0');
  const userId: Id<'user'> = `usr_01M${digits.padStart(23, '0')}`;
  const user = await world.cardholder(0, { userId, email: `guest-${digits}@example.com`, ...changes });
  const { depositId } = await openDeposit(world, user, 100_000);
  world.payments.become(depositId, { state: 'paid', isFinal: true, receivedAmount: '1000.00' });
  const payment = world.payments.invoices.get(depositId);
  if (!payment) throw new Error('the deposit is not known at the provider');
  const credited = await applyFresh(world.services, depositId, payment);
  // The deposit is old, so it is no longer polled.
  await world.store.commit([update('deposit', credited, { dueAtMs: undefined })]);
  return user;
}

function noting<T extends object>(provider: T, meter: Meter): T {
  return new Proxy(provider, {
    get: (target, name, receiver) => {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function' || unsent.has(String(name))) return member;
      return (...given: unknown[]): unknown => {
        meter.noteProvider();
        return Reflect.apply(member, target, given);
      };
    },
  });
}
