import type { ReplyOf, RequestInputOf } from '#shared/contract/index.ts';
import { formatCents } from '#shared/money.ts';

/** The settings as staff read them. */
export type Settings = ReplyOf<'admin.settings'>;
/** One version of the settings. */
export type SettingsVersion = Settings['history'][number];
/** The part of a version that staff choose. */
export type Choice = Pick<
  SettingsVersion,
  'switches' | 'coinsOff' | 'restrictedCountries' | 'prices' | 'limits' | 'announcement'
>;
/** A version of the prices. */
export type PriceVersion = Settings['prices'][number];
/** A version of the limits of cards. */
export type LimitVersion = Settings['limits'][number];
/** Any version: its number, and when it begins. */
export type Planned = Pick<PriceVersion, 'version' | 'from'>;
/** Prices as staff ask for them. */
export type AskedPrices = NonNullable<RequestInputOf<'admin.change-settings'>['body']['prices']>[number];
/** Limits as staff ask for them. */
export type AskedLimits = NonNullable<RequestInputOf<'admin.change-settings'>['body']['limits']>[number];
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

/** Returns the part of a version that staff choose, without what only a stored version has. */
export function choiceOf({ switches, coinsOff, restrictedCountries, prices, limits, announcement }: Choice): Choice {
  return { switches, coinsOff, restrictedCountries, prices, limits, announcement };
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

/**
 * Returns the differences between two choices, in words: `Loads off, DOGE off`. Empty when there is none. `atMs` is
 * when the second was made. A plan that had begun by then was not taken back, only no longer kept, and is left out.
 */
export function differenceText(before: Choice, after: Choice, atMs: number): string {
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
  const planned = [
    ...plansBetween('Prices', before.prices, after.prices, pricesText, atMs),
    ...plansBetween('Limits', before.limits, after.limits, limitsText, atMs),
  ];
  const isSaid =
    before.announcement?.text === after.announcement?.text && before.announcement?.until === after.announcement?.until;
  const said = after.announcement === null ? 'announcement off' : `announcement: “${after.announcement.text}”`;
  return [...switched, ...off, ...on, ...countries, ...planned, ...(isSaid ? [] : [said])].join(', ');
}

/** Says when a change takes effect: planned prices and limits at their time, all else within seconds. */
export function changedText(before: Choice, after: Choice): string {
  const planned = [...lacking(after.prices, before.prices), ...lacking(after.limits, before.limits)];
  const begins = planned.map(({ from }) => from).toSorted()[0];
  return begins === undefined
    ? 'Changed. Everybody has it within 30 seconds.'
    : `Planned. It begins on ${beginText(begins)}.`;
}

/** Words the plans that were added to or taken back from a list. */
function plansBetween<V extends Planned>(
  name: string,
  before: readonly V[],
  after: readonly V[],
  textOf: (version: V) => string,
  atMs: number,
): readonly string[] {
  return [
    ...lacking(after, before).map(
      (each) => `${name} ${each.version} planned from ${beginText(each.from)}: ${textOf(each)}`,
    ),
    ...lacking(before, after)
      .filter(({ from }) => Date.parse(from) > atMs)
      .map(({ version }) => `${name} ${version} taken back`),
  ];
}

function lacking<V extends Planned>(all: readonly V[], others: readonly V[]): readonly V[] {
  return all.filter(({ version }) => others.every((each) => each.version !== version));
}

/** Prices within a sentence: `card $15.00 + $5.00 on it, load 3% + $1.00`. */
export function pricesText({ cardFeeCents, firstLoadCents, loadPercent, loadFixedCents }: AskedPrices): string {
  const card = `card ${formatCents(cardFeeCents)} + ${formatCents(firstLoadCents)} on it`;
  return `${card}, load ${loadPercent}% + ${formatCents(loadFixedCents)}`;
}

/** Prices as a line of their own: `Card $15.00 + $5.00 on it, load 3% + $1.00`. */
export function pricesLine(prices: AskedPrices): string {
  return pricesText(prices).replace('card', 'Card');
}

/** Limits within a sentence: `up to $5,000.00 on a card and per transaction, $10,000.00 a month`. */
export function limitsText({ balanceCents, monthlySpendCents }: AskedLimits): string {
  return `up to ${formatCents(balanceCents)} on a card and per transaction, ${formatCents(monthlySpendCents)} a month`;
}

/** Limits as a line of their own: `Up to …`. */
export function limitsLine(limits: AskedLimits): string {
  return limitsText(limits).replace('up', 'Up');
}

/** Returns the version of a list that is in force at a time. Throws Error for an empty list. */
export function presentOf<V extends Planned>(versions: readonly V[], nowMs: number): V {
  const present = versions.findLast(({ from }) => Date.parse(from) <= nowMs) ?? versions[0];
  if (present === undefined) throw new Error('there is no version');
  return present;
}

/** Returns the version in force at a time and those to come. One may begin before others that were planned first. */
export function presentAndNext<V extends Planned>(versions: readonly V[], nowMs: number): readonly V[] {
  return versions.slice(versions.indexOf(presentOf(versions, nowMs)));
}

const inUtc = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** The beginning of a version, as it is typed: `Dec 1, 2026, 12:00 AM UTC`. */
export function beginText(iso: string): string {
  return `${inUtc.format(Date.parse(iso))} UTC`;
}

/**
 * Words a typed UTC time by the person's own clock: `Nov 30, 2026, 7:00 PM EST`. Undefined where that clock is UTC, and
 * for a text that is no time.
 */
export function ownTimeText(typed: string, timeZone?: string): string | undefined {
  const atMs = Date.parse(`${typed}Z`);
  if (Number.isNaN(atMs)) return undefined;
  const parts = { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  const own = new Intl.DateTimeFormat('en-US', { ...parts, timeZoneName: 'short', timeZone });
  return own.resolvedOptions().timeZone === 'UTC' ? undefined : own.format(atMs);
}
