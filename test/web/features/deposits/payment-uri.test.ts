import { describe, expect, it } from 'vitest';

import { coins, networksOf, type Coin } from '#shared/catalogue.ts';
import { onChain } from '#web/features/deposits/token-contracts.ts';
import { paymentUri } from '#web/features/deposits/payment-uri.ts';

const evm = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
const solana = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const ton = 'UQAeXVOoOQXx0BR9iFOtS0aCux5hLhfZ664e3FNjW3vgJtij';
const bitcoin = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh';

const asked = (currency: string, network: string, address: string, amount: string) =>
  paymentUri({ currency, network, address, amount });

describe('paymentUri', () => {
  it.each([
    ['BTC', 'BTC', bitcoin, '0.00050000', `bitcoin:${bitcoin}?amount=0.00050000`],
    [
      'LTC',
      'LTC',
      'ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea',
      '1.5',
      'litecoin:ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea?amount=1.5',
    ],
    [
      'DOGE',
      'DOGE',
      'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L',
      '100',
      'dogecoin:DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L?amount=100',
    ],
    ['DASH', 'DASH', 'XpESxaUmonkq8RaLLp46Brx2K39ggQe226', '2', 'dash:XpESxaUmonkq8RaLLp46Brx2K39ggQe226?amount=2'],
    [
      'XMR',
      'XMR',
      '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
      '0.25',
      'monero:44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A?tx_amount=0.25',
    ],
    // The address may bring its scheme along.
    [
      'BCH',
      'BCH',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      '0.1',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?amount=0.1',
    ],
    ['ETH', 'ETH', evm, '0.01', `ethereum:${evm}@1?value=10000000000000000`],
    ['POL', 'Polygon', evm, '3', `ethereum:${evm}@137?value=3000000000000000000`],
    ['BNB', 'BSC', evm, '0.12345678', `ethereum:${evm}@56?value=123456780000000000`],
    [
      'USDT',
      'ETH',
      evm,
      '50.01',
      `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${evm}&uint256=50010000`,
    ],
    [
      'USDT',
      'BSC',
      evm,
      '50.01',
      `ethereum:0x55d398326f99059fF775485246999027B3197955@56/transfer?address=${evm}&uint256=50010000000000000000`,
    ],
    ['SOL', 'SOL', solana, '0.33', `solana:${solana}?amount=0.33`],
    [
      'USDT',
      'SOL',
      solana,
      '50.01',
      `solana:${solana}?amount=50.01&spl-token=Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB`,
    ],
    ['TON', 'TON', ton, '7.5', `ton://transfer/${ton}?amount=7500000000`],
    [
      'USDT',
      'TON',
      ton,
      '50.01',
      `ton://transfer/${ton}?amount=50010000&jetton=EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs`,
    ],
  ])('asks for %s on %s', (currency, network, address, amount, uri) => {
    expect(asked(currency, network, address, amount)).toBe(uri);
  });

  it('counts dollars of Tether and Circle in millionths, on BSC alone as fine as its own coin', () => {
    const decimalsOf = (coin: 'USDT' | 'USDC') =>
      Object.entries(onChain[coin] ?? {}).map(([network, { decimals }]) => `${network} ${decimals}`);
    expect(decimalsOf('USDT').toSorted()).toEqual([
      'Arbitrum 6',
      'Avalanche 6',
      'BSC 18',
      'ETH 6',
      'Polygon 6',
      'SOL 6',
      'TON 6',
    ]);
    expect(decimalsOf('USDC').toSorted()).toEqual(['Avalanche 6', 'BSC 18', 'ETH 6']);
  });

  it.each([
    ['has no link that wallets agree on', asked('USDT', 'TRON', 'TSimPayer11111111111111111111111111', '5')],
    ['could be two coins', asked('USDC', 'Polygon', evm, '5')],
    ['is finer than the base unit', asked('USDT', 'ETH', evm, '0.0000001')],
    ['is nothing', asked('BTC', 'BTC', bitcoin, '0')],
    ['is no number', asked('BTC', 'BTC', bitcoin, '1e3')],
    ['has an address of another network', asked('ETH', 'ETH', solana, '1')],
    ['has an address that would add to the link', asked('BTC', 'BTC', `${bitcoin}?label=x`, '1')],
    ['has an address with another scheme', asked('BTC', 'BTC', `litecoin:${bitcoin}`, '1')],
    ['is of a coin that we do not know', asked('XYZ', 'ETH', evm, '1')],
  ])('returns nothing for a payment that %s', (_why, uri) => {
    expect(uri).toBeUndefined();
  });

  it('covers every coin of the catalogue on every network but those that are left out by name', () => {
    const addresses: Record<string, string> = { SOL: solana, TON: ton };
    const without = (Object.keys(coins) as Coin[]).flatMap((coin) =>
      networksOf(coin)
        .filter(
          (network) =>
            asked(coin, network, addresses[network] ?? (onChain[coin]?.[network] ? evm : bitcoin), '1') === undefined,
        )
        .map((network) => `${coin} ${network}`),
    );
    expect(without).toEqual(['USDT TRON', 'USDC Arbitrum', 'USDC Polygon', 'USDC TRON', 'TRX TRON']);
  });
});
