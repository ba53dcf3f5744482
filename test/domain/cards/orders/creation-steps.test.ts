import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { remove } from '#functions/ports/store.ts';
import { setSuspension } from '#functions/domain/admin/set-suspension.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { statusOf } from '#functions/domain/cards/visible-card.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { referralWorld } from '#test/support/referral-world.ts';

/*
 * A card once the issuer has made it. The faults are in drive-operation.test.ts, the bonus in first-card-bonus.test.ts.
 */

let world: MoneyWorld;
let user: User;
let operationId: Id<'operation'>;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(10_000);
  operationId = await requestCreation(world.services, { user, name: 'Travel', claim: undefined });
});

afterEach(() => expectSoundBooks(world));

async function make(services: Services = world.services): Promise<Card> {
  const options = { untilMs: world.clock.now() + 5_000, secrets: { pin: '0007' } };
  const { state, cardId } = await driveOperation(services, operationId, options);
  expect(state).toBe('settled');
  const card = cardId && (await world.store.get('card', { userId: user.userId, cardId }));
  if (!card) throw new Error('no card');
  return card;
}

describe('a card that was made', () => {
  it('holds at the issuer what its owner put on it, without our fee', async () => {
    const { issuerCardId = '', balanceCents } = await make();
    expect(balanceCents).toBe(500);
    expect(world.issuer.cards.get(issuerCardId)?.bookBalanceCents).toBe(500);
  });

  it('has the issuer’s state: a card that the issuer made frozen is not active', async () => {
    const { issuer } = world.services;
    const frozen: Services = {
      ...world.services,
      issuer: {
        ...issuer,
        findCard: async (query) => {
          const found = await issuer.findCard(query);
          return found.outcome === 'success' && found.value
            ? { ...found, value: { ...found.value, isActive: false } }
            : found;
        },
      },
    };
    const card = await make(frozen);
    expect(statusOf(card)).toBe('freezed');
    expect(card.actual).toBe('frozen');
  });

  it('begins its history with its first deposit', async () => {
    const { cardId } = await make();
    expect(await world.store.listCardTransactions(cardId, { from: 1, to: 9 })).toEqual([
      expect.objectContaining({
        number: 1,
        reference: operationId,
        kind: 'creation',
        direction: 'credit',
        amountCents: 500,
        description: 'First deposit',
        atMs: world.clock.now(),
      }),
    ]);
  });

  it('of a person who no longer exists is not settled: it throws, and the hold stays', async () => {
    await world.store.commit([remove('user', { userId: user.userId })]);
    await expect(make()).rejects.toThrow(`no such user: ${user.userId}`);
    expect((await world.wallet(user)).heldCents).toBe(2_000);
  });

  it('is found by its id at the issuer, under which its webhooks come', async () => {
    const { issuerCardId = '', cardId } = await make();
    expect(await world.store.get('cardOwner', { cardId })).toMatchObject({ userId: user.userId, last4Digits: '4444' });
    expect(await world.store.get('issuerCardOwner', { issuerCardId })).toMatchObject({ userId: user.userId, cardId });
  });

  it('of a person who was suspended meanwhile is frozen by the next sweep', async () => {
    const admin = await world.cardholder(0, { role: 'admin' });
    const order = {
      actorId: admin.userId,
      userId: user.userId,
      suspended: true,
      reasonForUser: undefined,
      note: undefined,
    };
    await setSuspension(world.services, order);
    const { issuerCardId = '', dueAtMs } = await make();
    expect(dueAtMs).toBe(world.clock.now());
    await sweepOperations(world.services);
    expect(world.issuer.cards.get(issuerCardId)?.isActive).toBe(false);
  });
});

it('a failed card without a bonus leaves no activity line of a bonus', async () => {
  await make();
  const another = await requestCreation(world.services, { user, name: 'Home', claim: undefined });
  world.issuer.misbehave('createCard', { does: 'declined', reason: 'unavailable' });
  const options = { untilMs: world.clock.now() + 5_000, secrets: { pin: '0007' } };
  expect((await driveOperation(world.services, another, options)).state).toBe('released');
  expect(world.store.all('movement').map(({ kind, status }) => [kind, status])).toEqual([
    ['card_creation', 'completed'],
    ['card_creation', 'failed'],
  ]);
});

it('a referrer has the reward of a first card as soon as the card is there', async () => {
  const referrers = await referralWorld();
  const friend = await referrers.customer();
  const reward = await referrers.reward(friend, 'card_created');
  expect(reward).toMatchObject({ stage: 'matured', amountCents: 500, dueAtMs: undefined });
  // The deposit before the card earned $1.
  expect((await referrers.account()).balanceCents).toBe(600);
});
