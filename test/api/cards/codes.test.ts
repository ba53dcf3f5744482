import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/cards/codes.ts';
import { keepCode } from '#functions/domain/cards/one-time-codes.ts';
import { cents } from '#shared/money.ts';
import { callRoute } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const withCode = async ({ world, user }: Stage) => {
  const card = await world.openCard(user);
  await keepCode(world.services, {
    type: 'code',
    issuerCardId: card.issuerCardId ?? '',
    code: '445566',
    redactedBody: new Uint8Array(),
    merchant: 'Blue Bottle',
    amountCents: cents(2390),
    currency: 'USD',
    last4Digits: undefined,
    atMs: world.clock.now(),
  });
  return { as: user, params: { id: card.cardId } };
};

endpointSuite('cards.codes', {
  handler,
  good: withCode,
  refusals: { NotFound: async () => ({ params: { id: unknownIds.card } }) },
});

describe('GET /cards/{id}/codes', () => {
  it('shows the codes to the owner, and forbids caching', async () => {
    const world = moneyWorld();
    const request = await withCode({ world, user: await world.cardholder(10_000) });
    const { reply, headers } = await callRoute('cards.codes', handler, world.services, request);
    expect(reply).toEqual([expect.objectContaining({ code: '445566', merchant: 'Blue Bottle', amount: 2390 })]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store, private' });
  });

  it('finds no card for another person', async () => {
    const world = moneyWorld();
    const { params } = await withCode({ world, user: await world.cardholder(10_000) });
    const stranger = { as: await world.cardholder(0), params };
    expect(await callRoute('cards.codes', handler, world.services, stranger)).toMatchObject({
      status: 404,
      code: 'NotFound',
    });
  });
});
