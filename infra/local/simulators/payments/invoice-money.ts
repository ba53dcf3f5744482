import { formatDecimal, oneUnit, parseDecimal, percentOf } from './decimal.ts';
import { coinsForUsd, type Invoice, type InvoiceStatus, receivedTotal } from './invoice.ts';
import type { InvoiceDesk } from './invoice-desk.ts';
import type { SimulatorParts } from './simulator-parts.ts';

/** An action that the invoice's present state does not allow. */
export class NotPossible extends Error {
  override readonly name = 'NotPossible';
}

/** The terms of a payment. */
export type PaymentManner = {
  /** Coins, as a decimal count; zero only confirms what was seen before. */
  coins: bigint;
  /** Paid inside the provider: no transaction hash and no sender. */
  isInternal?: boolean;
  /** Close the invoice although a top-up would still be allowed. */
  isLast?: boolean;
};

const refundable: readonly InvoiceStatus[] = ['paid', 'paid_over', 'wrong_amount'];
const frozenStatuses: readonly InvoiceStatus[] = ['locked', 'refund_process', 'refund_paid'];

/** Moves the money of an invoice: receipts, confirmations, expiry, freezing and refunds. */
export class InvoiceMoney {
  readonly #parts: SimulatorParts;
  readonly #desk: InvoiceDesk;

  constructor(parts: SimulatorParts, desk: InvoiceDesk) {
    this.#parts = parts;
    this.#desk = desk;
  }

  /** `amountUsd` in coins of the invoice, rounded up at the eighth digit. */
  coinsFor(invoice: Invoice, amountUsd: bigint): bigint {
    return coinsForUsd(invoice, amountUsd, this.#parts.market.usdRate(invoice.currency) ?? oneUnit);
  }

  /** A payment that is final at once. Throws {@link NotPossible} while the money is frozen or refunded. */
  payNow(invoice: Invoice, manner: PaymentManner): void {
    this.#mustBePayable(invoice);
    const hasPending = invoice.receipts.some((receipt) => !receipt.confirmed);
    if (manner.coins === 0n && !hasPending) return;
    this.#desk.record(invoice, () => {
      this.#addReceipt(invoice, manner, true);
      return this.#settle(invoice, manner.isLast === true);
    });
  }

  /** A payment as on a chain: seen now, confirmed after `confirmMs` (null: when a person says so). */
  payOnChain(invoice: Invoice, manner: PaymentManner, confirmMs: number | null): void {
    this.#mustBePayable(invoice);
    const nowMs = this.#parts.clock.now();
    this.#desk.record(invoice, () => {
      this.#addReceipt(invoice, manner, false);
      invoice.confirming = confirmMs === null ? null : { startedAtMs: nowMs, endsAtMs: nowMs + confirmMs };
      return 'confirm_check';
    });
  }

  /** Ends the invoice's time now. An unconfirmed transaction is dropped with it. */
  expire(invoice: Invoice): void {
    if (invoice.status === 'cancel') return;
    if (invoice.isFinal || invoice.refund !== null) throw new NotPossible(`the invoice is already ${invoice.status}`);
    const hasConfirmed = receivedTotal(invoice, true) > 0n;
    this.#desk.record(invoice, () => {
      this.#dropUnconfirmed(invoice);
      invoice.expiresAtMs = Math.min(invoice.expiresAtMs, this.#parts.clock.now());
      return hasConfirmed ? 'wrong_amount' : 'cancel';
    });
  }

  /** The payment fails; an unconfirmed transaction is dropped. */
  fail(invoice: Invoice, status: 'fail' | 'system_fail'): void {
    if (invoice.refund !== null) throw new NotPossible(`the invoice is already ${invoice.status}`);
    this.#desk.record(invoice, () => {
      this.#dropUnconfirmed(invoice);
      return status;
    });
  }

  /** The AML program freezes the payment; `coins` arrive first when nothing has arrived yet. */
  lock(invoice: Invoice, coins: bigint): void {
    if (invoice.refund !== null) throw new NotPossible(`the invoice is already ${invoice.status}`);
    this.#desk.record(invoice, () => {
      if (invoice.receipts.length === 0) this.#addReceipt(invoice, { coins }, true);
      for (const receipt of invoice.receipts) receipt.confirmed = true;
      invoice.confirming = null;
      return 'locked';
    });
  }

  /** Releases frozen money: the invoice gets the status that its receipts amount to. */
  release(invoice: Invoice): void {
    if (invoice.status !== 'locked') throw new NotPossible(`the invoice is ${invoice.status}, not locked`);
    this.#desk.record(invoice, () => this.#settle(invoice, false));
  }

  /** Begins a refund; `endsInMs` null leaves it running until {@link endRefund}. Amounts are coins. */
  beginRefund(
    invoice: Invoice,
    refund: { address: string; coins: bigint; fails: boolean },
    endsInMs: number | null,
  ): void {
    if (![...refundable, 'locked', 'refund_fail'].includes(invoice.status)) {
      throw new NotPossible('Refunds are made only for completed payments');
    }
    if (refund.coins > receivedTotal(invoice)) {
      throw new NotPossible('The refund amount should not be more than the amount paid');
    }
    const statusBefore = invoice.refund?.statusBefore ?? invoice.status;
    this.#desk.record(invoice, () => {
      invoice.refund = {
        address: refund.address,
        amount: formatDecimal(refund.coins, 8),
        fails: refund.fails,
        statusBefore,
      };
      invoice.refundEndsAtMs = endsInMs === null ? null : this.#parts.clock.now() + endsInMs;
      return 'refund_process';
    });
  }

  /** Ends a running refund as it was meant to end. */
  endRefund(invoice: Invoice): void {
    if (invoice.status !== 'refund_process') throw new NotPossible(`the invoice is ${invoice.status}`);
    this.#desk.record(invoice, () => {
      invoice.refundEndsAtMs = null;
      return invoice.refund?.fails === true ? 'refund_fail' : 'refund_paid';
    });
  }

  /** Does what the passing of time brings: last confirmations, ends of refunds, expiries. */
  runDue(): void {
    const nowMs = this.#parts.clock.now();
    for (const invoice of this.#parts.store.dueInvoices(nowMs)) {
      if (invoice.refundEndsAtMs !== null) this.endRefund(invoice);
      else if (invoice.confirming !== null) this.#desk.record(invoice, () => this.#settle(invoice, false));
      else this.expire(invoice);
    }
  }

  #mustBePayable(invoice: Invoice): void {
    if (frozenStatuses.includes(invoice.status)) throw new NotPossible(`the invoice is ${invoice.status}`);
  }

  /** Confirms everything and returns the status that the receipts amount to. */
  #settle(invoice: Invoice, isLast: boolean): InvoiceStatus {
    const outcome = this.#outcome(invoice, isLast);
    for (const receipt of invoice.receipts) receipt.confirmed = true;
    invoice.confirming = null;
    invoice.failsWhenPaid = false;
    if (outcome === 'fail') invoice.receipts = [];
    return outcome;
  }

  #outcome(invoice: Invoice, isLast: boolean): InvoiceStatus {
    if (invoice.failsWhenPaid) return 'fail';
    const asked = parseDecimal(invoice.price?.payerAmount ?? '0');
    const received = receivedTotal(invoice);
    const tolerance = percentOf(asked, parseDecimal(invoice.accuracyPercent));
    if (received > asked) return 'paid_over';
    if (received >= asked - tolerance) return 'paid';
    const isOpen = this.#parts.clock.now() < invoice.expiresAtMs;
    return invoice.isPaymentMultiple && isOpen && !isLast ? 'wrong_amount_waiting' : 'wrong_amount';
  }

  #addReceipt(invoice: Invoice, manner: PaymentManner, confirmed: boolean): void {
    if (manner.coins <= 0n || invoice.price === null) return;
    const { chance, clock } = this.#parts;
    const name = `${invoice.uuid} ${invoice.receipts.length + 1}`;
    const { network } = invoice.price;
    invoice.receipts.push({
      amount: formatDecimal(manner.coins, 8),
      txid: manner.isInternal === true ? null : chance.txid(name, network),
      transferId: manner.isInternal === true ? chance.uuid(`transfer ${name}`) : null,
      from: manner.isInternal === true ? null : chance.address(`payer ${name}`, network),
      seenAtMs: clock.now(),
      confirmed,
    });
  }

  #dropUnconfirmed(invoice: Invoice): void {
    invoice.receipts = invoice.receipts.filter((receipt) => receipt.confirmed);
    invoice.confirming = null;
  }
}
