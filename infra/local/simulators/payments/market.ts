import { coinCatalogue, standardCommissionPercent, fiatUsdRates, findCoin, findNetwork } from './catalogue.ts';
import { cutTo, type Decimal, divide, formatDecimal, multiply, oneUnit, parseDecimal } from './decimal.ts';
import type { SimulatorStore } from './simulator-store.ts';

/** One payable coin on one network with its present limits, in coins. */
export type Service = {
  currency: string;
  network: string;
  isAvailable: boolean;
  minAmount: Decimal;
  maxAmount: Decimal;
};

/** Changes to a service through `POST /sandbox/services`. */
export type ServiceOverride = {
  isAvailable?: boolean;
  minAmount?: string;
  maxAmount?: string;
};

const dollarWithSlack = parseDecimal('0.99');

/** Rates, services and commission: the catalogue plus what the sandbox changed. */
export class Market {
  readonly #store: SimulatorStore;

  constructor(store: SimulatorStore) {
    this.#store = store;
  }

  /** Percent of a receipt the provider keeps. */
  readonly commissionPercent: Decimal = parseDecimal(standardCommissionPercent);

  /** USD for one unit of a coin or fiat currency; null for an unknown code. */
  usdRate(currency: string): Decimal | null {
    const code = currency.toUpperCase();
    const text = this.#store.readSetting(`rate:${code}`) ?? findCoin(code)?.usdRate ?? fiatUsdRates[code];
    return text === undefined ? null : parseDecimal(text);
  }

  /** Sets the USD price of a coin from now on; invoices with a locked price keep theirs. */
  setUsdRate(coin: string, rateUsd: Decimal): void {
    this.#store.writeSetting(`rate:${coin.toUpperCase()}`, formatDecimal(rateUsd, 18));
  }

  /** Price of one `from` in `to`, 8 digits. Null when either code is unknown. */
  crossRate(from: string, to: string): Decimal | null {
    const fromUsd = this.usdRate(from);
    const toUsd = this.usdRate(to);
    if (fromUsd === null || toUsd === null) return null;
    return from.toUpperCase() === to.toUpperCase() ? oneUnit : cutTo(divide(fromUsd, toUsd), 8);
  }

  /** Every currency `course` is given in for `from`: fiat first, then coins. */
  quotedCurrencies(from: string): string[] {
    return [...Object.keys(fiatUsdRates), ...coinCatalogue.map((coin) => coin.code)].filter((code) => code !== from);
  }

  /** All 37 pairs in catalogue order. */
  services(): Service[] {
    return coinCatalogue.flatMap((coin) => coin.networks.map((network) => this.#service(coin.code, network)));
  }

  /** One pair, or null when the coin does not run on that network. */
  service(currency: string, network: string): Service | null {
    const coin = findCoin(currency);
    const chain = findNetwork(network);
    if (coin === undefined || chain === undefined || !coin.networks.includes(chain.code)) return null;
    return this.#service(coin.code, chain.code);
  }

  /** Makes a pair unavailable, or moves its limits. */
  overrideService(currency: string, network: string, override: ServiceOverride): void {
    this.#store.writeSetting(`service:${currency}:${network}`, JSON.stringify(override));
  }

  /** The discount percent the merchant set for a pair; 0 without one. */
  discountPercent(currency: string, network: string): number {
    return Number(this.#store.readSetting(`discount:${currency}:${network}`) ?? 0);
  }

  /** Keeps a discount (negative: surcharge) for a pair. */
  setDiscountPercent(currency: string, network: string, percent: number): void {
    this.#store.writeSetting(`discount:${currency}:${network}`, String(percent));
  }

  #service(currency: string, network: string): Service {
    const stored = this.#store.readSetting(`service:${currency}:${network}`);
    const override: ServiceOverride = stored === undefined ? {} : (JSON.parse(stored) as ServiceOverride);
    return {
      currency,
      network,
      isAvailable: override.isAvailable ?? true,
      minAmount: override.minAmount === undefined ? this.#smallestRound(currency) : parseDecimal(override.minAmount),
      maxAmount: parseDecimal(override.maxAmount ?? findCoin(currency)?.maxAmount ?? '0'),
    };
  }

  /** The smallest 1, 2 or 5 times a power of ten that is worth about a dollar or more. */
  #smallestRound(currency: string): Decimal {
    const rate = this.usdRate(currency) ?? oneUnit;
    for (let power = oneUnit / 100_000_000n; ; power *= 10n) {
      for (const factor of [1n, 2n, 5n]) {
        if (multiply(power * factor, rate) >= dollarWithSlack) return power * factor;
      }
    }
  }
}
