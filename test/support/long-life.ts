import { encodeTime } from 'ulid';
import { cents } from '#shared/money.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { requestDeletion } from '#functions/domain/cards/orders/request-deletion.ts';
import { requestWithdrawal } from '#functions/domain/cards/orders/request-withdrawal.ts';
import { pollDeposits } from '#functions/domain/deposits/poll-deposits.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { reconcileFully } from '#functions/domain/reconciliation/reconcile-fully.ts';
import { payReferrals } from '#functions/domain/referrals/pay-referrals.ts';
import { signupRewardWrites } from '#functions/domain/referrals/reward.ts';
import { countChanges } from '#functions/domain/statistics/count-changes.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Reward } from '#functions/ports/entities/referrals.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { TableChange } from '#functions/ports/table-change.ts';
import { itemBytes, readUnits } from '#test/cost/item-size.ts';
import type { Item } from '#test/simulation/engine/expression.ts';
import { SimulatedTable, type SimulatedQuery } from '#test/simulation/engine/simulated-table.ts';
import { deposit, load, type History } from './clean-history.ts';
import { moneyWorld, type MoneyWorld } from './money-world.ts';
import { simulatedStore } from './simulated-store.ts';

const hourMs = 60 * 60_000;

/** A table that counts its read units, as if every read were consistent. */
class MeteredTable extends SimulatedTable {
  units = 0;

  override get(key: Item): Item | undefined {
    const item = super.get(key);
    this.units += readUnits(item ? itemBytes(item) : 0, true);
    return item;
  }

  override query(query: SimulatedQuery): ReturnType<SimulatedTable['query']> {
    const found = super.query(query);
    this.units += readUnits(
      found.items.reduce((bytes, item) => bytes + itemBytes(item), 0),
      true,
    );
    return found;
  }
}

/** The report of one night. */
export type Night = { readonly units: number; readonly report: Awaited<ReturnType<typeof reconcileFully>> };

/** Some people with regular habits, and the nightly reconciliation of all of them. */
export type LongLife = {
  readonly history: History;
  /** Returns the read units of a piece of work. */
  unitsOf(work: () => Promise<unknown>): Promise<number>;
  /** Lets this many days pass, with a reconciliation every `every` nights. Returns the reports of these nights. */
  live(days: number, every?: number): Promise<readonly Night[]>;
};

/**
 * Makes a world of some people. Each buys something every third day, sometimes loads the card and deposits, and
 * replaces the card every 100 days. The first person referred the others.
 */
export async function longLife(count: number): Promise<LongLife> {
  const table = new MeteredTable();
  const world = moneyWorld({ store: (clock) => simulatedStore(table, clock) });
  const { clock } = world;
  let ids = 0;
  const id = (kind: string): string => {
    ids += 1;
    const prefix = { user: 'usr', card: 'crd', deposit: 'dep', operation: 'op', movement: 'mov', reward: 'rwd' }[kind];
    return `${prefix ?? kind.slice(0, 3)}_${encodeTime(clock.now())}${String(ids).padStart(16, '0')}`;
  };
  const random = { ...world.services.random, id } as MoneyWorld['services']['random'];
  const services = { ...world.services, random };
  const own = { ...world, services };
  const people: User[] = [];
  const cards = new Map<User, Card>();
  let counted = 0;

  async function countToday(): Promise<void> {
    const changes = table.stream.slice(counted).flatMap(({ before, after: item }): TableChange[] => {
      if (before !== undefined) return [];
      if (item?.['entity'] === 'journal') return [{ kind: 'journal', key: { journalId: String(item['journalId']) } }];
      if (item?.['entity'] !== 'reward') return [];
      return [{ kind: 'reward', key: { refereeId: item['refereeId'], event: item['event'] } as Reward }];
    });
    counted = table.stream.length;
    await countChanges(services, changes);
  }

  async function liveOneDay(day: number): Promise<void> {
    for (const [place, user] of people.entries()) {
      const card = cards.get(user);
      if (!card) throw new Error('no card');
      const what = (day * 7 + place * 3) % 30;
      if ((day + place) % 100 === 99) {
        const { balanceCents } = await own.card(card);
        if (balanceCents > 600) {
          const rest = { user, cardId: card.cardId, amountCents: cents(balanceCents - 100), claim: undefined };
          const withdrawal = await requestWithdrawal(services, rest);
          await driveOperation(services, withdrawal, { untilMs: clock.now() + 10_000 });
        }
        const deletion = await requestDeletion(services, { user, cardId: card.cardId, claim: undefined });
        await driveOperation(services, deletion, { untilMs: clock.now() + 10_000 });
        cards.set(user, await own.openCard(user));
        continue;
      }
      if (what === 3) await deposit(own, user, 20_000);
      if (what === 5 || what === 15) await load(own, user, card, 2_000);
      if (what >= 10 || what < 2) continue;
      const seen = world.issuer.charge(card.issuerCardId ?? '', 100 + (day % 50), `TX-${day}-${place}`);
      world.issuer.transactions.splice(0, world.issuer.transactions.length, { ...seen, atMs: clock.now() });
      await catchUpCard(services, card, seen.reference);
      clock.advance(1_000);
    }
  }

  for (let place = 0; place < count; place += 1) {
    const [referrer] = people;
    const referral = { isEligible: true, reason: undefined };
    const user = await world.cardholder(0, {
      userId: id('user') as User['userId'],
      ...(referrer && { referredBy: referrer.userId, referral }),
    });
    const promised = signupRewardWrites(services, user);
    if (promised.length > 0) await services.store.commit(promised);
    people.push(user);
    await countChanges(services, [{ kind: 'user', key: { userId: user.userId } }]);
    await deposit(own, user, 60_000);
    cards.set(user, await own.openCard(user));
  }
  let lived = 0;
  const { issuer, payments } = world;
  const history: History = { services, table, clock, issuer, payments, people, operations: 0 };
  return {
    history,
    async unitsOf(work) {
      const before = table.units;
      await work();
      return table.units - before;
    },
    async live(days, every = 1) {
      const nights: Night[] = [];
      for (let day = 0; day < days; day += 1) {
        lived += 1;
        await liveOneDay(lived);
        await payReferrals(services);
        await countToday();
        clock.advance(24 * hourMs - (clock.now() % (24 * hourMs)) + 3 * hourMs);
        for (let polled = 1; polled > 0;) polled = (await pollDeposits(services)).deposits;
        if (lived % every !== 0) continue;
        const before = table.units;
        const report = await reconcileFully(services, { aheadMs: 0 });
        nights.push({ units: table.units - before, report });
      }
      return nights;
    },
  };
}
