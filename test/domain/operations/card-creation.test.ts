import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { setSuspension } from '#functions/domain/admin/set-suspension.ts';
import { requestCard } from '#functions/domain/cards/request-card.ts';
import { statusOf } from '#functions/domain/cards/visible-card.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

/* What a card is once the issuer has made it. Its faults are in drive-operation.test.ts, its bonus in first-card-bonus.test.ts. */

let world: MoneyWorld;
let user: User;
let operationId: Id<'operation'>;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(10_000);
  operationId = await requestCard(world.services, { user, name: 'Travel', claim: undefined });
});

afterEach(() => expectSoundBooks(world));

async function make(services: Services = world.services): Promise<Card> {
  const options = { untilMs: world.clock.now() + 5_000, fleeting: { pin: '0007' } };
  const { state, cardId } = await driveOperation(services, operationId, options);
  expect(state).toBe('settled');
  const card = cardId && (await world.store.get('card', { userId: user.userId, cardId }));
  if (!card) throw new Error('no card');
  return card;
}

describe('a card that was made', () => {
  it('holds what was put on it at the issuer, and the fee is not there', async () => {
    const { issuerCardId = '', balanceCents } = await make();
    expect(balanceCents).toBe(500);
    expect(world.issuer.cards.get(issuerCardId)?.bookBalanceCents).toBe(500);
  });

  it('is as the issuer has it: one that it made frozen is not active', async () => {
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
    expect(statusOf(await make(frozen))).toBe('freezed');
  });

  it('is found by its id at the issuer, under which its webhooks come', async () => {
    const { issuerCardId = '', cardId } = await make();
    expect(await world.store.get('issuerCardOwner', { issuerCardId })).toMatchObject({ userId: user.userId, cardId });
  });

  it('of somebody who was suspended meanwhile is frozen by the next sweep', async () => {
    const admin = await world.cardholder(0, { role: 'admin' });
    const order = { actorId: admin.userId, userId: user.userId, suspended: true, reason: undefined };
    await setSuspension(world.services, order);
    const { issuerCardId = '', dueAtMs } = await make();
    expect(dueAtMs).toBe(world.clock.now());
    await sweepOperations(world.services);
    expect(world.issuer.cards.get(issuerCardId)?.isActive).toBe(false);
  });
});
