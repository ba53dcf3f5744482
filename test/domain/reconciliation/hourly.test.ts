/** The hourly reconciliation checks what is new since the last run, and what is still open. */
import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Entry } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { catchUpCard } from '#functions/domain/cards/catch-up-card.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { reconcileFully } from '#functions/domain/reconciliation/reconcile-fully.ts';
import { countChanges } from '#functions/domain/statistics/count-changes.ts';
import { remove, update } from '#functions/ports/store.ts';
import { backOpenings } from '#test/support/back-openings.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { changesIn } from '#test/support/table-changes.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let world: MoneyWorld;
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
  card = await world.openCard(user);
  await load();
  await backOpenings(world);
  await count();
  expect(await hour()).toMatchObject({ holders: 1, breaks: 0 });
});

/** Lets an hour pass and runs as the schedule does. */
async function hour(services: Services = world.services) {
  world.clock.advance(hourMs);
  return reconcile(services, { aheadMs: 0 });
}

async function load(): Promise<void> {
  const order = { user, cardId: card.cardId, requestedCents: cents(1_000), includesFee: false, claim: undefined };
  const operationId = await requestLoad(world.services, order);
  await driveOperation(world.services, operationId, { untilMs: world.clock.now() + 5_000 });
}

async function purchase(reference: string): Promise<void> {
  world.issuer.charge(card.issuerCardId ?? '', 100, reference);
  await catchUpCard(world.services, card, reference);
}

async function count(): Promise<void> {
  await countChanges(world.services, changesIn(world.store));
}

function lastEntryOf(ownerId: string): Entry {
  const found = world.store
    .all('entry')
    .filter((each) => each.ownerId === ownerId)
    .toSorted((a, b) => b.sequence - a.sequence)[0];
  if (!found) throw new Error('no entry');
  return found;
}

async function raiseBalance(byCents: number): Promise<void> {
  const wallet = await world.wallet(user);
  await world.store.commit([update('wallet', wallet, { availableCents: cents(wallet.availableCents + byCents) })]);
}

describe('an hourly run', () => {
  it('skips people whose money did not move since the last run; the nightly run checks them', async () => {
    await raiseBalance(1);
    expect(await hour()).toMatchObject({ holders: 0, records: 0, breaks: 0 });
    world.clock.advance(24 * hourMs);
    expect(await reconcileFully(world.services, { aheadMs: 0 })).toMatchObject({ PROJECTION: 1 });
  });

  it('checks people whose money moved since then, and people with an open finding until it is gone', async () => {
    await load();
    await count();
    await raiseBalance(1);
    expect(await hour()).toMatchObject({ holders: 1, PROJECTION: 1 });
    expect(await hour()).toMatchObject({ holders: 1, PROJECTION: 1 });
    await raiseBalance(-1);
    expect(await hour()).toMatchObject({ holders: 1, breaks: 0 });
    expect(await hour()).toMatchObject({ holders: 0, breaks: 0 });
  });

  it('covers the hours in which no run took place', async () => {
    await load();
    await count();
    await raiseBalance(1);
    world.clock.advance(20 * hourMs);
    expect(await hour()).toMatchObject({ PROJECTION: 1 });
  });

  it.each([0, 30])('names a purchase whose entry is gone, with %i newer purchases on the card', async (more) => {
    await purchase('GONE');
    const entry = lastEntryOf(card.cardId);
    for (let number = 0; number < more; number += 1) await purchase(`MORE-${number}`);
    await count();
    await world.store.commit([remove('entry', entry)]);
    const report = await hour();
    expect(report).toMatchObject({ holders: 0, records: more + 1, UNEXPLAINED: 1, breaks: 1 });
    expect(report.found).toMatchObject([
      { subject: `${card.cardId}:purchase:GONE`, evidence: { without: card.cardId } },
    ]);
    // While the finding is open, whole days are checked, and everybody whose money moved on them.
    expect(await hour()).toMatchObject({ holders: 1, GAP: 1, breaks: 1 });
  });

  it('names records that were not counted, also if they were too young for the last run', async () => {
    await load();
    world.clock.advance(-50 * minuteMs);
    expect(await hour()).toMatchObject({ breaks: 0 });
    expect(await hour()).toMatchObject({ LAG: 1, breaks: 1 });
    await count();
    expect(await hour()).toMatchObject({ breaks: 0 });
  });

  it('ends in time with more people than it can ask the issuer about; the nightly run checks the rest', async () => {
    for (let people = 0; people < 60; people += 1) await world.openCard(await world.cardholder(20_000));
    await backOpenings(world);
    await count();
    const findCard: Services['issuer']['findCard'] = async (query) => {
      world.clock.advance(minuteMs);
      return world.services.issuer.findCard(query);
    };
    world.clock.advance(hourMs);
    const beganAtMs = world.clock.now();
    const slow = { ...world.services, issuer: { ...world.services.issuer, findCard } };
    const report = await reconcile(slow, { aheadMs: 0 });
    expect(report.holders).toBeGreaterThan(0);
    expect(world.clock.now() - beganAtMs).toBeLessThan(45 * minuteMs);
    expect(await hour()).toMatchObject({ holders: 0, breaks: 0 });
    world.clock.advance(24 * hourMs);
    expect(await reconcileFully(world.services, { aheadMs: 0 })).toMatchObject({ holders: 61 });
  });

  it('reports nothing when a lagging copy misses records', async () => {
    await load();
    await count();
    let lagged = 0;
    const getMany: Services['store']['getMany'] = async (kind, keys, reading) => {
      const found = await world.store.getMany(kind, keys);
      if (reading?.mayLag !== true || kind !== 'journal') return found;
      lagged += 1;
      return found.map(() => undefined);
    };
    expect(await hour({ ...world.services, store: { ...world.store, getMany } })).toMatchObject({
      holders: 1,
      breaks: 0,
    });
    expect(lagged).toBeGreaterThan(0);
  });
});
