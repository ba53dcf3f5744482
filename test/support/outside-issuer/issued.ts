/** A line of a card's list of transactions. */
export type IssuedLine = {
  /** `bridgecard_transaction_reference`. */
  readonly issuerReference: string;
  /** `client_transaction_reference`: ours for transfers, the issuer's own for everything else. */
  readonly clientReference: string;
  readonly direction: 'CREDIT' | 'DEBIT';
  readonly cents: number;
  readonly description: string;
  readonly atMs: number;
  /** The merchant of a purchase; undefined for other lines. */
  readonly merchant: string | undefined;
};

/** A load or an unload. */
export type IssuedTransfer = {
  readonly kind: 'fund' | 'unload';
  readonly reference: string;
  readonly cents: number;
  status: 'PENDING' | 'SUCCESSFUL' | 'FAILED';
};

/** A card in the issuer's books. */
export type IssuedCard = {
  readonly cardId: string;
  readonly holderId: string;
  readonly reference: string;
  /** The metadata of the order, which the issuer keeps with the card. */
  readonly meta: unknown;
  readonly number: string;
  readonly cvv: string;
  readonly limitCents: number;
  readonly createdAtMs: number;
  pin: string;
  bookCents: number;
  isFrozen: boolean;
  isDeleted: boolean;
  isFlagged: boolean;
  /** The card's transactions, oldest first. */
  readonly lines: IssuedLine[];
  readonly transfers: IssuedTransfer[];
};

/** A person who may have cards. */
export type IssuedHolder = {
  readonly holderId: string;
  readonly name: string;
  readonly meta: unknown;
  state: 'SUBMITTED' | 'VERIFIED' | 'FAILED';
};
