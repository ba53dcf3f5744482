/** The networks, in full words as the landing page names them. Keys are our codes on the wire. */
export const networks = {
  Arbitrum: 'Arbitrum One',
  Avalanche: 'Avalanche C-Chain',
  BSC: 'Binance Smart Chain',
  Polygon: 'Polygon',
  SOL: 'Solana',
  TON: 'The Open Network',
  TRON: 'Tron',
  ETH: 'Ethereum',
  BCH: 'Bitcoin Cash',
  BTC: 'Bitcoin',
  DASH: 'Dash',
  DOGE: 'Dogecoin',
  LTC: 'Litecoin',
  XMR: 'Monero',
} as const;

/** A network's code. */
export type Network = keyof typeof networks;

/** The 20 coins, with their names and networks; the first network is the default. */
export const coins = {
  USDT: { name: 'Tether', networks: ['Arbitrum', 'Avalanche', 'BSC', 'Polygon', 'SOL', 'TON', 'TRON', 'ETH'] },
  USDC: { name: 'USD Coin', networks: ['Arbitrum', 'Avalanche', 'BSC', 'Polygon', 'TRON', 'ETH'] },
  ETH: { name: 'Ethereum', networks: ['Arbitrum', 'BSC', 'ETH'] },
  AVAX: { name: 'Avalanche', networks: ['Avalanche'] },
  BCH: { name: 'Bitcoin Cash', networks: ['BCH'] },
  CGPT: { name: 'ChainGPT', networks: ['BSC'] },
  BNB: { name: 'BNB', networks: ['BSC'] },
  DAI: { name: 'Dai', networks: ['BSC', 'Polygon', 'ETH'] },
  POL: { name: 'Polygon', networks: ['Polygon', 'ETH'] },
  VERSE: { name: 'Verse', networks: ['ETH'] },
  SHIB: { name: 'Shiba Inu', networks: ['ETH'] },
  BTC: { name: 'Bitcoin', networks: ['BTC'] },
  DASH: { name: 'Dash', networks: ['DASH'] },
  DOGE: { name: 'Dogecoin', networks: ['DOGE'] },
  LTC: { name: 'Litecoin', networks: ['LTC'] },
  SOL: { name: 'Solana', networks: ['SOL'] },
  TON: { name: 'Toncoin', networks: ['TON'] },
  HMSTR: { name: 'Hamster Kombat', networks: ['TON'] },
  TRX: { name: 'TRON', networks: ['TRON'] },
  XMR: { name: 'Monero', networks: ['XMR'] },
} as const satisfies Record<string, { name: string; networks: readonly Network[] }>;

/** A coin's code. */
export type Coin = keyof typeof coins;

/** True for a coin of the catalogue. */
export function isCoin(text: string): text is Coin {
  return Object.hasOwn(coins, text);
}

/** The networks of a coin. */
export function networksOf(coin: Coin): readonly Network[] {
  return coins[coin].networks;
}
