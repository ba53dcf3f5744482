import type { Coin } from '#shared/catalogue.ts';
import type { SwitchName } from '#shared/contract/switches.ts';
import type { CardLimits } from '#shared/card-limits.ts';
import type { Prices } from '#shared/prices.ts';
import type { Id } from '#shared/ids.ts';

/** Prices with their number, and when they begin. */
export type PriceVersion = Prices & { readonly version: number; readonly fromMs: number };

/** Limits of cards with their number, and when they begin. */
export type LimitVersion = CardLimits & { readonly version: number; readonly fromMs: number };

/** The values that staff steer the platform by. */
export type SteeringValues = {
  /** True is on. */
  readonly switches: Readonly<Record<SwitchName, boolean>>;
  /** Coins that no deposit can be opened in. */
  readonly coinsOff: readonly Coin[];
  /** Countries in which nothing begins, by their two letters. Settings stored before there was a list have none. */
  readonly restrictedCountries?: readonly string[] | undefined;
  /** The last prices that began and all upcoming ones, by their beginning; absent before staff changed any. */
  readonly prices?: readonly PriceVersion[] | undefined;
  /** The limits that still bind a card and all upcoming ones, by their beginning; absent before staff changed any. */
  readonly limits?: readonly LimitVersion[] | undefined;
  /** Text for everybody, without an end or until a time. */
  readonly announcement: { readonly text: string; readonly untilMs: number | undefined } | undefined;
};

/** One version of the settings, with who made it and why. */
export type SettingsVersion = SteeringValues & {
  readonly changedAtMs: number;
  readonly changedBy: Id<'user'>;
  readonly reason: string;
  readonly version: number;
};

/** The settings: one item, with the last versions before it, newest first. */
export type Settings = SettingsVersion & {
  readonly scope: 'platform';
  readonly history: readonly SettingsVersion[];
  /** The highest version number of prices so far, canceled versions included; absent before there was a second. */
  readonly lastPriceVersion?: number | undefined;
  /** The highest version number of limits so far, as `lastPriceVersion`. */
  readonly lastLimitVersion?: number | undefined;
};
