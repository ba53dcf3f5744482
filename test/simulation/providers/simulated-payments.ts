import type { Coin, Network } from '#shared/catalogue.ts';
import type { Payment, PaymentState } from '#functions/ports/payment-gateway.ts';

/** A change of an invoice that the provider has to report. */
export type PaymentNews = { readonly reference: string; readonly paymentId: string; readonly claimedStatus: string };

/** The payment provider's own books: its invoices and what was paid for them. One coin is worth a dollar. */
export class SimulatedPayments {
  readonly invoices = new Map<string, Payment>();
  readonly news: PaymentNews[] = [];
  /** Hundred-thousandths of the coin that we had paid out to our bank. */
  paidOutUnits = 0;
  /** Called when a payment leaves a state. */
  onLeft: ((reference: string, state: PaymentState) => void) | undefined;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Opens an invoice, or returns the existing one with this reference. */
  request(command: {
    readonly depositId: string;
    readonly amountCents: number;
    readonly coin: Coin;
    readonly network: Network;
  }): Payment {
    const known = this.invoices.get(command.depositId);
    if (known) return known;
    const invoice: Payment = {
      paymentId: `payment-${command.depositId}`,
      reference: command.depositId,
      state: 'waiting',
      isFinal: false,
      invoiceAmount: dollars(command.amountCents),
      invoiceCurrency: 'USD',
      payerAmount: dollars(command.amountCents),
      payerCurrency: command.coin,
      network: command.network.toLowerCase(),
      receivedAmount: undefined,
      rate: '1',
      address: `address-${command.depositId}`,
      sourceAddress: undefined,
      payUrl: `https://pay.example/${command.depositId}`,
      createdAtMs: this.#now(),
      expiresAtMs: undefined,
    };
    this.invoices.set(command.depositId, invoice);
    return invoice;
  }

  /**
   * Our balance of the one coin that people pay with, as a decimal string. Locked money is left out of it, and a refund
   * does not return the commission.
   */
  get balance(): string {
    let units = -this.paidOutUnits;
    for (const { state, receivedAmount, merchantAmount } of this.invoices.values()) {
      if (state === 'refunded') units += unitsOf(merchantAmount) - unitsOf(receivedAmount);
      else if (ours.has(state)) units += unitsOf(merchantAmount);
    }
    return (units / 100_000).toFixed(5);
  }

  /** Sends the last webhook about a payment again, as the provider offers for paid ones. */
  sendAgain(reference: string): 'asked' | 'not_offered' {
    const invoice = this.invoices.get(reference);
    if (invoice === undefined || !['paid', 'paid_over', 'paid_less'].includes(invoice.state)) return 'not_offered';
    this.news.push({ reference, paymentId: invoice.paymentId, claimedStatus: invoice.state });
    return 'asked';
  }

  /**
   * Changes the state of an invoice and its received total, in hundredths of the coin. Some changes stay unreported.
   */
  become(reference: string, state: PaymentState, received: number | undefined, isReported: boolean): void {
    const invoice = this.invoices.get(reference);
    if (!invoice) throw new Error(`no such invoice: ${reference}`);
    if (invoice.state !== state) this.onLeft?.(reference, invoice.state);
    this.invoices.set(reference, {
      ...invoice,
      state,
      receivedAmount: received === undefined ? invoice.receivedAmount : dollars(received),
      merchantAmount: received === undefined ? invoice.merchantAmount : lessCommission(received),
      sourceAddress: `wallet-of-${reference}`,
    });
    if (isReported) this.news.push({ reference, paymentId: invoice.paymentId, claimedStatus: state });
  }
}

/** States in which the money of a payment is in our balance. */
const ours: ReadonlySet<PaymentState> = new Set(['paid', 'paid_over', 'paid_less', 'refunding', 'refund_failed']);

function unitsOf(amount = '0'): number {
  return Math.round(Number(amount) * 100_000);
}

/** Returns the merchant's share of an amount: the provider keeps 1.5 %, exact to fractions of a cent. */
function lessCommission(amountCents: number): string {
  const shown = String(amountCents * 985).padStart(6, '0');
  return `${shown.slice(0, -5)}.${shown.slice(-5)}`;
}

function dollars(amountCents: number): string {
  return `${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`;
}
