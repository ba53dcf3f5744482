import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { requestLoad } from '#functions/domain/cards/request-load.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { reconcile } from '#functions/domain/reconciliation/reconcile.ts';
import { update } from '#functions/ports/store.ts';
import type { authWorld } from '#test/support/auth-world.ts';
import { backOpenings } from '#test/support/back-openings.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { changesIn } from '#test/support/table-changes.ts';
import { countChanges } from '#functions/domain/figures/count-changes.ts';

let world: MoneyWorld;
let logs: ReturnType<typeof authWorld>['logs'];
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  logs = [];
  user = await world.cardholder(20_000);
  card = await world.openCard(user);
  const operationId = await requestLoad(world.services, {
    user,
    cardId: card.cardId,
    requestedCents: cents(5_000),
    includesFee: false,
    claim: undefined,
  });
  await driveOperation(world.services, operationId, { untilMs: world.clock.now() + 5_000 });
  await backOpenings(world);
});

async function run(): Promise<unknown[]> {
  const log = {
    ...world.services.log,
    error: (_message: string, fields = {}) => void logs.push({ level: 'error', message: '', fields }),
  };
  const report = await reconcile({ ...world.services, log });
  expect(report.breaks).toBe(logs.length);
  expect(report.found).toHaveLength(logs.length);
  expect(report.records).toBeGreaterThan(0);
  return logs.map(({ fields }) => fields['class']);
}

describe('reconciliation', () => {
  it('finds nothing in books that are sound', async () => {
    expect(await run()).toEqual([]);
  });

  it('names a balance that was changed by hand', async () => {
    const wallet = await world.wallet(user);
    await world.store.commit([update('wallet', wallet, { availableCents: cents(wallet.availableCents + 1) })]);
    expect(await run()).toEqual(['PROJECTION']);
  });

  it('names an entry that was rewritten', async () => {
    const entry = world.store.all('entry').find((each) => each.ownerId === user.userId && each.sequence === 2);
    if (!entry) throw new Error('no entry');
    await world.store.commit([{ write: 'remove', kind: 'entry', key: entry }]);
    await world.store.commit([{ write: 'insert', kind: 'entry', value: { ...entry, atMs: entry.atMs + 1 } }]);
    expect(await run()).toEqual(['HASH']);
  });

  it('names an entry that is gone', async () => {
    const entry = world.store.all('entry').find((each) => each.ownerId === card.cardId && each.sequence === 1);
    if (!entry) throw new Error('no entry');
    await world.store.commit([{ write: 'remove', kind: 'entry', key: entry }]);
    expect(await run()).toEqual(['GAP']);
  });

  it('names a card that has another balance at the issuer', async () => {
    world.issuer.charge(card.issuerCardId ?? '', 100, 'UNSEEN');
    expect(await run()).toEqual(['CARD_BALANCE']);
  });

  it('names an operation that is stuck', async () => {
    world.issuer.misbehave('load', { does: 'lost' });
    await requestLoad(world.services, {
      user,
      cardId: card.cardId,
      requestedCents: cents(500),
      includesFee: false,
      claim: undefined,
    });
    await countChanges(world.services, changesIn(world.store));
    world.clock.advance(45 * 60_000);
    expect(await run()).toEqual(['STUCK']);
  });
});
