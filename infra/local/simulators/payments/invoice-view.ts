import type { Invoice, InvoiceStatus } from './invoice.ts';

/** The colour of a state. */
export type Tone = 'wait' | 'good' | 'warn' | 'bad' | 'flat';

/** The words for a status on the page. */
export type StatusView = {
  /** Two or three words for the badge. */
  label: string;
  tone: Tone;
  /** A heading and a sentence; null for the states that show the address instead. */
  result: { heading: string; text: string } | null;
  /** Number of the current step: 0 pay, 1 confirm, 2 done; 3 when all are done. */
  step: 0 | 1 | 2 | 3;
};

const statusViews: Readonly<Record<InvoiceStatus, StatusView>> = {
  check: { label: 'Waiting for payment', tone: 'wait', result: null, step: 0 },
  process: { label: 'Being processed', tone: 'wait', result: null, step: 0 },
  confirm_check: {
    label: 'Confirming',
    tone: 'wait',
    result: {
      heading: 'Waiting for confirmations',
      text: 'The transaction has been seen. It counts as paid once the network has confirmed it.',
    },
    step: 1,
  },
  wrong_amount_waiting: { label: 'Partly paid', tone: 'warn', result: null, step: 0 },
  paid: {
    label: 'Paid',
    tone: 'good',
    result: { heading: 'Payment received', text: 'Thank you. The store has been notified.' },
    step: 3,
  },
  paid_over: {
    label: 'Paid, more than asked',
    tone: 'good',
    result: {
      heading: 'Payment received – more than asked',
      text: 'More arrived than was asked for. The store decides what happens to the rest.',
    },
    step: 3,
  },
  wrong_amount: {
    label: 'Paid less',
    tone: 'warn',
    result: {
      heading: 'Less than asked was paid',
      text: 'The payment is closed. What arrived has gone to the store; contact it about the rest.',
    },
    step: 2,
  },
  cancel: {
    label: 'Expired',
    tone: 'flat',
    result: {
      heading: 'This payment has expired',
      text: 'Nothing was received in time. Do not send anything now; start again in the store.',
    },
    step: 0,
  },
  fail: {
    label: 'Failed',
    tone: 'bad',
    result: { heading: 'The payment failed', text: 'The transaction was not accepted. Contact the store.' },
    step: 1,
  },
  system_fail: {
    label: 'Failed',
    tone: 'bad',
    result: { heading: 'The payment failed', text: 'Something went wrong on our side. Contact the store.' },
    step: 1,
  },
  locked: {
    label: 'Under review',
    tone: 'warn',
    result: {
      heading: 'The payment is under review',
      text: 'It is blocked by the anti-money-laundering check. Answer the questionnaire to have it looked at.',
    },
    step: 2,
  },
  refund_process: {
    label: 'Refund in progress',
    tone: 'wait',
    result: { heading: 'Refund in progress', text: 'The money is on its way back.' },
    step: 3,
  },
  refund_fail: {
    label: 'Refund failed',
    tone: 'bad',
    result: { heading: 'The refund failed', text: 'The money is still with the store. Contact it.' },
    step: 3,
  },
  refund_paid: {
    label: 'Refunded',
    tone: 'flat',
    result: { heading: 'Refunded', text: 'The money has been sent back.' },
    step: 3,
  },
};

/** The display of the invoice's status. */
export function viewOf(invoice: Invoice): StatusView {
  return statusViews[invoice.status];
}

/** Changes whenever the page would look different, apart from countdown and confirmations. */
export function versionOf(invoice: Invoice): string {
  return `${invoice.status}-${invoice.receipts.length}-${invoice.updatedAtMs}`;
}
