import type { JournalRecord } from '#functions/ports/entities/books.ts';
import { entitiesOf, Violation } from './audit.ts';
import type { SimulatedWorld } from './simulated-world.ts';

type Sums = Record<'cards' | 'invoices' | 'funded' | 'cardFees' | 'loadFees', number>;
type Row = {
  readonly cardsCreated: number;
  readonly paidInvoices: number;
  readonly fundedCents: number;
  readonly cardFeeCents: number;
  readonly loadFeeCents: number;
};

/**
 * Compares the counts of the stream's worker with the journal, counted here independently: every day, all days, every
 * person, and the leaders (I17).
 */
export function statisticsAudit({ table }: SimulatedWorld): void {
  const journal = entitiesOf(table, 'journal');
  const users = entitiesOf(table, 'user');
  const rows = entitiesOf(table, 'platformFigures');
  const byDay = Map.groupBy(journal, ({ atMs }) => dayOf(atMs));
  const registered = Map.groupBy(users, ({ createdAtMs }) => dayOf(createdAtMs));
  for (const day of new Set([...byDay.keys(), ...registered.keys(), ...rows.map((row) => row.day)])) {
    const isTotal = day === 'total';
    const own = rows.filter((row) => row.day === day);
    same(`the statistics of ${day}`, counted(own), summed(isTotal ? journal : (byDay.get(day) ?? [])));
    const people = own.reduce((total, row) => total + row.usersRegistered, 0);
    const expected = isTotal ? users.length : (registered.get(day)?.length ?? 0);
    if (people !== expected) throw new Violation('I17', `${day} counts ${people} new people of ${expected}`);
  }
  const byOwner = Map.groupBy(journal, ownerOf);
  const statistics = new Map(entitiesOf(table, 'userFigures').map((each) => [each.userId, each]));
  const rewards = entitiesOf(table, 'reward');
  for (const { userId } of users) {
    const own = statistics.get(userId);
    same(`the statistics of ${userId}`, counted(own ? [own] : []), summed(byOwner.get(userId) ?? []));
    const referred = rewards.filter(({ referrerId, event }) => referrerId === userId && event === 'signup').length;
    if ((own?.referrals ?? 0) !== referred)
      throw new Violation('I17', `${userId} counts ${own?.referrals ?? 0} referrals of ${referred}`);
  }
  const leading = [...statistics.values()]
    .filter(({ fundedCents }) => fundedCents > 0)
    .toSorted((a, b) => b.fundedCents - a.fundedCents || (a.userId > b.userId ? -1 : 1))
    .map(({ userId, fundedCents }) => `${userId} ${fundedCents}`);
  const listed = (entitiesOf(table, 'leaders')[0]?.entries ?? []).map((each) => `${each.userId} ${each.fundedCents}`);
  if (leading.join() !== listed.join())
    throw new Violation('I17', `who leads is shown as ${listed.join()}, not ${leading.join()}`);
}

/** Returns the owner of a record: the person whose wallet it changes. */
function ownerOf({ legs }: JournalRecord): string | undefined {
  for (const { account } of legs) {
    const [kind, userId, bucket] = account.split(':');
    if (kind === 'U' && bucket !== 'REFERRAL') return userId;
  }
  return undefined;
}

function summed(records: readonly JournalRecord[]): Sums {
  const sums: Sums = { cards: 0, invoices: 0, funded: 0, cardFees: 0, loadFees: 0 };
  for (const { kind, journalId, legs } of records) {
    if (kind === 'card_creation_settled') sums.cards += 1;
    // The first credit of an invoice starts from zero.
    if (kind === 'deposit_credited' && /:0-\d+$/.test(journalId)) sums.invoices += 1;
    const isDeposit = kind === 'deposit_credited' || kind === 'deposit_taken_back';
    for (const { account, amountCents } of legs) {
      if (account === 'PROV:CLEARING' && isDeposit) sums.funded += amountCents;
      if (account === 'REV:CARD_FEE') sums.cardFees -= amountCents;
      if (account === 'REV:LOAD_FEE') sums.loadFees -= amountCents;
    }
  }
  return sums;
}

function counted(rows: readonly Row[]): Sums {
  const total = (name: keyof Row): number => rows.reduce((sum, row) => sum + row[name], 0);
  return {
    cards: total('cardsCreated'),
    invoices: total('paidInvoices'),
    funded: total('fundedCents'),
    cardFees: total('cardFeeCents'),
    loadFees: total('loadFeeCents'),
  };
}

function same(what: string, is: Sums, should: Sums): void {
  for (const name of Object.keys(should) as (keyof Sums)[]) {
    if (is[name] !== should[name])
      throw new Violation('I17', `${what} say ${name} ${is[name]}, the journal ${should[name]}`);
  }
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
