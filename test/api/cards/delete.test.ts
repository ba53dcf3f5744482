import { describe, expect, it } from 'vitest';
import { handler as create } from '#functions/api/cards/create.ts';
import { handler } from '#functions/api/cards/delete.ts';
import { handler as tiles } from '#functions/api/cards/tiles.ts';
import { handler as transactions } from '#functions/api/cards/transactions.ts';
import { handler as unload } from '#functions/api/cards/unload.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { update } from '#functions/ports/store.ts';
import { cents } from '#shared/money.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds, type Stage } from '#test/support/endpoint-suite.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { runningClock } from '#test/support/running-clock.ts';

/** A card from which all was withdrawn that can be: a dollar is left. */
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
    ProviderRefused: async (stage) => {
      const request = await almostEmpty(stage);
      stage.world.issuer.misbehave('unload', { does: 'declined', reason: 'card_insufficient_funds' });
      return request;
    },
  },
});

describe('DELETE /cards/{id}', () => {
  const remove = (stage: Stage, request: object) =>
    callRoute('cards.delete', handler, stage.world.services, request as never);

  it('returns what is left, gives the place free, leaves the lists and keeps the history', async () => {
    const stage = await staged();
    const request = await almostEmpty(stage);
    const { status, reply } = await remove(stage, request);
    expect(status).toBe(200);
    expect(reply).toMatchObject({ card: { status: 'deleted', balance: 0, held: 0 } });
    expect(await stage.world.wallet(stage.user)).toMatchObject({ availableCents: 8_500, cardCount: 0 });
    expect([...stage.world.issuer.cards.values()]).toMatchObject([{ isDeleted: true, bookBalanceCents: 0 }]);
    const { services } = stage.world;
    expect((await callRoute('cards.tiles', tiles, services, { as: stage.user })).reply).toEqual([]);
    const history = await callRoute('cards.transactions', transactions, services, request);
    expect(history.reply.transactions.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['closing', 100],
      ['withdrawal', 400],
      ['creation', 500],
    ]);
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
    [{ lifecycle: 'closing' as const }, 'Conflict', 'being deleted already'],
    [{ lifecycle: 'deleted' as const }, 'Conflict', 'was deleted already'],
  ])('refuses %j and says why', async (changes, code, words) => {
    const stage = await staged();
    const answer = await remove(stage, await almostEmpty(stage, changes));
    expect(answer).toMatchObject({ code, body: { message: expect.stringContaining(words) } });
  });

  it('answers 202 while the issuer has not confirmed, and nothing else can be done with the card', async () => {
    const stage = await staged();
    const request = await almostEmpty(stage);
    stage.world.issuer.transfersEnd = 'pending';
    const { status, reply } = await remove(stage, request);
    expect(status).toBe(202);
    expect(reply).toMatchObject({
      card: { status: 'freezed', statusReason: 'The card is being deleted.', balance: 0, held: 100 },
      operation: { kind: 'card_closing', status: 'pending', amount: 100 },
    });
    const withdrawal = { ...request, body: { amount: 1 } };
    expect(await callRoute('cards.unload', unload, stage.world.services, withdrawal)).toMatchObject({
      code: 'CardNotActive',
      body: { message: 'The card is being deleted.' },
    });
    expectSoundBooks(stage.world);
  });

  it('is done once when 20 ask at once, and makes room for one card', async () => {
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
