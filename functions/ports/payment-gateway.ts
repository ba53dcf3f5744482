import type { Coin, Network } from '#shared/catalogue.ts';
import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import type { ProviderAnswer } from './provider-answer.ts';

/** Where a payment stands at the provider, in our words. */
export type PaymentState =
  | 'waiting'
  | 'confirming'
  | 'partly_paid'
  | 'paid'
  | 'paid_over'
  | 'paid_less'
  | 'expired'
  | 'failed'
  | 'locked'
  | 'refunding'
  | 'refund_failed'
  | 'refunded';

/** A payment by a fresh read at the provider. Amounts are the provider's decimal strings, never floats. */
export type Payment = {
  readonly paymentId: string;
  /** The order's id as the provider names it: our deposit's, unless it answers about another payment. */
  readonly reference: string;
  readonly state: PaymentState;
  /** No longer payable. It does not mean that the state can never change. */
  readonly isFinal: boolean;
  readonly invoiceAmount: string;
  readonly invoiceCurrency: string;
  /** Amount to be paid, in `payerCurrency`; undefined while no coin is fixed. */
  readonly payerAmount: string | undefined;
  readonly payerCurrency: string | undefined;
  /** Lower case, the provider's code. */
  readonly network: string | undefined;
  /** Amount received, in `payerCurrency`; undefined before anything was. */
  readonly receivedAmount: string | undefined;
  /**
   * Our share of the payment, in `payerCurrency`: the amount received less the provider's commission. Before anything
   * was received, our share of the whole invoice.
   */
  readonly merchantAmount?: string | undefined;
  /** Price of one `payerCurrency` in the invoice's currency. */
  readonly rate: string | undefined;
  readonly address: string | undefined;
  /** The payer's address, if the provider states it. */
  readonly sourceAddress: string | undefined;
  /**
   * The transfer on the chain, the last of several. Undefined before one was seen, and for a payment inside the
   * provider.
   */
  readonly txid?: string | undefined;
  /** The page to pay on; undefined where it is on no allowed origin. */
  readonly payUrl: string | undefined;
  readonly createdAtMs: number;
  /** Time of the provider's last change, if it states one. */
  readonly changedAtMs?: number | undefined;
  readonly expiresAtMs: number | undefined;
};

/** A coin and network that can be paid with, and its limits. Amounts are decimal strings in the coin. */
export type PaymentService = {
  readonly coin: Coin;
  readonly network: Network;
  readonly isAvailable: boolean;
  readonly minAmount: string;
  readonly maxAmount: string;
};

/** The claim of an authentic webhook: a hint to ask the provider, never a fact. */
export type PaymentHint = { readonly reference: string; readonly paymentId: string; readonly claimedStatus: string };

/** The payment provider. Every call is answered or classified; nothing is thrown for a provider's failure. */
export interface PaymentGateway {
  /**
   * Opens an invoice under our reference. Repeating it is safe: the same reference returns the same invoice. The answer
   * is checked to be the invoice that was asked for; another one is a `fault`.
   */
  requestPayment(command: {
    readonly depositId: Id<'deposit'>;
    readonly amountCents: Cents;
    readonly coin: Coin;
    readonly network: Network;
    readonly callbackUrl: string;
    readonly returnUrl: string;
    readonly successUrl: string;
  }): Promise<ProviderAnswer<Payment>>;
  /**
   * A fresh read by our reference; undefined when the provider does not know it. A payment with another `reference` is
   * returned too, so that the deposit can be compared with it.
   */
  readPayment(reference: string): Promise<ProviderAnswer<Payment | undefined>>;
  /**
   * Asks the provider to send its last webhook about a payment again. `not_offered`: it does so only for paid ones.
   * `too_often`: the provider's limit for this payment is reached.
   */
  requestWebhook(reference: string): Promise<ProviderAnswer<'asked' | 'not_offered' | 'too_often'>>;
  /** The coins and networks on offer, with their limits. Cached for at most five minutes. */
  listServices(): Promise<ProviderAnswer<readonly PaymentService[]>>;
  /** USD for one coin as a decimal string; undefined when the provider quotes none. Cached for a few seconds. */
  readRate(coin: Coin): Promise<ProviderAnswer<string | undefined>>;
  /**
   * Our balance of each coin that is ours to pay out: decimal strings, with a minus where it is below zero, coins outside
   * our catalogue left out. Never cached.
   */
  readBalances(): Promise<ProviderAnswer<Readonly<Partial<Record<Coin, string>>>>>;
  /**
   * The claim of a webhook whose signature over the raw bytes holds: `other` when it is authentic and about anything
   * but a payment (a wallet, a type that we do not know), undefined for a body that is not authentic. Never throws.
   */
  verifyWebhook(rawBody: Uint8Array): PaymentHint | 'other' | undefined;
  /** The claim of a webhook that was verified when it came: its key may have been rotated away since. Never throws. */
  readStoredWebhook(rawBody: Uint8Array): PaymentHint | undefined;
  /** The provider's code of a network of ours (`TRON` is `tron`). */
  networkCode(network: Network): string;
}
