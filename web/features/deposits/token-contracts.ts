import type { Coin, Network } from '#shared/catalogue.ts';

/** A coin on a network: the decimals of its base unit, and its contract unless it is the network's own coin. */
type OnChain = { readonly decimals: number; readonly contract?: string };

/**
 * Coins whose wallets need the contract and the base unit to fill in a payment. Left out: USDC on Arbitrum and Polygon,
 * where a native and a bridged coin share the name and the provider does not say which one it means, and Tron, which has
 * no payment link that wallets agree on. Those are paid by address alone.
 */
export const onChain: { readonly [C in Coin]?: { readonly [N in Network]?: OnChain } } = {
  USDT: {
    Arbitrum: { decimals: 6, contract: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9' },
    Avalanche: { decimals: 6, contract: '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7' },
    BSC: { decimals: 18, contract: '0x55d398326f99059fF775485246999027B3197955' },
    Polygon: { decimals: 6, contract: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F' },
    SOL: { decimals: 6, contract: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB' },
    TON: { decimals: 6, contract: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs' },
    ETH: { decimals: 6, contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
  },
  USDC: {
    Avalanche: { decimals: 6, contract: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E' },
    BSC: { decimals: 18, contract: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d' },
    ETH: { decimals: 6, contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  },
  ETH: {
    Arbitrum: { decimals: 18 },
    BSC: { decimals: 18, contract: '0x2170Ed0880ac9A755fd29B2688956BD959F933F8' },
    ETH: { decimals: 18 },
  },
  AVAX: { Avalanche: { decimals: 18 } },
  BNB: { BSC: { decimals: 18 } },
  CGPT: { BSC: { decimals: 18, contract: '0x9840652DC04fb9db2C43853633f0F62BE6f00f98' } },
  DAI: {
    BSC: { decimals: 18, contract: '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3' },
    Polygon: { decimals: 18, contract: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063' },
    ETH: { decimals: 18, contract: '0x6B175474E89094C44Da98b954EedeAC495271d0F' },
  },
  POL: {
    Polygon: { decimals: 18 },
    ETH: { decimals: 18, contract: '0x455e53CBB86018Ac2B8092FdCd39d8444aFFC3F6' },
  },
  VERSE: { ETH: { decimals: 18, contract: '0x249cA82617eC3DfB2589c4c17ab7EC9765350a18' } },
  SHIB: { ETH: { decimals: 18, contract: '0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE' } },
  SOL: { SOL: { decimals: 9 } },
  TON: { TON: { decimals: 9 } },
  HMSTR: { TON: { decimals: 9, contract: 'EQAJ8uWd7EBqsmpSWaRdf_I-8R8-XHwh3gsNKhy-UrdrPcUo' } },
};
