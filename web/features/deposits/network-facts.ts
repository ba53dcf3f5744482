import type { Network } from '#shared/catalogue.ts';

/** The time that payments on a network usually take to be confirmed, and the page of one transaction at an explorer. */
type NetworkFacts = { readonly usualWait: string; readonly explorer: string };

const facts: Record<Network, NetworkFacts> = {
  Arbitrum: { usualWait: 'up to 15 minutes', explorer: 'https://arbiscan.io/tx/' },
  Avalanche: { usualWait: 'up to a minute', explorer: 'https://snowtrace.io/tx/' },
  BSC: { usualWait: 'up to a minute', explorer: 'https://bscscan.com/tx/' },
  Polygon: { usualWait: 'up to 5 minutes', explorer: 'https://polygonscan.com/tx/' },
  SOL: { usualWait: 'less than a minute', explorer: 'https://solscan.io/tx/' },
  TON: { usualWait: 'less than a minute', explorer: 'https://tonviewer.com/transaction/' },
  TRON: { usualWait: 'up to a minute', explorer: 'https://tronscan.org/#/transaction/' },
  ETH: { usualWait: '1 to 15 minutes', explorer: 'https://etherscan.io/tx/' },
  BCH: { usualWait: '10 to 150 minutes', explorer: 'https://blockchair.com/bitcoin-cash/transaction/' },
  BTC: { usualWait: '10 to 60 minutes', explorer: 'https://mempool.space/tx/' },
  DASH: { usualWait: 'up to 5 minutes', explorer: 'https://insight.dash.org/insight/tx/' },
  DOGE: { usualWait: '10 to 50 minutes', explorer: 'https://blockchair.com/dogecoin/transaction/' },
  LTC: { usualWait: '3 to 30 minutes', explorer: 'https://litecoinspace.org/tx/' },
  XMR: { usualWait: 'about 20 minutes', explorer: 'https://xmrchain.net/tx/' },
};

function factsOf(network: string): NetworkFacts | undefined {
  return Object.hasOwn(facts, network) ? facts[network as Network] : undefined;
}

/** Returns words such as “10 to 60 minutes”; “a few minutes” for a network that we do not know. */
export function usualWait(network: string): string {
  return factsOf(network)?.usualWait ?? 'a few minutes';
}

/** Returns the address of a transaction's page at a public explorer; undefined for an id that is none. */
export function explorerUrl(network: string, txid: string): string | undefined {
  const explorer = factsOf(network)?.explorer;
  return explorer === undefined || !/^[\w+/=-]{16,128}$/.test(txid) ? undefined : explorer + encodeURIComponent(txid);
}
