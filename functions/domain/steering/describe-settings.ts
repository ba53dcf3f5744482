import type * as z from 'zod/mini';
import type { Settings as WireSettings, SettingsVersion as WireVersion } from '#shared/contract/settings.ts';
import type { Settings, SettingsVersion, SteeringValues } from '#functions/ports/entities/settings.ts';
import type { Store } from '#functions/ports/store.ts';
import { addressesOf } from '../admin/addresses-of.ts';
import { describeLimits, limitVersionsOf } from './card-limits.ts';
import { firstSteering } from './read-steering.ts';
import { describePrices, priceVersionsOf } from './prices.ts';
import { restrictedCountriesOf } from './refuse-action.ts';

/** Describes the settings for staff, with the versions before, newest first. */
export async function describeSettings(
  store: Pick<Store, 'getMany'>,
  settings: Settings | undefined,
): Promise<z.input<typeof WireSettings>> {
  if (settings === undefined) return { ...firstVersion(), history: [] };
  const versions = [settings, ...settings.history];
  const addresses = await addressesOf(
    store,
    versions.map(({ changedBy }) => changedBy),
  );
  const describe = (version: SettingsVersion): z.input<typeof WireVersion> => ({
    version: version.version,
    ...describeValues(version),
    changedAt: iso(version.changedAtMs),
    changedBy: version.changedBy,
    changedByEmail: addresses.get(version.changedBy) ?? null,
    reason: version.reason,
  });
  const before = settings.history.map(describe);
  // The state before the first change is a version too, so that the first change can be undone.
  const oldest = versions.at(-1)?.version === 1 ? [firstVersion()] : [];
  return { ...describe(settings), history: [...before, ...oldest] };
}

function firstVersion(): z.input<typeof WireVersion> {
  return {
    version: 0,
    ...describeValues(firstSteering),
    changedAt: null,
    changedBy: null,
    changedByEmail: null,
    reason: null,
  };
}

function describeValues(values: SteeringValues) {
  const { switches, coinsOff, announcement } = values;
  return {
    switches,
    coinsOff: [...coinsOff],
    prices: priceVersionsOf(values).map(describePrices),
    limits: limitVersionsOf(values).map(describeLimits),
    restrictedCountries: [...restrictedCountriesOf(values)],
    announcement: announcement
      ? { text: announcement.text, until: announcement.untilMs === undefined ? null : iso(announcement.untilMs) }
      : null,
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
