import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/admin/decide-operation.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite, unknownIds } from '#test/support/endpoint-suite.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { operationInReview } from '#test/support/operation-in-review.ts';

const body = { outcome: 'never', reason: 'The issuer found no transfer.' };

endpointSuite('admin.decide-operation', {
  handler,
  good: async ({ world, user }) => ({ params: { id: (await operationInReview(world, user)).operationId }, body }),
  refusals: {
    NotFound: async () => ({ params: { id: unknownIds.operation }, body }),
    Conflict: async ({ world, user }) => {
      await world.openCard(user);
      return { params: { id: world.store.all('operation')[0]?.operationId ?? '' }, body };
    },
  },
  badBodies: [
    ['outcome', { outcome: 'perhaps' }],
    ['movedCents', { outcome: 'happened', movedCents: 0 }],
    ['movedCents', { outcome: 'happened', movedCents: 4_999 }],
    ['movedCents', { movedCents: 5_000 }],
    ['reason', { reason: '' }],
    ['reason', { reason: 'x'.repeat(501) }],
    ['by', { by: 'me' }],
  ],
});

describe('POST /admin/operations/{id}/decide', () => {
  const staged = async (amountCents: number) => {
    const world = moneyWorld();
    const user = await world.cardholder(100_000);
    const [first, second] = [
      await world.cardholder(0, { role: 'admin', staffRole: 'finance' }),
      await world.cardholder(0, { role: 'admin' }),
    ];
    const { operationId, light } = await operationInReview(world, user, amountCents);
    const decide = (as = first, changes: object = {}) =>
      callRoute('admin.decide-operation', handler, world.services, {
        as,
        params: { id: operationId },
        body: { ...body, ...changes },
      });
    return { world, user, second, light, decide };
  };

  it('lets one admin decide up to $200', async () => {
    const { world, user, decide } = await staged(5_000);
    expect(await decide()).toMatchObject({ status: 200, reply: { status: 'decided', state: 'released' } });
    expect((await world.wallet(user)).heldCents).toBe(0);
    expectSoundBooks(world);
  });

  it('waits above $200 for the same decision of a second admin', async () => {
    const { world, user, second, decide } = await staged(30_000);
    const waits = { status: 202, reply: { status: 'waiting_for_second', state: 'review' } };
    expect(await decide()).toMatchObject(waits);
    expect(await decide()).toMatchObject(waits);
    expect((await world.wallet(user)).heldCents).toBe(31_000);
    expect(await decide(second)).toMatchObject({ status: 200, reply: { status: 'decided', state: 'released' } });
    expect((await world.wallet(user)).heldCents).toBe(0);
    expectSoundBooks(world);
  });

  it('takes no decision when the issuer reports the outcome first', async () => {
    const { world, light, decide } = await staged(5_000);
    light();
    expect((await decide(undefined, { outcome: 'happened' })).reply).toEqual({
      status: 'ended_by_issuer',
      state: 'released',
    });
    expect(world.store.all('audit')).toMatchObject([{ action: 'operation-ended', after: { outcome: 'never' } }]);
    expectSoundBooks(world);
  });
});
