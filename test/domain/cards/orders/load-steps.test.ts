import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { refreshCard } from '#functions/domain/cards/refresh-card.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { statusOf } from '#functions/domain/cards/visible-card.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/* The changes of a load beside the balances. The faults are in drive-operation.test.ts. */

let world: MoneyWorld;
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
  card = await world.openCard(user);
});

afterEach(() => expectSoundBooks(world));

async function load(services: Services = world.services): Promise<Operation> {
  const command = { user, cardId: card.cardId, requestedCents: cents(1_000), includesFee: false, claim: undefined };
  const operationId = await requestLoad(world.services, command);
  return driveOperation(services, operationId, { untilMs: world.clock.now() + 5_000 });
}

const change = (changes: Partial<Card>): Promise<void> =>
  world.card(card).then((now) => world.store.commit([update('card', now, changes)]));

describe('a load', () => {
  it('resets the count of declines for lack of money, as the issuer does', async () => {
    await change({ shortDeclines: 4 });
    await load();
    expect((await world.card(card)).shortDeclines).toBe(0);
  });

  it('onto a card that the issuer deletes meanwhile goes on to the balance, with the load as its cause', async () => {
    world.issuer.transfersEnd = 'pending';
    const { operationId, state } = await load();
    expect(state).toBe('submitted');
    const { issuerCardId = '' } = card;
    world.issuer.deleteCard(issuerCardId);
    await refreshCard(world.services, card, { claim: 'deleted', reason: '' });
    world.issuer.transfers.set(operationId, {
      kind: 'load',
      amountCents: cents(1_000),
      issuerCardId,
      state: 'successful',
      effects: 1,
    });
    const untilMs = world.clock.now() + 60_000;
    expect((await driveOperation(world.services, operationId, { untilMs })).state).toBe('settled');
    expect(await world.wallet(user)).toMatchObject({ availableCents: 18_000 + 500 - 130, heldCents: 0, debtCents: 0 });
    expect(await world.store.get('journal', { journalId: `${operationId}:settled:emptied` })).toMatchObject({
      cause: `${operationId}:settled`,
    });
    expect(await world.store.get('journal', { journalId: `${card.cardId}:deleted:emptied` })).toBeDefined();
    expect(world.store.all('movement').find(({ amountCents }) => amountCents === 1_000)).toMatchObject({
      kind: 'card_closing',
      direction: 'credit',
      status: 'completed',
      description: 'Rest of the deleted card Everyday •••• 4444',
    });
  });

  it('that fails does not reset the count of declines', async () => {
    await change({ shortDeclines: 4 });
    world.issuer.misbehave('load', { does: 'declined', reason: 'insufficient_float' });
    expect((await load()).state).toBe('released');
    expect((await world.card(card)).shortDeclines).toBe(4);
  });

  it('makes a card active again that the issuer had stopped for lack of money', async () => {
    const { issuerCardId = '' } = card;
    await world.services.issuer.freeze(issuerCardId);
    await change({ isShortOfMoney: true });
    await load();
    const now = await world.card(card);
    expect(now).toMatchObject({ isShortOfMoney: false, actual: 'active', dueAtMs: undefined });
    expect(statusOf(now)).toBe('active');
    expect(world.issuer.cards.get(issuerCardId)?.isActive).toBe(true);
  });

  it('returns after the stopped card is active again: a function does not run on after its reply', async () => {
    const { issuer } = world.services;
    await issuer.freeze(card.issuerCardId ?? '');
    await change({ isShortOfMoney: true });
    const unfreeze: typeof issuer.unfreeze = async (issuerCardId) => {
      // Takes several turns of the event loop: a load that does not await it returns too early.
      for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => void setImmediate(resolve));
      return issuer.unfreeze(issuerCardId);
    };
    await load({ ...world.services, issuer: { ...issuer, unfreeze } });
    expect((await world.card(card)).actual).toBe('active');
  });

  it('leaves a stopped card frozen, due for the sweeper, when the unfreeze is lost', async () => {
    await world.services.issuer.freeze(card.issuerCardId ?? '');
    await change({ isShortOfMoney: true });
    world.issuer.misbehave('unfreeze', { does: 'lost' });
    expect((await load()).state).toBe('settled');
    const now = await world.card(card);
    expect(now).toMatchObject({ isShortOfMoney: false, actual: 'frozen', dueAtMs: world.clock.now() + 20_000 });
    expect(statusOf(now)).toBe('freezed');
  });
});
