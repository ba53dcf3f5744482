import { isCoin, type Network } from '#shared/catalogue.ts';
import { oneScaled, parseDecimal } from '#shared/decimal.ts';

import { onChain } from './token-contracts.ts';

/** Chain ids of the networks that share Ethereum's addresses. */
const chainIds: { readonly [N in Network]?: number } = {
  Arbitrum: 42161,
  Avalanche: 43114,
  BSC: 56,
  ETH: 1,
  Polygon: 137,
};

/** Schemes of the networks whose only coin is sent as `scheme:address?amount=…`, and the name of the amount in them. */
const simple: { readonly [N in Network]?: { readonly scheme: string; readonly amount: string } } = {
  BTC: { scheme: 'bitcoin', amount: 'amount' },
  BCH: { scheme: 'bitcoincash', amount: 'amount' },
  DASH: { scheme: 'dash', amount: 'amount' },
  DOGE: { scheme: 'dogecoin', amount: 'amount' },
  LTC: { scheme: 'litecoin', amount: 'amount' },
  XMR: { scheme: 'monero', amount: 'tx_amount' },
};

/** A payment that a wallet can be asked for. `amount` is a decimal string in the coin. */
type Asked = {
  readonly currency: string;
  readonly network: string;
  readonly address: string;
  readonly amount: string;
};

/**
 * Returns the link that opens a wallet with address, coin and amount filled in: BIP 21 and its kin, EIP-681, Solana Pay,
 * `ton://transfer`. Undefined where there is no such link, or the address or amount does not fit into it.
 */
export function paymentUri({ currency, network, address, amount }: Asked): string | undefined {
  if (!isCoin(currency) || !/^[\w:-]{20,130}$/.test(address) || !((parseDecimal(amount) ?? 0n) > 0n)) return undefined;
  const code = network as Network;
  const plain = simple[code];
  if (plain !== undefined) {
    const bare = address.startsWith(`${plain.scheme}:`) ? address.slice(plain.scheme.length + 1) : address;
    return bare.includes(':') ? undefined : `${plain.scheme}:${bare}?${plain.amount}=${amount}`;
  }
  const coin = onChain[currency]?.[code];
  if (coin === undefined) return undefined;
  if (code === 'SOL')
    return `solana:${address}?amount=${amount}${coin.contract === undefined ? '' : `&spl-token=${coin.contract}`}`;
  const units = inBaseUnits(amount, coin.decimals);
  if (units === undefined) return undefined;
  if (code === 'TON')
    return `ton://transfer/${address}?amount=${units}${coin.contract === undefined ? '' : `&jetton=${coin.contract}`}`;
  const chainId = chainIds[code];
  if (chainId === undefined || !/^0x[\da-f]{40}$/i.test(address)) return undefined;
  return coin.contract === undefined
    ? `ethereum:${address}@${chainId}?value=${units}`
    : `ethereum:${coin.contract}@${chainId}/transfer?address=${address}&uint256=${units}`;
}

/** Returns an amount in base units of the coin; undefined for an amount that is finer than one unit. */
function inBaseUnits(amount: string, decimals: number): bigint | undefined {
  const scaled = (parseDecimal(amount) ?? 0n) * 10n ** BigInt(decimals);
  return scaled % oneScaled === 0n ? scaled / oneScaled : undefined;
}
