import type { ReplyOf, RequestInputOf } from '#shared/contract/index.ts';
import { formatCents } from '#shared/money.ts';

/** The settings as staff read them. */
export type Settings = ReplyOf<'admin.settings'>;
/** One version of the settings. */
export type SettingsVersion = Settings['history'][number];
/** The part of a version that staff choose. */
export type Choice = Pick<SettingsVersion, 'switches' | 'coinsOff' | 'restrictedCountries' | 'prices' | 'announcement'>;
/** A version of the prices. */
export type PriceVersion = Settings['prices'][number];
/** Prices as staff ask for them. */
export type AskedPrices = NonNullable<RequestInputOf<'admin.change-settings'>['body']['prices']>[number];
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
export function choiceOf({ switches, coinsOff, restrictedCountries, prices, announcement }: Choice): Choice {
  return { switches, coinsOff, restrictedCountries, prices, announcement };
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
  const planned = [
    ...lacking(after.prices, before.prices).map(
      (each) => `Prices ${each.version} planned from ${beginText(each.from)}: ${pricesText(each)}`,
    ),
    ...lacking(before.prices, after.prices)
      // The oldest are only no longer kept.
      .filter(({ from }) => Date.parse(from) > Date.parse(after.prices[0]?.from ?? ''))
      .map(({ version }) => `Prices ${version} taken back`),
  ];
  const isSaid =
    before.announcement?.text === after.announcement?.text && before.announcement?.until === after.announcement?.until;
  const said = after.announcement === null ? 'announcement off' : `announcement: “${after.announcement.text}”`;
  return [...switched, ...off, ...on, ...countries, ...planned, ...(isSaid ? [] : [said])].join(', ');
}

function lacking(all: readonly PriceVersion[], others: readonly PriceVersion[]): readonly PriceVersion[] {
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

/** The prices of a list that hold at a time. */
export function presentPrices(prices: readonly PriceVersion[], nowMs: number): PriceVersion {
  const present = prices.findLast(({ from }) => Date.parse(from) <= nowMs) ?? prices[0];
  if (present === undefined) throw new Error('there are no prices');
  return present;
}

/** The prices of a list that hold at a time, and those to come. A version may begin before others that were planned first. */
export function presentAndNext(prices: readonly PriceVersion[], nowMs: number): readonly PriceVersion[] {
  return prices.slice(prices.indexOf(presentPrices(prices, nowMs)));
}

const inUtc = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** The beginning of prices, as it is typed: `Dec 1, 2026, 12:00 AM UTC`. */
export function beginText(iso: string): string {
  return `${inUtc.format(Date.parse(iso))} UTC`;
}

/** A typed time by the own clock: `Nov 30, 2026, 7:00 PM EST`. Undefined where that is UTC, and for what is no time. */
export function ownTimeText(typed: string, timeZone?: string): string | undefined {
  const atMs = Date.parse(`${typed}Z`);
  if (Number.isNaN(atMs)) return undefined;
  const parts = { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  const own = new Intl.DateTimeFormat('en-US', { ...parts, timeZoneName: 'short', timeZone });
  return own.resolvedOptions().timeZone === 'UTC' ? undefined : own.format(atMs);
}

/** Time until prices of before can hold again, in milliseconds: what staff may do is a little less. */
const againAfterMs = 6 * 60_000;

/** The prices that undo a change: those of before are planned again when others have begun meanwhile. */
export function pricesOfUndo(now: Choice['prices'], before: Choice['prices'], nowMs: number): AskedPrices[] {
  const { version, from: _from, ...was } = presentPrices(before, nowMs);
  if (presentPrices(now, nowMs).version === version) return [...before];
  return [...before, { ...was, from: new Date(nowMs + againAfterMs).toISOString() }];
}
