import type { Exchange } from './http-exchange.ts';
import type { InvoiceDesk } from './invoice-desk.ts';
import type { InvoiceMoney } from './invoice-money.ts';
import type { SimulatorParts } from './simulator-parts.ts';
import type { WalletDesk } from './wallet-desk.ts';

/** Everything that the calls of the provider's API work with. */
export type ProviderContext = {
  parts: SimulatorParts;
  desk: InvoiceDesk;
  money: InvoiceMoney;
  wallets: WalletDesk;
};

/**
 * A call once its signature is proven. Returns `result`; throws a `Refusal` for a 422, null means there is no such call
 * here.
 */
export type ProviderCall = (
  context: ProviderContext,
  body: Readonly<Record<string, unknown>>,
  exchange: Exchange,
) => unknown;
