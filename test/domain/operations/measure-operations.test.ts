import { expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { readFloat } from '#functions/domain/float/read-float.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { recordedMetrics } from '#test/support/recorded-metrics.ts';

it('measures operations under way by state, with the age of the oldest, and the float, at each reading', async () => {
  const world = moneyWorld();
  const user = await world.cardholder(1_000_000);
  const card = await world.openCard(user);
  world.clock.advance(600_000);
  for (const requested of [2_000, 3_000]) {
    const order = { user, cardId: card.cardId, requestedCents: cents(requested), includesFee: false, claim: undefined };
    await requestLoad(world.services, order);
    world.clock.advance(60_000);
  }
  world.issuer.floatCents = cents(400_000);
  const { metrics, seen } = recordedMetrics();
  await readFloat({ ...world.services, metrics }, cents(100_000));
  const heldCents = world.store
    .all('operation')
    .filter(({ state }) => state === 'reserved')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  expect(seen).toEqual([
    'OpenOperations reserved 2',
    'OldestOperationSeconds reserved 120',
    'OpenOperations submitted 0',
    'OldestOperationSeconds submitted 0',
    'OpenOperations review 0',
    'OldestOperationSeconds review 0',
    'FloatCents balance 400000',
    `FloatCents held ${heldCents}`,
    `FloatCents headroom ${400_000 - heldCents - 100_000}`,
  ]);
});
