import { priceBounds } from '#shared/price-bounds.ts';
import type { CardLimits } from '#shared/card-limits.ts';
import type { Prices } from '#shared/prices.ts';
import { changeSettings } from '#functions/domain/steering/change-settings.ts';
import { firstSteering } from '#functions/domain/steering/read-steering.ts';
import type { Settings } from '#functions/ports/entities/settings.ts';
import { idAt } from './sample-entities.ts';
import type { MoneyWorld } from './money-world.ts';

type World = Pick<MoneyWorld, 'services' | 'clock'>;

/** Changes the prices as staff, and lets time pass until they hold. Returns the settings. */
export function changePrices(world: World, prices: Prices): Promise<Settings | undefined> {
  return plan(world, (before, begin) => ({ prices: [...(before?.prices ?? []), { ...prices, ...begin }] }));
}

/** Changes the limits of cards as staff, and lets time pass until they hold. Returns the settings. */
export function changeLimits(world: World, limits: CardLimits): Promise<Settings | undefined> {
  return plan(world, (before, begin) => ({ limits: [...(before?.limits ?? []), { ...limits, ...begin }] }));
}

type Begin = { readonly version: undefined; readonly fromMs: number };

async function plan(
  { services, clock }: World,
  planned: (
    before: Settings | undefined,
    begin: Begin,
  ) => Partial<Pick<Parameters<typeof changeSettings>[1], 'prices' | 'limits'>>,
): Promise<Settings | undefined> {
  const before = await services.store.get('settings', { scope: 'platform' });
  const changed = await changeSettings(services, {
    actorId: idAt('usr', 900),
    readVersion: before?.version ?? 0,
    values: before ?? firstSteering,
    ...planned(before, { version: undefined, fromMs: clock.now() + priceBounds.aheadMs }),
    reason: 'A test changes what is planned.',
  });
  clock.advance(priceBounds.aheadMs);
  return changed;
}
