import { parseDecimal } from './decimal.ts';
import { html, type Html } from '../kit/html.ts';
import { type Invoice, type InvoiceStatus, remainingAmount, shownAmount } from './invoice.ts';
import type { InvoiceAction } from './invoice-actions.ts';

type Choice = {
  action: InvoiceAction;
  label: string;
};

const expireButton: Choice = { action: 'expire', label: 'Let it expire' };
const failButton: Choice = { action: 'fail', label: 'Let it fail' };
const lockButton: Choice = { action: 'lock', label: 'Block for review' };
const refundButton: Choice = { action: 'refund', label: 'Refund' };

/** Actions that are still possible, by status. */
const payOutcomes: Readonly<Record<InvoiceStatus, readonly Choice[]>> = {
  check: [expireButton, failButton, lockButton, { action: 'confirm_check', label: 'Only show it on chain' }],
  process: [expireButton, failButton, lockButton],
  confirm_check: [
    { action: 'pay', label: 'Confirm now' },
    failButton,
    { action: 'expire', label: 'Drop the transaction' },
    lockButton,
  ],
  wrong_amount_waiting: [expireButton, failButton, lockButton],
  paid: [refundButton, lockButton],
  paid_over: [refundButton, lockButton],
  wrong_amount: [refundButton, lockButton],
  cancel: [],
  fail: [],
  system_fail: [],
  locked: [{ action: 'release', label: 'Release the money' }, refundButton, failButton],
  refund_process: [{ action: 'refund', label: 'Finish the refund' }],
  refund_fail: [refundButton],
  refund_paid: [],
};

const payable: readonly InvoiceStatus[] = [
  'check',
  'process',
  'wrong_amount_waiting',
  'cancel',
  'wrong_amount',
  'fail',
];

/** The part that the real page does not have: a pretended wallet, and buttons for outcomes that no payment causes. */
export function walletPanel(invoice: Invoice): Html {
  const { price } = invoice;
  const coin = price?.payerCurrency ?? '';
  const missing = remainingAmount(invoice);
  const asked = price === null ? 0n : parseDecimal(price.payerAmount);
  const isPayable = price !== null && missing > 0n && payable.includes(invoice.status);
  const isLate = invoice.isFinal;
  const outcomes = payOutcomes[invoice.status];
  return html`<aside class="card" aria-labelledby="wallet">
    <h2 id="wallet">Pretend wallet</h2>
    <p class="soft small">Only the simulator has this: pay as the customer would, without any coins.</p>
    ${
      isPayable
        ? html`<form method="post" action="/pay/${invoice.uuid}/pay" class="stack">
              <button class="button main" name="amount" value="${shownAmount(missing, coin)}">
                Pay ${shownAmount(missing, coin)} ${coin}${isLate && ' late'}
              </button>
              <div class="pair">
                <button class="button" name="amount" value="${shownAmount(missing / 2n, coin)}">Pay half</button>
                <button class="button" name="amount" value="${shownAmount(missing + asked / 5n, coin)}">
                  Pay 20 % over
                </button>
              </div>
            </form>
            <form method="post" action="/pay/${invoice.uuid}/pay" class="stack">
              <div>
                <label for="other">Another amount in ${coin}</label>
                <div class="inline">
                  <input
                    type="text"
                    id="other"
                    name="amount"
                    inputmode="decimal"
                    autocomplete="off"
                    required
                    pattern="[0-9]+([.][0-9]{1,8})?"
                    title="Digits with a point, at most eight after it"
                    placeholder="${shownAmount(missing, coin)}"
                  /><button class="button">Pay</button>
                </div>
              </div>
            </form>`
        : html`<p class="note">There is nothing left to pay here.</p>`
    }
    ${
      outcomes.length > 0 &&
      html`<details ${invoice.status === 'confirm_check' && 'open'}>
        <summary>Other outcomes</summary>
        <form method="post" action="/pay/${invoice.uuid}/outcome" class="stack">
          <div class="pair">
            ${outcomes.map(({ action, label }) => html`<button class="button" name="action" value="${action}">${label}</button>`)}
          </div>
        </form>
      </details>`
    }
  </aside>`;
}
