import { isDeepStrictEqual } from 'node:util';
import {
  readAccount,
  readFloat,
  readHistory,
  readReferrals,
  readTheirCards,
  readTheirInvoices,
  worthOf,
  type Account,
  type TheirCard,
} from './read-books.ts';
import { checkAsks } from './check-asks.ts';
import { checkTransfers } from './check-transfers.ts';
import { insist } from './insist.ts';
import { checkReferrals } from './check-referrals.ts';
import { landedCents, landedOnLoad, signedCents } from './transaction-cents.ts';
import type { SoakPerson, SoakWorld } from './soak-world.ts';
import { askUntilAnswered } from './ask-until-answered.ts';

/** Maximum number of requests that are sent once more at the end. */
const repeatedMax = 60;

/** All money of the soak, in cents. Its inflow and outflow have to be equal. */
export type Totals = {
  readonly deposited: number;
  readonly rewards: number;
  readonly fees: number;
  readonly spentAtShops: number;
  readonly onAccounts: number;
  readonly onCards: number;
};

/**
 * Compares all sources with one another: the requests, the API's lists, the issuer's books, the provider's books, and
 * the product's own reconciliation. Adds every difference to `world.violations`. Returns where the money is.
 */
export async function audit(world: SoakWorld): Promise<Totals> {
  const violationIf = (isWrong: boolean, what: string): void => void (isWrong && world.violations.push(what));
  await repeatSome(world);
  const { stack } = world;
  const theirCards = await readTheirCards(world);
  const invoices = await readTheirInvoices(world);
  const accounts = new Map<SoakPerson, Account>();
  for (const person of world.people) accounts.set(person, await readAccount(world, person));
  const transactions = [...accounts.values()].flatMap((account) => account.transactions);

  for (const [person, account] of accounts) {
    checkAsks(world, person, account.transactions);
    checkBalance(world, person, account);
    for (const card of account.cards) await checkCard(world, person, card, theirCards);
  }
  for (const [person, account] of accounts) {
    if (person.referredBy !== undefined) continue;
    const referred = [...accounts].filter(([{ referredBy }]) => referredBy === person.userId);
    checkReferrals(world, person, {
      ...(await readReferrals(world, person)),
      transactions: account.transactions,
      referred: referred.map(([, other]) => other.transactions),
    });
  }
  checkTransfers(world, transactions, theirCards);

  const byOrder = Map.groupBy(invoices, ({ order_id }) => order_id);
  for (const [orderId, all] of byOrder) {
    violationIf(all.length > 1, `the provider has ${all.length} invoices for the deposit ${orderId}`);
    violationIf(
      !transactions.some(({ _id }) => _id === orderId),
      `nobody has the deposit ${orderId}, which has an invoice`,
    );
  }
  for (const { _id, kind, amountPaid } of transactions) {
    if (kind !== 'deposit') continue;
    const worth = byOrder.get(_id)?.map(worthOf)[0] ?? 0;
    violationIf(amountPaid !== worth, `the deposit ${_id} was credited ${amountPaid} cents, but is worth ${worth}`);
  }

  const spentFloatCents = world.before.floatCents - (await readFloat(stack));
  const onCards = sum(theirCards.map(({ bookCents }) => bookCents));
  const entries = theirCards.flatMap((card) => card.entries);
  const approved = new Set(
    theirCards.flatMap((card) => card.purchases.filter((each) => each.approved).map(({ id }) => id)),
  );
  for (const reference of world.approved) {
    violationIf(!approved.has(reference), `the issuer has lost the purchase ${reference}, which it had approved`);
  }
  const shops = entries.filter(({ reference }) => !isOurs(reference));
  const spentAtShops = sum(shops.map(({ direction, cents }) => (direction === 'DEBIT' ? cents : -cents)));
  const toCards = sum(transactions.map(landedCents));
  violationIf(
    spentFloatCents !== onCards + spentAtShops,
    `our float at the issuer went down by ${spentFloatCents} cents, but ${onCards} are on cards and ${spentAtShops} were spent`,
  );
  violationIf(
    toCards !== onCards + spentAtShops,
    `${toCards} cents went to cards by our lists, but ${onCards} are there and ${spentAtShops} were spent`,
  );

  for (const job of await askUntilAnswered<string[]>(`${stack.control}/jobs`, undefined, 'GET')) {
    if (!job.startsWith('reconcile')) continue;
    const { result: report } = await askUntilAnswered<{ result: { breaks?: unknown } }>(`${stack.control}/jobs/${job}`);
    const breaks = Array.isArray(report.breaks) ? report.breaks.length : report.breaks;
    violationIf(breaks !== 0, `${job} says ${JSON.stringify(report).slice(0, 600)}`);
  }

  const paid = (...kinds: string[]): number =>
    sum(transactions.filter(({ kind }) => kinds.includes(kind)).map(({ amountPaid }) => amountPaid));
  const totals: Totals = {
    deposited: paid('deposit'),
    rewards: paid('referral_bonus', 'referral_payout'),
    fees:
      paid('card_load', 'card_creation') -
      sum(transactions.map((transaction) => Math.max(0, landedOnLoad(transaction)))),
    spentAtShops,
    onAccounts: sum([...accounts.values()].map(({ balance }) => balance)),
    onCards,
  };
  const { deposited, rewards, fees, onAccounts } = totals;
  violationIf(
    deposited + rewards !== fees + spentAtShops + onAccounts + onCards,
    `in are ${deposited + rewards} cents, out ${fees + spentAtShops + onAccounts + onCards}`,
  );
  return totals;
}

/** Repeats some requests and expects the same answers. The checks after this would find a second effect. */
async function repeatSome(world: SoakWorld): Promise<void> {
  const done = world.asks.filter(({ reply }) => reply !== undefined);
  const step = Math.max(1, Math.floor(done.length / repeatedMax));
  for (const [index, { person, method, path, body, key, reply }] of done.entries()) {
    if (index % step !== 0) continue;
    // On a busy machine the session has ended meanwhile.
    const again = await insist(world, person, { method, path, body, key });
    const isReplay = again?.headers.get('idempotency-replayed') === 'true';
    if (!isReplay || again?.status !== reply?.status || !isDeepStrictEqual(again?.body, reply?.body)) {
      world.violations.push(
        `${method} ${path} with the key ${key} is answered otherwise than before: ${again?.status}`,
      );
    }
  }
}

/** Checks that the balance is the sum of the transactions, and that nothing is held. */
function checkBalance({ violations }: SoakWorld, person: SoakPerson, { balance, held, transactions }: Account): void {
  const total = sum(transactions.map(signedCents));
  if (balance !== total) violations.push(`${person.email} has ${balance} cents, but the transactions make ${total}`);
  if (held !== 0) violations.push(`${person.email} holds ${held} cents for nothing`);
}

/** Checks that a card has the issuer's balance, and that its history is the issuer's statement. */
async function checkCard(
  world: SoakWorld,
  person: SoakPerson,
  card: Account['cards'][number],
  theirCards: readonly TheirCard[],
): Promise<void> {
  const theirs = theirCards.filter(({ ref }) => ref === card._id);
  const [one] = theirs;
  if (theirs.length !== 1 || one === undefined) {
    world.violations.push(`the issuer has ${theirs.length} cards for our ${card._id}`);
    return;
  }
  if (card.balance !== one.bookCents) {
    world.violations.push(`${card._id} has ${card.balance} cents here and ${one.bookCents} at the issuer`);
  }
  const lines = (await readHistory(world, person, card._id)).filter(({ status }) => status !== 'declined');
  const ours = tally(lines.map((line) => `${line.card_transaction_type} ${line.amount}`));
  const stated = tally(one.entries.map((entry) => `${entry.direction} ${entry.cents}`));
  for (const line of new Set([...ours.keys(), ...stated.keys()])) {
    const [here, there] = [ours.get(line) ?? 0, stated.get(line) ?? 0];
    if (here !== there) world.violations.push(`${card._id} has ${here} times ${line} here and ${there} at the issuer`);
  }
}

function isOurs(reference: string): boolean {
  return reference.startsWith('op_');
}

function tally(names: readonly string[]): Map<string, number> {
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
