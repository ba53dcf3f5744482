import { describe, expect, it } from 'vitest';
import { handler } from '#functions/api/operations/find.ts';
import { handler as propose } from '#functions/api/admin/propose-adjustment.ts';
import { handler as load } from '#functions/api/cards/load.ts';
import { callRoute } from '#test/support/call-route.ts';
import { endpointSuite } from '#test/support/endpoint-suite.ts';
import { moneyWorld } from '#test/support/money-world.ts';

const key = 'b7d1c2f0-5a1e-4c55-9a7e-2f6f0f3f9a10';

endpointSuite('operations.find', {
  handler,
  good: async () => ({ query: { call: 'cards.load', key } }),
  refusals: {},
});

async function stage(balance = 100_000) {
  const world = moneyWorld();
  const user = await world.cardholder(balance);
  const { cardId } = await world.openCard(user);
  const loading = (amount: number, headers: Record<string, string> = { 'idempotency-key': key }) =>
    callRoute('cards.load', load, world.services, {
      as: user,
      params: { id: cardId },
      body: { amount, includesFee: false },
      headers,
    });
  const find = (as = user, call = 'cards.load', asked = key) =>
    callRoute('operations.find', handler, world.services, { as, query: { call, key: asked } });
  return { world, user, loading, find };
}

describe('GET /operations', () => {
  it('reports a request of an admin to that admin only', async () => {
    const { world, user, find } = await stage();
    const as = await world.cardholder(0, { role: 'admin' });
    const call = 'admin.propose-adjustment';
    const body = { userId: user.userId, amount: 500, direction: 'credit', reason: 'Charged twice.' };
    await callRoute(call, propose, world.services, { as, body, headers: { 'idempotency-key': key } });
    expect(await find(as, call)).toMatchObject({ status: 200, reply: { outcome: 'taken', operation: null } });
    expect((await find(user, call)).reply).toMatchObject({ outcome: 'none' });
  });

  it('returns none for a request that never arrived, and starts nothing', async () => {
    const { find } = await stage();
    expect(await find()).toMatchObject({ status: 200, reply: { outcome: 'none', operation: null, message: null } });
  });

  it('returns the operation of a request that arrived', async () => {
    const { loading, find } = await stage();
    await loading(5_000);
    expect((await find()).reply).toMatchObject({
      outcome: 'taken',
      operation: { kind: 'card_load', status: 'completed', amount: 5_000 },
    });
  });

  it('returns a request that is still under way as taken', async () => {
    const { world, loading, find } = await stage();
    world.issuer.misbehave('load', { does: 'busy', retryAfterMs: 600_000 });
    await loading(5_000);
    expect((await find()).reply).toMatchObject({ outcome: 'taken', operation: { status: 'pending' } });
  });

  it('returns the sentence of a refusal by the issuer', async () => {
    const { world, loading, find } = await stage();
    world.issuer.misbehave('load', { does: 'declined', reason: 'card_balance_limit' });
    const { body } = await loading(5_000);
    const { message } = body;
    expect(message).toMatch(/\w/);
    expect((await find()).reply).toMatchObject({ outcome: 'refused', message });
  });

  it('finds a key only for its owner and its call', async () => {
    const { world, loading, find, user } = await stage();
    await loading(5_000);
    const stranger = await world.cardholder(0);
    expect((await find(stranger)).reply.outcome).toBe('none');
    expect((await find(user, 'cards.unload')).reply.outcome).toBe('none');
    expect((await find(user, 'cards.load', 'another-key')).reply.outcome).toBe('none');
  });
});
