import { networks, type Network } from '#shared/catalogue.ts';
import { formatCents } from '#shared/money.ts';

import { groupThousands } from './decimal.ts';
import { isLate, stageOf, type Deposit, type DepositStage } from './deposit-stage.ts';
import { usualWait } from './network-facts.ts';

/** The words for a deposit: one line that is announced, and a sentence or two on what it means and what to do. */
export type DepositWords = { readonly title: string; readonly text: string };

/** A network in full words; a code that we do not know stands for itself. */
export function networkName(network: string): string {
  return Object.hasOwn(networks, network) ? networks[network as Network] : network;
}

function inCoin(amount: string | null, currency: string): string {
  return amount === null ? currency : `${groupThousands(amount)} ${currency}`;
}

/** Says that what was credited cannot be spent for now; '' where nothing was credited. */
function onHold({ amountPaid }: Deposit): string {
  return amountPaid > 0 ? ` The ${formatCents(amountPaid)} it added to your balance is on hold until that’s done.` : '';
}

type Wording = (deposit: Deposit, network: string, now: number, owes: boolean) => DepositWords;

const wordings: Record<DepositStage, Wording> = {
  waiting,
  credited,
  partial: (deposit, network) => ({
    title: `${groupThousands(deposit.receivedAmount ?? '0')} of ${inCoin(deposit.payerAmount, deposit.currency)} arrived`,
    text: `Send ${inCoin(deposit.remainingAmount, deposit.currency)} more on ${network}, to the same address. If you don’t send the rest, we’ll credit what arrived when the quote expires.`,
  }),
  confirming: (deposit, network) => ({
    title: 'We see your payment',
    text: `${network} is confirming it, which usually takes ${usualWait(deposit.network)}. You can close this window. Nothing will be interrupted.`,
  }),
  expired: () => ({
    title: 'This quote has expired',
    text: 'Nothing was taken. Get a new quote when you’re ready. Already sent it? Late payments are still found and credited.',
  }),
  failed: ({ review }) =>
    review
      ? {
          title: 'Not in your balance',
          text: 'Our team looked into this payment, and none of it is in your balance. Questions? Give support the reference below.',
        }
      : {
          title: 'This payment failed',
          text: 'Nothing was added to your balance. If coins left your wallet, contact support with the reference below.',
        },
  review: (deposit) => ({
    title: 'Under review',
    text:
      // Our team's review is no step of the provider's, so the timeline does not have it.
      deposit.events.at(-1)?.status === 'locked'
        ? 'The payment provider is reviewing this payment.' +
          (onHold(deposit) || ' We’ll credit it once that’s done, so don’t send it again.') +
          ' Questions? Give support the reference below.'
        : 'Our team is looking into this payment, so don’t send it again. Questions? Give support the reference below.',
  }),
  refunding: (deposit, network) => ({
    title: 'A refund is on its way',
    text: `${inCoin(deposit.receivedAmount, deposit.currency)} is being sent back on ${network}.` + onHold(deposit),
  }),
  'refund-failed': ({ amountPaid }) => ({
    title: 'The refund did not go through',
    text:
      amountPaid > 0
        ? `The ${formatCents(amountPaid)} that we credited stays in your balance. Questions? Give support the reference below.`
        : 'Your money is still with the payment provider. Contact support with the reference below.',
  }),
  refunded: ({ events }, network) => ({
    title: 'Refunded',
    text: events.some(({ amountPaid }) => amountPaid > 0)
      ? `This payment was sent back on ${network} and is no longer in your balance.`
      : `This payment was sent back on ${network}.`,
  }),
};

/**
 * Explains a deposit in plain words: what happened, whether money was moved, what to do. `owes` is true while the account
 * is in debt, which a credit pays first.
 */
export function depositWords(deposit: Deposit, now: number, owes = false): DepositWords {
  return wordings[stageOf(deposit)](deposit, networkName(deposit.network), now, owes);
}

function waiting(deposit: Deposit, network: string, now: number): DepositWords {
  if (deposit.canceledAt !== null) {
    return {
      title: 'You canceled this deposit',
      text: 'It’s no longer in your list. Already sent it? Late payments are still found and credited.',
    };
  }
  if (deposit.expiresAt !== null && Date.parse(deposit.expiresAt) <= now) {
    return {
      title: 'This quote has expired',
      text: 'We’re checking for a payment one more time. Don’t send anything now: get a new quote instead.',
    };
  }
  // The provider has not replied with the invoice yet.
  if (deposit.payerAmount === null) {
    return {
      title: 'Waiting for the payment provider',
      text: 'You’ll see how to pay once it replies. This page updates by itself.',
    };
  }
  return {
    title: 'Waiting for your payment',
    text: `Send exactly ${inCoin(deposit.payerAmount, deposit.currency)} on ${network}. We’re watching the network. This page updates by itself.`,
  };
}

function credited(deposit: Deposit, _network: string, _now: number, owes: boolean): DepositWords {
  const added = formatCents(deposit.amountPaid);
  const title = `${added} added to your balance`;
  if (deposit.status === 'failed') {
    return {
      title,
      text: 'The payment provider called this payment failed afterwards. What we credited stays in your balance. Questions? Give support the reference below.',
    };
  }
  if (deposit.status === 'paid_over') {
    return {
      title,
      text:
        'You sent more than requested. ' +
        (deposit.surplus > 0
          ? `We credited the requested amount and are reviewing the other ${formatCents(deposit.surplus)}.`
          : deposit.review === 'ended'
            ? `Our team looked into it and credited ${added} in all. Questions? Give support the reference below.`
            : 'We credited all of it.'),
    };
  }
  if (deposit.status === 'paid_less') {
    return {
      title,
      text: `We received less than the ${formatCents(deposit.amount)} you requested. We credited all of it.`,
    };
  }
  if (isLate(deposit)) return { title, text: 'Your payment arrived after the quote expired. We credited it anyway.' };
  return {
    title,
    text: owes
      ? 'It went towards what you owe. Your cards stay frozen until that’s paid.'
      : 'Load it onto a card to spend it.',
  };
}
