import type { SwitchName } from '#shared/contract/switches.ts';
import { AppError } from '#shared/errors.ts';
import type { SteeringValues } from '#functions/ports/entities/settings.ts';

/** Countries that are not served before staff change the list, by their two letters of ISO 3166-1. */
export const firstRestrictedCountries: readonly string[] = ['CU', 'IR', 'KP', 'SY'];

/** The actions that are refused there. What takes money out or keeps it safe works everywhere. */
const refusals: Partial<Readonly<Record<SwitchName, string>>> = {
  signUp: 'Satchel isn’t available in the country you’re in, so no account can be opened from there.',
  deposits:
    'Satchel isn’t available in the country you’re in, so no deposit can be opened from there. You can still sign in, freeze your cards and withdraw from them.',
  cardCreation:
    'Satchel isn’t available in the country you’re in, so no card can be created from there. Nothing was charged. You can still freeze your cards and withdraw from them.',
  load: 'Satchel isn’t available in the country you’re in, so no card can be loaded from there. Nothing was charged. You can still freeze your cards and withdraw from them.',
};

/** The countries of the settings. Settings stored before there was a list have the first one. */
export function restrictedCountriesOf({ restrictedCountries }: SteeringValues): readonly string[] {
  return restrictedCountries ?? firstRestrictedCountries;
}

/**
 * Throws AppError RegionNotServed for what may not begin in a restricted country. A country that the edge does not know is
 * no reason to refuse anybody.
 */
export function refuseRegion(steering: SteeringValues, name: SwitchName, country: string | undefined): void {
  const refusal = refusals[name];
  if (refusal === undefined || country === undefined) return;
  if (restrictedCountriesOf(steering).includes(country)) throw new AppError('RegionNotServed', refusal);
}
