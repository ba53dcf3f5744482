import type { SwitchName } from '#shared/contract/switches.ts';
import { AppError } from '#shared/errors.ts';
import type { SteeringValues } from '#functions/ports/entities/settings.ts';

/** Time after which a refused request is worth another try, in seconds. */
const retryAfterSeconds = 5 * 60;

/** Refusals of actions that are switched off. */
const pauses: Readonly<Record<SwitchName, string>> = {
  signUp: 'New accounts can’t be opened right now. Please try again later.',
  deposits: 'New deposits are paused right now. Money that is already on its way is still credited.',
  cardCreation: 'New cards are paused right now. Nothing was charged; please try again later.',
  load: 'Loading cards is paused right now. Nothing was charged; please try again later.',
  withdrawal: 'Withdrawing from cards is paused right now. Nothing was moved; please try again later.',
  referrals: 'Withdrawing referral earnings is paused right now. They stay yours; please try again later.',
};

/**
 * Throws AppError TemporarilyUnavailable for an action that staff have switched off, or for a deposit in a coin that is
 * off. A route calls it before it stores anything, and never for the repeat of a request that has begun.
 */
export function refuseSwitchedOff({ switches, coinsOff }: SteeringValues, name: SwitchName, currency?: unknown): void {
  if (!switches[name]) throw new AppError('TemporarilyUnavailable', pauses[name], { retryAfterSeconds });
  // A deposit takes a coin's code in any case.
  const asked = typeof currency === 'string' ? currency.toUpperCase() : undefined;
  if (name !== 'deposits' || !coinsOff.some((coin) => coin === asked)) return;
  throw new AppError(
    'TemporarilyUnavailable',
    `New deposits in ${asked} are paused right now. Please choose another coin; money that is already on its way is still credited.`,
    { retryAfterSeconds },
  );
}

/** Countries that are not served before staff change the list, by their two letters of ISO 3166-1. */
export const firstRestrictedCountries: readonly string[] = ['CU', 'IR', 'KP', 'SY'];

/** Refusals in restricted countries. Actions that take money out or keep it safe work everywhere. */
const regionRefusals: Partial<Readonly<Record<SwitchName, string>>> = {
  signUp: 'Satchel isn’t available in the country you’re in, so no account can be opened from there.',
  deposits:
    'Satchel isn’t available in the country you’re in, so no deposit can be opened from there. You can still sign in, freeze your cards and withdraw from them.',
  cardCreation:
    'Satchel isn’t available in the country you’re in, so no card can be created from there. Nothing was charged. You can still freeze your cards and withdraw from them.',
  load: 'Satchel isn’t available in the country you’re in, so no card can be loaded from there. Nothing was charged. You can still freeze your cards and withdraw from them.',
};

/** Returns the restricted countries of the settings. Settings stored before there was a list have the first one. */
export function restrictedCountriesOf({ restrictedCountries }: SteeringValues): readonly string[] {
  return restrictedCountries ?? firstRestrictedCountries;
}

/**
 * Throws AppError RegionNotServed for an action that may not begin in a restricted country. If the edge does not know
 * the country, nobody is refused.
 */
export function refuseRegion(steering: SteeringValues, name: SwitchName, country: string | undefined): void {
  const refusal = regionRefusals[name];
  if (refusal === undefined || country === undefined) return;
  if (restrictedCountriesOf(steering).includes(country)) throw new AppError('RegionNotServed', refusal);
}
