import { priceRoutes } from '#shared/contract/prices.ts';
import { describeLimits, limitsAt, nextLimitsAt } from '#functions/domain/steering/card-limits.ts';
import { describePrices, nextPricesAt, pricesAt } from '#functions/domain/steering/prices.ts';
import { readSteering } from '#functions/domain/steering/read-steering.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Reports the present prices and limits and the next ones to everybody. */
export const handler = endpoint(priceRoutes, 'prices.read', async (_request, services) => {
  const steering = await readSteering(services);
  const nowMs = services.clock.now();
  const [next, nextLimits] = [nextPricesAt(steering, nowMs), nextLimitsAt(steering, nowMs)];
  return {
    present: describePrices(pricesAt(steering, nowMs)),
    next: next ? describePrices(next) : null,
    limits: {
      present: describeLimits(limitsAt(steering, nowMs)),
      next: nextLimits ? describeLimits(nextLimits) : null,
    },
  };
});
