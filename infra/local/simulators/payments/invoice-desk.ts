import { findCoin } from './catalogue.ts';
import { cutTo, divide, formatDecimal, oneUnit, parseDecimal, percentOf } from './decimal.ts';
import type { InvoiceTerms, CoinChoice, Invoice, InvoiceStatus, LockedPrice } from './invoice.ts';
import { shownAmount } from './invoice.ts';
import { presentPayment } from './invoice-answer.ts';
import { invoiceWebhook } from './invoice-webhook.ts';
import { fixedChoice } from './invoice-terms.ts';
import type { Service } from './market.ts';
import { Refusal } from './request-fields.ts';
import type { SimulatorParts } from './simulator-parts.ts';

const finalStatuses: readonly InvoiceStatus[] = [
  'paid',
  'paid_over',
  'wrong_amount',
  'cancel',
  'fail',
  'system_fail',
  'locked',
  'refund_fail',
  'refund_paid',
];

const announcedStatuses: readonly InvoiceStatus[] = [
  'confirm_check',
  'paid',
  'paid_over',
  'fail',
  'wrong_amount',
  'cancel',
  'system_fail',
  'refund_process',
  'refund_fail',
  'refund_paid',
];

/** Creates, finds and keeps invoices; every change of one goes through {@link InvoiceDesk.record}. */
export class InvoiceDesk {
  readonly #parts: SimulatorParts;

  constructor(parts: SimulatorParts) {
    this.#parts = parts;
  }

  /** The invoice with this uuid or, failing that, this order id. */
  find(reference: string): Invoice | null {
    return this.#parts.store.invoiceByUuid(reference) ?? this.#parts.store.invoiceByOrderId(reference);
  }

  /**
   * A new invoice, or the existing one of the same order id exactly as it is; only `is_refresh` on a cancelled
   * invoice gives that one a new address and term. Throws a {@link Refusal}.
   */
  create(terms: InvoiceTerms): Invoice {
    const { store } = this.#parts;
    return store.transaction(() => {
      if (store.walletByOrderId(terms.orderId) !== null) throw new Refusal({ order_id: ['validation.unique'] });
      const existing = store.invoiceByOrderId(terms.orderId);
      if (existing === null) return this.#open(terms);
      return terms.isRefresh && existing.status === 'cancel' ? this.#refresh(existing) : existing;
    });
  }

  /** The pairs the payer may choose from on the pay page. */
  choices(invoice: Invoice): Service[] {
    return this.#parts.market
      .services()
      .filter(
        (service) =>
          service.isAvailable &&
          (invoice.toCurrency === null || invoice.toCurrency === service.currency) &&
          (invoice.requestedNetwork === null || invoice.requestedNetwork === service.network) &&
          (invoice.currencies === null || invoice.currencies.some((choice) => matches(choice, service))) &&
          !(invoice.exceptCurrencies ?? []).some((choice) => matches(choice, service)),
      );
  }

  /**
   * Fixes coin and network as the payer's choice. Throws a {@link Refusal} when the pair is not offered or the sum is
   * outside its limits.
   */
  choose(invoice: Invoice, currency: string, network: string): void {
    if (invoice.price !== null) throw new Refusal('The currency is already chosen');
    const offered = this.choices(invoice).some(
      (service) => service.currency === currency && service.network === network,
    );
    if (!offered) throw new Refusal('The service was not found');
    const price = this.#price(invoice, currency, network, null);
    this.record(invoice, () => {
      invoice.price = price;
      return invoice.status;
    });
  }

  /**
   * Chooses a pair for the payer when none is fixed: the invoice's own coin if it has one, else USDT, on the first
   * offered network.
   */
  ensureChosen(invoice: Invoice): void {
    if (invoice.price !== null) return;
    const choices = this.choices(invoice);
    const preferred =
      choices.find((service) => service.currency === (invoice.toCurrency ?? invoice.currency)) ??
      choices.find((service) => service.currency === 'USDT') ??
      choices[0];
    if (preferred === undefined) throw new Refusal('The service was not found');
    this.choose(invoice, preferred.currency, preferred.network);
  }

  /**
   * Applies `edit`, which returns the invoice's next status, and stores the invoice. For a status that the provider
   * announces, also puts the webhook into the log, in the same write. An edit that keeps status and receipts is not
   * announced.
   */
  record(invoice: Invoice, edit: () => InvoiceStatus): void {
    const { store, clock, postman, settings } = this.#parts;
    store.transaction(() => {
      const previousAnswer = presentPayment(invoice, this.#parts);
      const before = `${invoice.status} ${invoice.receipts.length}`;
      const status = edit();
      invoice.status = status;
      invoice.isFinal = finalStatuses.includes(status);
      invoice.updatedAtMs = clock.now();
      invoice.previousAnswer = previousAnswer;
      store.saveInvoice(invoice, nextChangeAt(invoice));
      const isNews = before !== `${invoice.status} ${invoice.receipts.length}`;
      const isAnnounced = announcedStatuses.includes(status) || (status === 'locked' && settings.announceLocked);
      if (isNews && isAnnounced && invoice.urlCallback !== null) {
        postman.enqueue(invoiceWebhook(invoice, invoice.urlCallback, this.#parts));
      }
    });
  }

  #open(terms: InvoiceTerms): Invoice {
    const { store, clock, chance, market } = this.#parts;
    const choice = fixedChoice(terms, market);
    const nowMs = clock.now();
    const sequence = store.nextNumber('invoice');
    const { isRefresh: _isRefresh, ...kept } = terms;
    const invoice: Invoice = {
      ...kept,
      uuid: chance.uuid(`invoice ${sequence}`),
      sequence,
      discountPercent: choice === null ? null : terms.discountPercent,
      price: null,
      receipts: [],
      status: 'check',
      isFinal: false,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      expiresAtMs: nowMs + terms.lifetimeSeconds * 1000,
      confirming: null,
      refund: null,
      refundEndsAtMs: null,
      addressGeneration: 1,
      resendCount: 0,
      failsWhenPaid: false,
      previousAnswer: null,
    };
    if (choice !== null) {
      invoice.price = this.#price(invoice, choice.currency, choice.network, terms.discountPercent);
    }
    store.saveInvoice(invoice, nextChangeAt(invoice));
    return invoice;
  }

  #refresh(invoice: Invoice): Invoice {
    this.record(invoice, () => {
      invoice.addressGeneration += 1;
      invoice.expiresAtMs = this.#parts.clock.now() + invoice.lifetimeSeconds * 1000;
      if (invoice.price !== null) invoice.price.address = this.#address(invoice, invoice.price.network);
      return 'check';
    });
    return invoice;
  }

  /** Locks the coin amount at the present rate, cut to the digits the coin is shown with. */
  #price(invoice: Invoice, currency: string, network: string, ownDiscount: number | null): LockedPrice {
    const { market } = this.#parts;
    const service = market.service(currency, network);
    const rate = market.crossRate(currency, invoice.currency);
    const coin = findCoin(currency);
    if (service === null || rate === null || rate === 0n || coin === undefined) {
      throw new Refusal('Error convert to_currency');
    }
    const discountPercent = ownDiscount ?? market.discountPercent(currency, network);
    const amount = parseDecimal(invoice.amount);
    const discount = percentOf(amount, BigInt(discountPercent) * oneUnit);
    const discounted = amount - discount;
    const shareOfFee = percentOf(market.commissionPercent, BigInt(invoice.subtractPercent) * oneUnit);
    const payable = discounted + percentOf(discounted, shareOfFee);
    const coins = cutTo(divide(payable, rate), coin.displayDigits);
    if (coins < service.minAmount) throw new Refusal(`Minimum amount ${shownLimit(service.minAmount)} ${currency}`);
    if (coins > service.maxAmount) throw new Refusal(`Maximum amount ${shownLimit(service.maxAmount)} ${currency}`);
    return {
      payerCurrency: currency,
      network,
      address: this.#address(invoice, network),
      payerAmount: formatDecimal(coins, 8),
      exchangeRate: formatDecimal(rate, 8),
      discountPercent,
      discount: shownAmount(discount, invoice.currency),
    };
  }

  #address(invoice: Invoice, network: string): string {
    return this.#parts.chance.address(`${invoice.uuid} ${invoice.addressGeneration}`, network);
  }
}

/** Time at which the invoice next changes by itself, in virtual milliseconds; null when it waits for a person. */
function nextChangeAt(invoice: Invoice): number | null {
  if (invoice.refundEndsAtMs !== null) return invoice.refundEndsAtMs;
  if (invoice.confirming !== null) return invoice.confirming.endsAtMs;
  return ['check', 'process', 'wrong_amount_waiting'].includes(invoice.status) ? invoice.expiresAtMs : null;
}

function shownLimit(value: bigint): string {
  return shownAmount(value, '').replace(/\.00$/, '');
}

function matches(choice: CoinChoice, service: Service): boolean {
  return choice.currency === service.currency && (choice.network === null || choice.network === service.network);
}
