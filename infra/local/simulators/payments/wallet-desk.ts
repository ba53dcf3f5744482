import { formatDecimal, multiply, oneUnit, parseDecimal, percentOf, roundToCents } from './decimal.ts';
import { Refusal } from './request-fields.ts';
import type { SimulatorParts } from './simulator-parts.ts';
import type { StaticWallet } from './static-wallet.ts';
import { paymentWebhookFields } from './webhook-body.ts';

/** Static wallets: permanent addresses whose every receipt is a payment of its own. */
export class WalletDesk {
  readonly #parts: SimulatorParts;

  constructor(parts: SimulatorParts) {
    this.#parts = parts;
  }

  /** The wallet with this uuid or order id. */
  find(reference: string): StaticWallet | null {
    return this.#parts.store.walletByUuid(reference) ?? this.#parts.store.walletByOrderId(reference);
  }

  /** A new wallet, or the existing one of the order id. Throws a {@link Refusal} when an invoice has that id. */
  open(orderId: string, currency: string, network: string, urlCallback: string | null): StaticWallet {
    const { store, chance, clock } = this.#parts;
    return store.transaction(() => {
      if (store.invoiceByOrderId(orderId) !== null) throw new Refusal({ order_id: ['validation.unique'] });
      const existing = store.walletByOrderId(orderId);
      if (existing !== null) return existing;
      const uuid = chance.uuid(`wallet ${store.nextNumber('wallet')}`);
      const wallet: StaticWallet = {
        uuid,
        orderId,
        currency,
        network,
        address: chance.address(uuid, network),
        urlCallback,
        status: 'active',
        receivedAmount: '0',
        frozenAmount: '0',
        wasRefunded: false,
        createdAtMs: clock.now(),
      };
      store.saveWallet(wallet);
      return wallet;
    });
  }

  /** Books a transfer of `coins` and announces it; what arrives at a blocked address is only kept for a refund. */
  receive(wallet: StaticWallet, coins: bigint): { uuid: string } {
    const { store, chance, market, postman } = this.#parts;
    return store.transaction(() => {
      const name = `wallet payment ${store.nextNumber('walletPayment')}`;
      const uuid = chance.uuid(name);
      const commission = percentOf(coins, market.commissionPercent);
      if (wallet.status === 'blocked') {
        wallet.frozenAmount = formatDecimal(parseDecimal(wallet.frozenAmount) + coins, 18);
        store.saveWallet(wallet);
        return { uuid };
      }
      wallet.receivedAmount = formatDecimal(parseDecimal(wallet.receivedAmount) + coins - commission, 18);
      store.saveWallet(wallet);
      if (wallet.urlCallback !== null) {
        postman.enqueue({
          kind: 'wallet',
          paymentUuid: uuid,
          orderId: wallet.orderId,
          status: 'paid',
          url: wallet.urlCallback,
          fields: paymentWebhookFields({
            type: 'wallet',
            uuid,
            orderId: wallet.orderId,
            amount: coins,
            received: coins,
            receivedUsd: roundToCents(multiply(coins, market.usdRate(wallet.currency) ?? oneUnit)),
            merchantAmount: coins - commission,
            commission,
            isFinal: true,
            status: 'paid',
            from: chance.address(name, wallet.network),
            walletAddressUuid: wallet.uuid,
            network: wallet.network,
            currency: wallet.currency,
            payerCurrency: wallet.currency,
            payerAmount: coins,
            exchangeRate: oneUnit,
            additionalData: null,
            txid: chance.txid(name, wallet.network),
          }),
        });
      }
      return { uuid };
    });
  }

  /** Blocks the address: from now on, transfers to it are not credited to the merchant. */
  block(wallet: StaticWallet): void {
    wallet.status = 'blocked';
    this.#parts.store.saveWallet(wallet);
  }

  /** Returns what arrived at a blocked address, once. Throws a {@link Refusal}. */
  refundBlocked(wallet: StaticWallet): { commission: string; amount: string } {
    if (wallet.wasRefunded) throw new Refusal('You can withdraw only once');
    const frozen = parseDecimal(wallet.frozenAmount);
    if (wallet.status !== 'blocked' || frozen === 0n) throw new Refusal('Not enough funds');
    const commission = percentOf(frozen, this.#parts.market.commissionPercent);
    wallet.wasRefunded = true;
    this.#parts.store.saveWallet(wallet);
    return { commission: formatDecimal(commission, 8), amount: formatDecimal(frozen - commission, 8) };
  }

  /** Net receipts of all wallets in `coin`. */
  holding(coin: string): bigint {
    return this.#parts.store
      .wallets()
      .filter((wallet) => wallet.currency === coin)
      .reduce((sum, wallet) => sum + parseDecimal(wallet.receivedAmount), 0n);
  }
}
