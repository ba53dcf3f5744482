/** One payable coin. */
export type Coin = {
  code: string;
  name: string;
  /** Fraction digits the provider shows and locks amounts to. */
  displayDigits: number;
  /** USD for one coin when the simulator is fresh; `POST /sandbox/rates` changes it. */
  usdRate: string;
  /** Maximum of one payment, in coins. */
  maxAmount: string;
  /** Network codes, the default first. */
  networks: readonly string[];
};

/** One blockchain. */
export type Network = {
  code: string;
  name: string;
  /** Confirmations the simulator asks for; the real provider publishes none. */
  confirmations: number;
};

const coin = (
  code: string,
  name: string,
  displayDigits: number,
  usdRate: string,
  maxAmount: string,
  ...networks: string[]
): Coin => ({
  code,
  name,
  displayDigits,
  usdRate,
  maxAmount,
  networks,
});

/**
 * The payable coins. As at a provider, each coin's maximum is a round amount: here each was worth about a million
 * dollars or more.
 */
export const coinCatalogue: readonly Coin[] = [
  coin(
    'USDT',
    'Tether',
    2,
    '0.99970009',
    '10000000',
    'tron',
    'bsc',
    'eth',
    'polygon',
    'arbitrum',
    'avalanche',
    'sol',
    'ton',
  ),
  coin('USDC', 'USD Coin', 2, '0.99990000', '10000000', 'polygon', 'bsc', 'eth', 'arbitrum', 'avalanche', 'tron'),
  coin('ETH', 'Ethereum', 8, '3100.12000000', '1000', 'eth', 'arbitrum', 'bsc'),
  coin('AVAX', 'Avalanche', 8, '18.42000000', '200000', 'avalanche'),
  coin('BCH', 'Bitcoin Cash', 8, '521.30000000', '5000', 'bch'),
  coin('CGPT', 'ChainGPT', 2, '0.04620000', '50000000', 'bsc'),
  coin('BNB', 'BNB', 8, '905.10000000', '5000', 'bsc'),
  coin('DAI', 'Dai', 2, '0.99980000', '10000000', 'eth', 'bsc', 'polygon'),
  coin('POL', 'Polygon', 6, '0.17250000', '10000000', 'polygon', 'eth'),
  coin('VERSE', 'Verse', 2, '0.00003140', '50000000000', 'eth'),
  coin('SHIB', 'Shiba Inu', 2, '0.00001284', '100000000000', 'eth'),
  coin('BTC', 'Bitcoin', 8, '100000.00000000', '100', 'btc'),
  coin('DASH', 'Dash', 8, '62.35000000', '50000', 'dash'),
  coin('DOGE', 'Dogecoin', 6, '0.16120000', '20000000', 'doge'),
  coin('LTC', 'Litecoin', 8, '95.48000000', '20000', 'ltc'),
  coin('SOL', 'Solana', 8, '165.40000000', '20000', 'sol'),
  coin('TON', 'Toncoin', 6, '2.05300000', '1000000', 'ton'),
  coin('HMSTR', 'Hamster Kombat', 2, '0.00031000', '10000000000', 'ton'),
  coin('TRX', 'TRON', 6, '0.28150000', '10000000', 'tron'),
  coin('XMR', 'Monero', 8, '365.70000000', '5000', 'xmr'),
];

const networkCatalogue: readonly Network[] = [
  { code: 'arbitrum', name: 'Arbitrum One', confirmations: 30 },
  { code: 'avalanche', name: 'Avalanche C-Chain', confirmations: 5 },
  { code: 'bch', name: 'Bitcoin Cash', confirmations: 3 },
  { code: 'bsc', name: 'BNB Smart Chain (BEP-20)', confirmations: 15 },
  { code: 'btc', name: 'Bitcoin', confirmations: 2 },
  { code: 'dash', name: 'Dash', confirmations: 2 },
  { code: 'doge', name: 'Dogecoin', confirmations: 20 },
  { code: 'eth', name: 'Ethereum (ERC-20)', confirmations: 12 },
  { code: 'ltc', name: 'Litecoin', confirmations: 3 },
  { code: 'polygon', name: 'Polygon', confirmations: 30 },
  { code: 'sol', name: 'Solana', confirmations: 12 },
  { code: 'ton', name: 'The Open Network', confirmations: 1 },
  { code: 'tron', name: 'TRON (TRC-20)', confirmations: 19 },
  { code: 'xmr', name: 'Monero', confirmations: 10 },
];

/** USD for one unit of each fiat currency an invoice may be in. */
export const fiatUsdRates: Readonly<Record<string, string>> = {
  USD: '1.00000000',
  EUR: '1.08500000',
  GBP: '1.27000000',
  CHF: '1.13000000',
  CAD: '0.72000000',
  AUD: '0.65000000',
  PLN: '0.25000000',
  TRY: '0.02900000',
  BRL: '0.18000000',
  INR: '0.01180000',
  JPY: '0.00670000',
  CNY: '0.14000000',
  AED: '0.27230000',
  KZT: '0.00190000',
  UAH: '0.02400000',
  RUB: '0.01100000',
};

/** The published standard tariff: the provider keeps this share of every receipt. */
export const standardCommissionPercent = '2.00';

/** The coin by code in any letter case. */
export function findCoin(code: string): Coin | undefined {
  return coinCatalogue.find((coin) => coin.code === code.toUpperCase());
}

/** The network by code in any letter case. */
export function findNetwork(code: string): Network | undefined {
  return networkCatalogue.find((network) => network.code === code.toLowerCase());
}

/** Fraction digits amounts in `currency` are shown with: the coin's own, or 2 for fiat. */
export function displayDigits(currency: string): number {
  return findCoin(currency)?.displayDigits ?? 2;
}
