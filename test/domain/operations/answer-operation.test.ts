import { beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { update } from '#functions/ports/store.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { answerOperation } from '#functions/domain/operations/answer-operation.ts';
import { startCardholderRegistration } from '#functions/domain/operations/cardholder-registration.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';

let world: MoneyWorld;
let user: User;
let card: Card;

beforeEach(async () => {
  world = moneyWorld();
  user = await world.cardholder(20_000);
  card = await world.openCard(user);
});

const load = () =>
  requestLoad(world.services, {
    user,
    cardId: card.cardId,
    requestedCents: cents(5_000),
    includesFee: false,
    claim: undefined,
  });
const answer = async (whom: User = user) => answerOperation(world.services, whom.userId, await load(), {});

describe('the caller that asked for an operation', () => {
  it('gets the current card, and no operation once the operation is done', async () => {
    const described = await answer();
    expect(described).toEqual({
      card: expect.objectContaining({ balance: 5_500 }),
      operation: undefined,
      rewardCents: 0,
    });
  });

  it('gets an operation that is still under way after six seconds', async () => {
    world.issuer.transfersEnd = 'pending';
    const before = world.clock.now();
    expect((await answer()).operation).toMatchObject({ status: 'pending', kind: 'card_load', amount: 5_000, fee: 250 });
    expect(world.clock.now() - before).toBeLessThanOrEqual(6_000);
    expect(world.clock.now() - before).toBeGreaterThan(4_000);
  });

  it('gets an operation that the issuer was too busy for, and one that a person checks', async () => {
    world.issuer.misbehave('load', { does: 'busy', retryAfterMs: 60_000 });
    expect((await answer()).operation).toMatchObject({ status: 'pending', reason: expect.stringMatching(/busy/) });
    const [operation] = world.store.all('operation').filter(({ state }) => state === 'reserved');
    if (!operation) throw new Error('it is not there');
    await world.store.commit([update('operation', operation, { state: 'review', dueAtMs: undefined })]);
    const described = await answerOperation(world.services, user.userId, operation.operationId, {});
    expect(described.operation).toMatchObject({ status: 'review' });
  });

  it('gets the reason of a failure', async () => {
    world.issuer.misbehave('load', { does: 'declined', reason: 'insufficient_float' });
    await expect(answer()).rejects.toMatchObject({
      code: 'ProviderRefused',
      message: 'Cards can’t be loaded right now. Nothing was charged; please try again later.',
    });
  });

  it('learns that nothing was charged when the failure has no stored reason', async () => {
    const operationId = await load();
    const operation = await world.store.get('operation', { operationId });
    if (!operation) throw new Error('it is not there');
    await world.store.commit([update('operation', operation, { state: 'released', reason: undefined })]);
    await expect(answerOperation(world.services, user.userId, operationId, {})).rejects.toMatchObject({
      code: 'ProviderRefused',
      message: 'The card issuer did not carry it out. Nothing was charged.',
    });
  });

  it('gets NotFound for an operation without a card', async () => {
    const { writes, operationId } = startCardholderRegistration(user, world.services);
    await world.store.commit(writes);
    await expect(answerOperation(world.services, user.userId, operationId, {})).rejects.toMatchObject({
      code: 'NotFound',
      message: 'Operation not found.',
    });
  });
});

describe('a stranger', () => {
  it('gets nothing', async () => {
    const stranger = await world.cardholder(20_000);
    await expect(answer(stranger)).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('does not get the reason of another person’s failure', async () => {
    const stranger = await world.cardholder(20_000);
    world.issuer.misbehave('load', { does: 'declined', reason: 'insufficient_float' });
    await expect(answer(stranger)).rejects.toMatchObject({ code: 'NotFound' });
  });
});
