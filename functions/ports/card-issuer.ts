import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import type { ProviderAnswer } from './provider-answer.ts';

/** A cardholder at the issuer. */
export type Cardholder = {
  readonly holderId: string;
  /** Our user's id, as we gave it at registration. */
  readonly userId: string | undefined;
  readonly status: 'pending' | 'verified' | 'failed';
};

/** A card by a fresh read at the issuer, without secrets. */
export type IssuerCard = {
  readonly issuerCardId: string;
  readonly holderId: string;
  /** Our card's id, as we gave it at creation. */
  readonly cardId: string | undefined;
  readonly last4Digits: string;
  readonly brand: string;
  readonly isActive: boolean;
  readonly isDeleted: boolean;
  readonly isBlocked: boolean;
  /** All money on the card. */
  readonly bookBalanceCents: Cents;
  /** Cents that can be spent or unloaded. */
  readonly availableBalanceCents: Cents;
  /** Purchases in a row that the issuer declined for lack of money; undefined when it does not state them. */
  readonly shortDeclines: number | undefined;
};

/** Where a load or unload stands. `not_found`: the issuer does not know the reference (yet). */
export type TransferState = 'pending' | 'successful' | 'failed' | 'not_found';

/** One transaction on a card, as the issuer lists it. */
export type IssuerTransaction = {
  readonly issuerCardId: string;
  /** The reference under which it is posted once: our own for loads and unloads, the issuer's for the rest. */
  readonly reference: string;
  /** Every reference that the issuer has for it now, `reference` among them. @default only `reference` */
  readonly references?: readonly string[];
  readonly direction: 'credit' | 'debit';
  readonly amountCents: Cents;
  readonly currency: string;
  readonly description: string;
  readonly atMs: number;
  /** True when its text is exactly one under which the issuer charges its own fees. @default false */
  readonly isFee?: boolean;
  readonly merchantName: string;
  readonly merchantLogo: string;
  readonly merchantCategoryCode: string;
  readonly isRecurring: boolean;
  readonly category: string;
  readonly group: string;
};

/** The claim of an issuer webhook: a hint to ask the issuer, never a fact. */
export type IssuerEvent =
  | {
      readonly type: 'holder';
      readonly holderId: string;
      readonly claim: 'verified' | 'failed' | 'review';
      readonly reason: string;
    }
  | {
      readonly type: 'card';
      readonly issuerCardId: string;
      readonly claim: 'created' | 'creation_failed' | 'frozen' | 'blocked' | 'deletion_announced' | 'deleted';
      readonly reason: string;
    }
  | {
      readonly type: 'transfer';
      readonly issuerCardId: string;
      readonly reference: string;
      readonly claim: 'successful' | 'failed';
    }
  | {
      readonly type: 'transaction';
      readonly issuerCardId: string;
      /** Undefined for events that carry none, such as the maintenance fee. */
      readonly reference: string | undefined;
      readonly kind: 'purchase' | 'reversal' | 'fee';
      readonly amountCents: Cents;
      readonly description: string;
      readonly atMs: number;
    }
  | {
      readonly type: 'decline';
      readonly issuerCardId: string;
      readonly reference: string | undefined;
      readonly amountCents: Cents;
      readonly reason: string;
      readonly description: string;
      readonly merchantCategoryCode: string;
      readonly atMs: number;
    }
  /** A one-time 3-D Secure code that a merchant's bank asked for. */
  | {
      readonly type: 'code';
      readonly issuerCardId: string;
      /** Undefined in a body that was redacted. */
      readonly code: string | undefined;
      /** The body without the code: the only form of this event that may be stored or queued. */
      readonly redactedBody: Uint8Array;
      readonly merchant: string;
      readonly amountCents: Cents;
      readonly currency: string;
      /** The last four digits of the card, as the event names them. */
      readonly last4Digits: string | undefined;
      readonly atMs: number | undefined;
    }
  /** An event that we do not act upon. */
  | { readonly type: 'ignored'; readonly name: string };

/** The address that a shop's form asks for beside a card's number. `country` is ISO 3166-1 alpha-2: `US`. */
export type BillingAddress = {
  readonly line1: string;
  readonly line2?: string | undefined;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
};

/**
 * The number, expiry (`MM/YY`), CVV and billing address of a card. Lives in memory only, on its way to its owner. The
 * address is null when the issuer gives no complete one.
 */
export type CardSecrets = {
  readonly cardNumber: string;
  readonly expiry: string;
  readonly cvv: string;
  readonly billingAddress: BillingAddress | null;
};

/** At most 20 transactions of a card, the newest first; `isOldestFirst` when the newest page is the last. */
export type IssuerTransactionPage = {
  readonly transactions: readonly IssuerTransaction[];
  readonly pages: number;
  readonly isOldestFirst?: boolean;
};

/**
 * The card issuer. Every call is answered or classified; nothing is thrown for the issuer's failure. References are
 * ours, the same in every attempt. Commands carry `sendBeforeMs`, in milliseconds since 1970 UTC: the adapter checks it
 * as late as it can, and after that time returns `not_processed` instead of sending the request. So a stored attempt
 * takes effect near its stored time or never, even when its process was frozen in between. The domain always gives it;
 * a request without it may leave at any time.
 */
export interface CardIssuer {
  registerCardholder(command: {
    readonly userId: Id<'user'>;
    readonly firstname: string;
    readonly lastname: string;
    readonly email: string;
    readonly sendBeforeMs?: number;
  }): Promise<ProviderAnswer<Cardholder>>;
  readCardholder(holderId: string): Promise<ProviderAnswer<Cardholder | undefined>>;
  /** Finds a cardholder by our user id: the only way after a lost reply. */
  findCardholder(userId: Id<'user'>): Promise<ProviderAnswer<Cardholder | undefined>>;
  /** Deletes a cardholder with all personal data. One that the issuer does not know is `success` too. */
  deleteCardholder(holderId: string, sendBeforeMs?: number): Promise<ProviderAnswer<'done'>>;
  /** Creates a card with its first deposit. The PIN is encrypted on its way and kept nowhere. */
  createCard(command: {
    readonly reference: Id<'operation'>;
    readonly cardId: Id<'card'>;
    readonly holderId: string;
    readonly label: string;
    readonly pin: string;
    readonly fundingCents: Cents;
    /** Maximum that the card spends in a month. It cannot be changed afterwards. */
    readonly monthlySpendCents: Cents;
    readonly sendBeforeMs?: number;
  }): Promise<ProviderAnswer<{ readonly issuerCardId: string }>>;
  /** Finds a card of a cardholder by our card id: the only way after a lost reply. */
  findCard(query: {
    readonly holderId: string;
    readonly cardId: Id<'card'>;
  }): Promise<ProviderAnswer<IssuerCard | undefined>>;
  readCard(issuerCardId: string): Promise<ProviderAnswer<IssuerCard | undefined>>;
  /**
   * Asks for money onto the card. `success` only says accepted; a reference that the issuer already knows is `success`
   * too.
   */
  load(command: TransferCommand): Promise<ProviderAnswer<'accepted'>>;
  /** Asks for money back from the card. As `load`. */
  unload(command: TransferCommand): Promise<ProviderAnswer<'accepted'>>;
  readTransfer(query: {
    readonly issuerCardId: string;
    readonly reference: string;
  }): Promise<ProviderAnswer<TransferState>>;
  freeze(issuerCardId: string, sendBeforeMs?: number): Promise<ProviderAnswer<'done'>>;
  unfreeze(issuerCardId: string, sendBeforeMs?: number): Promise<ProviderAnswer<'done'>>;
  close(issuerCardId: string, sendBeforeMs?: number): Promise<ProviderAnswer<'done'>>;
  setPin(command: { readonly issuerCardId: string; readonly pin: string }): Promise<ProviderAnswer<'done'>>;
  reveal(issuerCardId: string): Promise<ProviderAnswer<CardSecrets>>;
  /** One page (from 1) of a card's transactions. */
  listTransactions(query: {
    readonly issuerCardId: string;
    readonly page: number;
  }): Promise<ProviderAnswer<IssuerTransactionPage>>;
  readTransaction(query: {
    readonly issuerCardId: string;
    readonly reference: string;
  }): Promise<ProviderAnswer<IssuerTransaction | undefined>>;
  /** Our float at the issuer. */
  readFloat(): Promise<ProviderAnswer<Cents>>;
  /**
   * True when the signature header is authentic. It covers no body: see `parseWebhook`. Constant time, never throws.
   */
  verifyWebhook(signature: string | undefined): boolean;
  /** The claim in a webhook's body; undefined when the body is no event. Never throws. */
  parseWebhook(rawBody: Uint8Array): IssuerEvent | undefined;
}

/** A load or unload of whole cents under our reference. */
export type TransferCommand = {
  readonly issuerCardId: string;
  readonly amountCents: Cents;
  readonly reference: Id<'operation'>;
  readonly sendBeforeMs?: number;
};
