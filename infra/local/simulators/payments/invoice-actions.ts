import { isDecimalText, parseDecimal } from './decimal.ts';
import { type Invoice, receivedTotal, remainingAmount } from './invoice.ts';
import type { InvoiceDesk } from './invoice-desk.ts';
import { type InvoiceMoney, NotPossible } from './invoice-money.ts';
import type { SimulatorParts } from './simulator-parts.ts';

/** Changes to an invoice from outside the provider's API. */
export const invoiceActions = [
  'pay',
  'underpay',
  'overpay',
  'confirm_check',
  'expire',
  'fail',
  'lock',
  'release',
  'refund',
] as const;

export type InvoiceAction = (typeof invoiceActions)[number];

/** Options of an action as they come in a request body. */
export type ActionOptions = Readonly<Record<string, unknown>>;

const refundAddress = 'SimRefundByControlDoor';

/**
 * Does `action` to the invoice. Throws {@link NotPossible} when its state does not allow it, `Refusal` when no coin
 * can be chosen for it, RangeError when an option makes no sense.
 *
 * Options: `amountUsd` (what this payment or refund is worth), `amount` (the same in coins), `confirmMs` (confirm
 * over this time instead of at once), `internal` (paid inside the provider), `final` (close an underpaid invoice),
 * `status: "system_fail"` for `fail`, `fails` and `stage: "process"` for `refund`.
 */
export function actOnInvoice(
  invoice: Invoice,
  action: InvoiceAction,
  options: ActionOptions,
  context: { parts: SimulatorParts; desk: InvoiceDesk; money: InvoiceMoney },
): void {
  const { desk, money, parts } = context;
  const given = (): bigint | null => coinsOf(invoice, options, money);
  switch (action) {
    case 'pay':
    case 'underpay':
    case 'overpay': {
      desk.ensureChosen(invoice);
      const hasPending = invoice.receipts.some((receipt) => !receipt.confirmed);
      const byDefault = action === 'pay' && hasPending ? 0n : usualCoins(invoice, action);
      const manner = {
        coins: given() ?? byDefault,
        isInternal: options['internal'] === true,
        isLast: options['final'] === true,
      };
      const { confirmMs } = options;
      if (typeof confirmMs === 'number' && confirmMs > 0) money.payOnChain(invoice, manner, confirmMs);
      else money.payNow(invoice, manner);
      return;
    }
    case 'confirm_check':
      desk.ensureChosen(invoice);
      money.payOnChain(invoice, { coins: given() ?? remainingAmount(invoice) }, null);
      return;
    case 'expire':
      money.expire(invoice);
      return;
    case 'fail':
      money.fail(invoice, options['status'] === 'system_fail' ? 'system_fail' : 'fail');
      return;
    case 'lock':
      desk.ensureChosen(invoice);
      money.lock(invoice, given() ?? remainingAmount(invoice));
      return;
    case 'release':
      money.release(invoice);
      return;
    case 'refund': {
      if (invoice.status === 'refund_process') {
        money.endRefund(invoice);
        return;
      }
      const coins = given();
      if (coins !== null && !parts.profile.allowsPartialRefund)
        throw new NotPossible('this profile refunds in full only');
      const all = receivedTotal(invoice);
      money.beginRefund(
        invoice,
        {
          address: refundAddress,
          coins: coins === null || coins > all ? all : coins,
          fails: options['fails'] === true,
        },
        null,
      );
      if (options['stage'] !== 'process') money.endRefund(invoice);
      return;
    }
  }
}

/** Coins of a payment that names no amount: what is missing, half of it, or enough to come out at 120 %. */
function usualCoins(invoice: Invoice, action: 'pay' | 'underpay' | 'overpay'): bigint {
  const missing = remainingAmount(invoice);
  if (action === 'pay') return missing;
  if (action === 'underpay') return missing / 2n;
  const asked = parseDecimal(invoice.price?.payerAmount ?? '0');
  const over = (asked * 12n) / 10n - receivedTotal(invoice);
  return over > 0n ? over : asked / 5n;
}

function coinsOf(invoice: Invoice, options: ActionOptions, money: InvoiceMoney): bigint | null {
  const { amountUsd, amount } = options;
  if (amountUsd !== undefined && amountUsd !== null) return money.coinsFor(invoice, positive('amountUsd', amountUsd));
  if (amount !== undefined && amount !== null) return positive('amount', amount);
  return null;
}

function positive(name: string, value: unknown): bigint {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  if (!isDecimalText(text) || parseDecimal(text) <= 0n) throw new RangeError(`${name} must be a positive decimal`);
  return parseDecimal(text);
}
