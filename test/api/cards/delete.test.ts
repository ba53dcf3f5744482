import { describe, expect, it } from 'vitest';
import { handler as create } from '#functions/api/cards/create.ts';
import { handler } from '#functions/api/cards/delete.ts';
import { handler as tiles } from '#functions/api/cards/tiles.ts';
import { handler as transactions } from '#functions/api/cards/transactions.ts';
import { handler as readUser } from '#functions/api/user/read.ts';
import { handler as unload } from '#functions/api/cards/unload.ts';
import { processIssuerEvent } from '#functions/domain/events/process-issuer-event.ts';
import { sweepOperations } from '#functions/domain/operations/sweep-operations.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { update } from '#functions/ports/store.ts';
import { cents } from '#shared/money.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { runningClock } from '#test/support/running-clock.ts';

/** Makes a card from which everything but the dollar that stays was withdrawn. */
const almostEmpty = async ({ world, user }: Stage, changes: Partial<Card> = {}) => {
  const { cardId } = await world.openCard(user);
  const request = { as: user, params: { id: cardId } };
  await callRoute('cards.unload', unload, world.services, { ...request, body: { amount: 400 } });
  const card = await world.card({ userId: user.userId, cardId } as Card);
  if (Object.keys(changes).length > 0) await world.store.commit([update('card', card, changes)]);
  return request;
};

const staged = async (): Promise<Stage> => {
  const world = moneyWorld();
  return { world, user: await world.cardholder(10_000) };
};

endpointSuite('cards.delete', {
  handler,
  good: almostEmpty,
  otherRequest: almostEmpty,
  again: 'Conflict',
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.card } }),
    CardNotEmpty: (stage) => almostEmpty(stage, { balanceCents: cents(101) }),
    Conflict: (stage) => almostEmpty(stage, { pendingInCents: cents(1) }),
  },
});

describe('DELETE /cards/{id}', () => {
  const remove = (stage: Stage, request: object) =>
    callRoute('cards.delete', handler, stage.world.services, request as never);
  /** Works on the message that a deletion sends. */
  const work = async ({ world }: Stage): Promise<void> => {
    for (const { eventId } of world.queued.splice(0)) await processIssuerEvent(world.services, eventId);
  };

  it('returns the rest, frees the place of the card, leaves the lists and keeps the history', async () => {
    const stage = await staged();
    const request = await almostEmpty(stage);
    const { status, reply } = await remove(stage, request);
    expect(status).toBe(200);
    expect(reply).toMatchObject({ card: { status: 'deleted', balance: 0, held: 0 } });
    expect(await stage.world.wallet(stage.user)).toMatchObject({ availableCents: 8_500, cardCount: 0 });
    const { services } = stage.world;
    expect((await callRoute('cards.tiles', tiles, services, { as: stage.user })).reply).toEqual([]);
    const history = await callRoute('cards.transactions', transactions, services, request);
    expect(history.reply.transactions.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['closing', 100],
      ['withdrawal', 400],
      ['creation', 500],
    ]);
    await work(stage);
    expect([...stage.world.issuer.cards.values()]).toMatchObject([{ isDeleted: true, bookBalanceCents: 0 }]);
    expectSoundBooks(stage.world);
  });

  it.each<Partial<Card>>([
    { frozenReasons: ['owner'], actual: 'frozen' },
    { blockedReason: 'Blocked for fraud.' },
    { isShortOfMoney: true },
  ])('deletes a card in any state: %j', async (changes) => {
    const stage = await staged();
    const { reply } = await remove(stage, await almostEmpty(stage, changes));
    expect(reply.card.status).toBe('deleted');
    expect((await stage.world.wallet(stage.user)).availableCents).toBe(8_500);
    expectSoundBooks(stage.world);
  });

  it.each([
    [{ balanceCents: cents(101) }, 'CardNotEmpty', 'There is still $1.01 on the card. Withdraw it first'],
    [{ balanceCents: cents(-1) }, 'CardNotEmpty', 'The card owes $0.01. Load it'],
    [{ pendingOutCents: cents(1) }, 'Conflict', 'on its way'],
    [{ lifecycle: 'creating' as const }, 'Conflict', 'still being created'],
    [{ lifecycle: 'closing' as const }, 'Conflict', 'already being deleted'],
    [{ lifecycle: 'retiring' as const }, 'Conflict', 'is already deleted'],
    [{ lifecycle: 'deleted' as const }, 'Conflict', 'is already deleted'],
  ])('refuses a card with %j and says why', async (changes, code, words) => {
    const stage = await staged();
    const answer = await remove(stage, await almostEmpty(stage, changes));
    expect(answer).toMatchObject({ code, body: { message: expect.stringContaining(words) } });
  });

  it('deletes at once while the issuer does not answer: the place is free, and the card can no longer be used', async () => {
    const stage = await staged();
    const request = await almostEmpty(stage);
    await stage.world.openCard(stage.user);
    await stage.world.openCard(stage.user);
    const never = Array.from({ length: 40 }, () => ({ does: 'lost' }) as const);
    for (const call of ['unload', 'close', 'freeze', 'findCard', 'readCard'] as const)
      stage.world.issuer.misbehave(call, ...never);
    const asked = { ...stage.world.issuer.calls };
    const startedAtMs = stage.world.clock.now();
    const { status, reply } = await remove(stage, request);
    expect([status, reply.operation, stage.world.clock.now()]).toEqual([200, undefined, startedAtMs]);
    expect(stage.world.issuer.calls).toEqual(asked);
    expect(reply.card).toMatchObject({ status: 'deleted', balance: 0, held: 0 });
    await work(stage);
    const { services } = stage.world;
    expect((await callRoute('cards.tiles', tiles, services, { as: stage.user })).reply).toHaveLength(2);
    expect(await callRoute('cards.unload', unload, services, { ...request, body: { amount: 1 } })).toMatchObject({
      code: 'CardNotActive',
      body: { message: 'This card was deleted.' },
    });
    expectSoundBooks(stage.world);
  });

  it('deletes although its message could not be sent: the sweeper has the card closed', async () => {
    const stage = await staged();
    const request = await almostEmpty(stage);
    const { world } = stage;
    const down = { send: () => Promise.reject(new Error('the queue is down')) };
    const services = { ...world.services, issuerEvents: down };
    expect((await callRoute('cards.delete', handler, services, request)).status).toBe(200);
    const me = async () => (await callRoute('user.read', readUser, services, { as: stage.user })).reply;
    expect(await me()).toMatchObject({ closingCards: 1 });
    world.clock.advance(60_000);
    await sweepOperations(world.services);
    expect([...world.issuer.cards.values()]).toMatchObject([{ isDeleted: true }]);
    expect(await me()).not.toHaveProperty('closingCards');
  });

  it('makes room for a new card at once', async () => {
    const stage = await staged();
    const request = await almostEmpty(stage);
    await stage.world.openCard(stage.user);
    await stage.world.openCard(stage.user);
    expect((await remove(stage, request)).status).toBe(200);
    const another = { as: stage.user, body: { name: 'Next', pin: 8642 } };
    expect((await callRoute('cards.create', create, stage.world.services, another)).status).toBe(201);
    expectSoundBooks(stage.world);
  });

  it('deletes once when 20 requests come at once, and makes room for one card', async () => {
    const stage = await staged();
    const request = await almostEmpty(stage);
    await stage.world.openCard(stage.user);
    await stage.world.openCard(stage.user);
    const services = { ...stage.world.services, clock: runningClock(stage.world.clock.now()) };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => callRoute('cards.delete', handler, services, request)),
    );
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect((await stage.world.wallet(stage.user)).cardCount).toBe(2);
    const another = { as: stage.user, body: { name: 'Next', pin: 8642 } };
    expect((await callRoute('cards.create', create, services, another)).status).toBe(201);
    expectSoundBooks(stage.world);
  });
});
