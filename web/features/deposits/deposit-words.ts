import { networks, type Network } from '#shared/catalogue.ts';
import { formatCents } from '#shared/money.ts';

import { groupThousands } from './decimal.ts';
import { isHeldForReview, isLate, stageOf, type Deposit, type DepositStage } from './deposit-stage.ts';

/** What is told of a deposit: one line that is announced, and a sentence or two on what it means and what to do. */
export type DepositWords = { readonly title: string; readonly text: string };

/** A network in full words; a code that we do not know stands for itself. */
export function networkName(network: string): string {
  return Object.hasOwn(networks, network) ? networks[network as Network] : network;
}

function inCoin(amount: string | null, currency: string): string {
  return amount === null ? currency : `${groupThousands(amount)} ${currency}`;
}

type Wording = (deposit: Deposit, network: string, now: number) => DepositWords;

const wordings: Record<DepositStage, Wording> = {
  waiting,
  credited,
  partial: (deposit, network) => ({
    title: `${groupThousands(deposit.receivedAmount ?? '0')} of ${inCoin(deposit.payerAmount, deposit.currency)} arrived`,
    text: `Send ${inCoin(deposit.remainingAmount, deposit.currency)} more on ${network}, to the same address. If you leave it at that, what arrived is added to your balance when the quote ends.`,
  }),
  confirming: (_, network) => ({
    title: 'We see your payment',
    text: `${network} is confirming it, which usually takes a few minutes. You can close this window: it goes on without you.`,
  }),
  expired: () => ({
    title: 'This quote ended',
    text: 'Nothing was taken. Get a new one when you are ready. Sent already? Late payments are still found and added.',
  }),
  failed: () => ({
    title: 'This payment failed',
    text: 'Nothing was added to your balance. If coins left your wallet, write to support with the reference below.',
  }),
  review: (deposit) => ({
    title: 'Under review',
    text:
      deposit.amountPaid > 0
        ? `The payment provider is checking this payment again. The ${formatCents(deposit.amountPaid)} that it added to your balance are set aside until that is done. Support can help with the reference below.`
        : 'The payment provider is checking this payment, and nothing is added until that is done. You need not send anything again. Support can help with the reference below.',
  }),
  refunding: (deposit, network) => ({
    title: 'A refund is on its way',
    text: `${inCoin(deposit.receivedAmount, deposit.currency)} is being sent back on ${network}.`,
  }),
  'refund-failed': () => ({
    title: 'The refund did not go through',
    text: 'Your money is still with the payment provider. Write to support with the reference below.',
  }),
  refunded: (_, network) => ({
    title: 'Refunded',
    text: `This payment was sent back on ${network} and is no longer in your balance.`,
  }),
};

/** Explains a deposit in plain words: what happened, whether money was moved, what to do. */
export function depositWords(deposit: Deposit, now: number): DepositWords {
  return wordings[stageOf(deposit)](deposit, networkName(deposit.network), now);
}

function waiting(deposit: Deposit, network: string, now: number): DepositWords {
  if (deposit.canceledAt !== null) {
    return {
      title: 'You canceled this deposit',
      text: 'It is no longer in your list. Sent already? Late payments are still found and added.',
    };
  }
  if (deposit.expiresAt !== null && Date.parse(deposit.expiresAt) <= now) {
    return {
      title: 'This quote has ended',
      text: 'We are looking for a payment once more. Do not send anything now: get a new quote instead.',
    };
  }
  if (deposit.payerAmount === null) {
    return { title: 'Waiting for your payment', text: 'Open the payment page and send the amount that it shows.' };
  }
  return {
    title: 'Waiting for your payment',
    text: `Send exactly ${inCoin(deposit.payerAmount, deposit.currency)} on ${network}. We look for it all the time.`,
  };
}

function credited(deposit: Deposit): DepositWords {
  const added = formatCents(deposit.amountPaid);
  const title = `${added} added to your balance`;
  if (deposit.status === 'paid_over' && isHeldForReview(deposit)) {
    return {
      title,
      text: 'Much more than asked arrived. The amount you asked for was added; a person looks at the rest.',
    };
  }
  if (deposit.status === 'paid_over') return { title, text: 'You sent more than asked. All of it was added.' };
  if (deposit.status === 'paid_less') {
    return {
      title,
      text: `Less than the ${formatCents(deposit.amount)} you asked for arrived. All that came was added.`,
    };
  }
  if (isLate(deposit)) return { title, text: 'Your payment arrived after the quote expired. We credited it anyway.' };
  return { title, text: 'The money is yours to spend: put it on a card.' };
}
