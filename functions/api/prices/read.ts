import { priceRoutes } from '#shared/contract/prices.ts';
import { describePrices, nextPricesAt, pricesAt } from '#functions/domain/steering/prices.ts';
import { readSteering } from '#functions/domain/steering/read-steering.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Reports the present prices and the next ones to everybody. */
export const handler = endpoint(priceRoutes, 'prices.read', async (_request, services) => {
  const steering = await readSteering(services);
  const nowMs = services.clock.now();
  const next = nextPricesAt(steering, nowMs);
  return { present: describePrices(pricesAt(steering, nowMs)), next: next ? describePrices(next) : null };
});
