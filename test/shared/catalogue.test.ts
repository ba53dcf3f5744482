import { describe, expect, it } from 'vitest';
import { coinCatalogue } from '#infra/local/simulators/payments/catalogue.ts';
import { coins, isCoin, networks, networksOf, type Coin } from '#shared/catalogue.ts';

/** The catalogue word for word as the product promises it. */
const asSpecified = `
- USDT: Arbitrum, Avalanche, BSC, Polygon, SOL, TON, TRON, ETH
- USDC: Arbitrum, Avalanche, BSC, Polygon, TRON, ETH
- ETH: Arbitrum, BSC, ETH
- AVAX: Avalanche
- BCH: BCH
- CGPT: BSC
- BNB: BSC
- DAI: BSC, Polygon, ETH
- POL: Polygon, ETH
- VERSE: ETH
- SHIB: ETH
- BTC: BTC
- DASH: DASH
- DOGE: DOGE
- LTC: LTC
- SOL: SOL
- TON: TON
- HMSTR: TON
- TRX: TRON
- XMR: XMR
`;

describe('the catalogue', () => {
  it('has the coins and networks of the specification, in its order', () => {
    const lines = Object.entries(coins).map(([coin, entry]) => `- ${coin}: ${entry.networks.join(', ')}`);
    expect(`\n${lines.join('\n')}\n`).toBe(asSpecified);
  });

  it('has 20 coins in 37 pairs, and no network that no coin has', () => {
    const pairs = Object.values(coins).flatMap((coin) => [...coin.networks]);
    expect([Object.keys(coins).length, pairs.length]).toEqual([20, 37]);
    expect(new Set(pairs)).toEqual(new Set(Object.keys(networks)));
  });

  it('equals the separate list of the provider’s simulator', () => {
    const offered = coinCatalogue.map(({ code, networks: codes }) => [code, codes.toSorted()]);
    const taken = (Object.keys(coins) as Coin[]).map((coin) => [
      coin,
      networksOf(coin)
        .map((network) => network.toLowerCase())
        .toSorted(),
    ]);
    expect(Object.fromEntries(offered)).toEqual(Object.fromEntries(taken));
  });

  it.each(['', 'usdt', 'XYZ', '__proto__', 'constructor', 'toString'])('does not know %j', (text) => {
    expect(isCoin(text)).toBe(false);
  });
});
