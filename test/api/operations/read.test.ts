import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { handler } from '#functions/api/operations/read.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { driveOperation } from '#functions/domain/operations/drive-operation.ts';
import { startCardholderRegistration } from '#functions/domain/operations/cardholder-registration.ts';
import { callRoute, type RouteAnswer } from '#test/support/call-route.ts';
import type { Stage } from '#test/support/endpoint-stage.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import type { Fault } from '#test/support/scripted-issuer.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const load = async ({ world, user }: Stage) => {
  const { cardId } = await world.openCard(user);
  return requestLoad(world.services, {
    user,
    cardId,
    requestedCents: cents(5_000),
    includesFee: false,
    claim: undefined,
  });
};

endpointSuite('operations.read', {
  handler,
  good: async (stage) => ({ params: { id: await load(stage) } }),
  refusals: { NotFound: async () => ({ params: { id: unknownIds.operation } }) },
});

describe('GET /operations/{id}', () => {
  /** A load that was driven for a while under a fault, read afterwards. */
  const driven = async (forMs: number, ...faults: Fault[]): Promise<RouteAnswer<'operations.read'>> => {
    const world = moneyWorld();
    const user = await world.cardholder(100_000);
    const operationId = await load({ world, user });
    world.issuer.misbehave('load', ...faults);
    await driveOperation(world.services, operationId, { untilMs: world.clock.now() + forMs });
    return callRoute('operations.read', handler, world.services, { as: user, params: { id: operationId } });
  };

  it('shows a load that is done', async () => {
    const { reply } = await driven(5_000);
    expect(reply).toMatchObject({ kind: 'card_load', status: 'completed', amount: 5_000, fee: 250, reason: null });
    expect(reply.cardId).toMatch(/^crd_/);
  });

  it('explains in words why an operation waits or failed', async () => {
    const waiting = await driven(100, { does: 'busy', retryAfterMs: 60_000 });
    expect(waiting.reply).toMatchObject({ status: 'pending', reason: expect.stringContaining('busy') });
    const failed = await driven(5_000, { does: 'declined', reason: 'card_balance_limit' });
    expect(failed.reply).toMatchObject({ status: 'failed', reason: expect.stringContaining('Nothing was charged') });
  });

  it('does not show a registration with the issuer, which is no line of an activity list', async () => {
    const world = moneyWorld();
    const user = await world.cardholder(0);
    const { writes, operationId } = startCardholderRegistration(user, world.services);
    await world.store.commit(writes);
    const answer = await callRoute('operations.read', handler, world.services, {
      as: user,
      params: { id: operationId },
    });
    expect(answer).toMatchObject({ status: 404, code: 'NotFound' });
  });
});
