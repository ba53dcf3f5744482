import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/admin/ask-operation.ts';
import { describeWaitingOperation } from '#functions/domain/desk/waiting-operation.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { operationInReview } from '#test/support/operation-in-review.ts';

endpointSuite('admin.ask-operation', {
  handler,
  good: async ({ world, user }) => ({ params: { id: (await operationInReview(world, user)).operationId } }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.operation } }),
    Conflict: async ({ world, user }) => {
      await world.openCard(user);
      return { params: { id: world.store.all('operation')[0]?.operationId ?? '' } };
    },
  },
});

describe('POST /admin/operations/{id}/ask', () => {
  const staged = async () => {
    const world = moneyWorld();
    const [user, admin] = [await world.cardholder(100_000), await world.cardholder(0, { role: 'admin' })];
    const { operationId, light } = await operationInReview(world, user);
    const ask = (as = admin) =>
      callRoute('admin.ask-operation', handler, world.services, { as, params: { id: operationId } });
    return { world, user, operationId, light, ask };
  };

  it('sends and changes nothing while the issuer is silent, and records the request', async () => {
    const { world, user, operationId, ask } = await staged();
    const [held, sent] = [(await world.wallet(user)).heldCents, world.issuer.calls['load']];
    expect((await ask()).reply).toEqual({ verdict: 'unknown', state: 'review' });
    expect([(await world.wallet(user)).heldCents, world.issuer.calls['load']]).toEqual([held, sent]);
    expect(world.store.all('audit')).toMatchObject([{ action: 'ask-operation', about: operationId }]);
  });

  it('stores the verdict with the operation while its review goes on', async () => {
    const { world, user, operationId, ask } = await staged();
    const shown = async () => {
      const operation = await world.store.get('operation', { operationId });
      return operation && describeWaitingOperation(operation, new Map([[user.userId, user.email]])).lastAsk;
    };
    expect(await shown()).toBeNull();
    await ask();
    expect(await shown()).toEqual({ at: new Date(world.clock.now()).toISOString(), verdict: 'unknown' });
  });

  it('ends the operation by the issuer’s word', async () => {
    const { world, user, operationId, light, ask } = await staged();
    light();
    expect((await ask()).reply).toEqual({ verdict: 'ended', state: 'released' });
    expect((await world.wallet(user)).heldCents).toBe(0);
    expectSoundBooks(world);
    expect(world.store.all('audit')).toMatchObject([
      { action: 'ask-operation', about: operationId },
      {
        action: 'operation-ended',
        actorId: 'system',
        subjectId: user.userId,
        about: operationId,
        before: { state: 'review', kind: 'card_load', amountCents: 5_000, feeCents: 250 },
        after: { outcome: 'never', movedCents: 0 },
      },
    ]);
  });

  it('records no end of an operation that was not in review', async () => {
    const world = moneyWorld();
    await world.openCard(await world.cardholder(100_000));
    expect(world.store.all('audit')).toEqual([]);
  });

  it('is refused to the owner of the account', async () => {
    const world = moneyWorld();
    const admin = await world.cardholder(100_000, { role: 'admin' });
    const { operationId } = await operationInReview(world, admin);
    const request = { as: admin, params: { id: operationId } };
    expect((await callRoute('admin.ask-operation', handler, world.services, request)).code).toBe('Forbidden');
  });
});
