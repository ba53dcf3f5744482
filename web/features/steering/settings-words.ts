import type { ReplyOf } from '#shared/contract/index.ts';

/** The settings as staff read them. */
export type Settings = ReplyOf<'admin.settings'>;
/** One version of the settings. */
export type SettingsVersion = Settings['history'][number];
/** The part of a version that staff choose. */
export type Choice = Pick<SettingsVersion, 'switches' | 'coinsOff' | 'restrictedCountries' | 'announcement'>;
/** The name of a switch. */
export type SwitchName = keyof Settings['switches'];

/** Each switch with its effect while it is off. */
export const switchWords: Readonly<Record<SwitchName, { readonly name: string; readonly off: string }>> = {
  signUp: { name: 'Sign-up', off: 'Off: nobody can register.' },
  deposits: { name: 'Deposits', off: 'Off: no new deposit can be opened.' },
  cardCreation: { name: 'New cards', off: 'Off: no card can be created.' },
  load: { name: 'Loads', off: 'Off: no load and no auto-load begins.' },
  withdrawal: { name: 'Withdrawals', off: 'Off: nothing can be taken off a card.' },
  referrals: { name: 'Referral payouts', off: 'Off: no payout can be asked for.' },
};

/** Returns the choice in a version, without what is only known of a stored one. */
export function choiceOf({ switches, coinsOff, restrictedCountries, announcement }: Choice): Choice {
  return { switches, coinsOff, restrictedCountries, announcement };
}

/** Returns the countries that a person typed: `cu, IR` is CU and IR. */
export function countriesIn(text: string): string[] {
  return [...new Set(text.toUpperCase().match(/\p{L}+/gu))];
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Returns the name of a country, or undefined for what is none. */
export function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined;
}

/** Returns the differences between two choices, in words: `Loads off, DOGE off`. Empty when there is none. */
export function differenceText(before: Choice, after: Choice): string {
  const switched = (Object.keys(switchWords) as SwitchName[])
    .filter((name) => before.switches[name] !== after.switches[name])
    .map((name) => `${switchWords[name].name} ${after.switches[name] ? 'on' : 'off'}`);
  const off = after.coinsOff.filter((coin) => !before.coinsOff.includes(coin)).map((coin) => `${coin} off`);
  const on = before.coinsOff.filter((coin) => !after.coinsOff.includes(coin)).map((coin) => `${coin} on`);
  const closed = after.restrictedCountries.filter((code) => !before.restrictedCountries.includes(code));
  const opened = before.restrictedCountries.filter((code) => !after.restrictedCountries.includes(code));
  const countries = [
    ...closed.map((code) => `${countryName(code) ?? code} not served`),
    ...opened.map((code) => `${countryName(code) ?? code} served again`),
  ];
  const isSaid =
    before.announcement?.text === after.announcement?.text && before.announcement?.until === after.announcement?.until;
  const said = after.announcement === null ? 'announcement off' : `announcement: “${after.announcement.text}”`;
  return [...switched, ...off, ...on, ...countries, ...(isSaid ? [] : [said])].join(', ');
}
