/** A permanent address of one merchant order id: every transfer to it is a payment of its own. */
export type StaticWallet = {
  uuid: string;
  orderId: string;
  currency: string;
  network: string;
  address: string;
  urlCallback: string | null;
  status: 'active' | 'blocked';
  /** Decimal string: net of commission, while the address was active. */
  receivedAmount: string;
  /** Decimal string: what arrived after the address was blocked. */
  frozenAmount: string;
  wasRefunded: boolean;
  createdAtMs: number;
};
