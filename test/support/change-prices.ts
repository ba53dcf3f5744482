import { priceBounds } from '#shared/price-bounds.ts';
import type { Prices } from '#shared/prices.ts';
import { changeSettings } from '#functions/domain/steering/change-settings.ts';
import { firstSteering } from '#functions/domain/steering/read-steering.ts';
import type { Settings } from '#functions/ports/entities/settings.ts';
import { idAt } from './sample-entities.ts';
import type { MoneyWorld } from './money-world.ts';

/** Staff decide on other prices, and time passes until they hold. Returns the settings. */
export async function changePrices(
  { services, clock }: Pick<MoneyWorld, 'services' | 'clock'>,
  prices: Prices,
): Promise<Settings | undefined> {
  const before = await services.store.get('settings', { scope: 'platform' });
  const changed = await changeSettings(services, {
    actorId: idAt('usr', 900),
    readVersion: before?.version ?? 0,
    values: before ?? firstSteering,
    prices: [...(before?.prices ?? []), { ...prices, version: undefined, fromMs: clock.now() + priceBounds.aheadMs }],
    reason: 'A test changes the prices.',
  });
  clock.advance(priceBounds.aheadMs);
  return changed;
}
