import * as z from 'zod/mini';
import { idSchema } from '../ids.ts';
import { transactionStatuses } from '../transaction-statuses.ts';
import { Amount, IsoDate, ListQuery, Moment, PositiveAmount, SearchText, someOf } from './fields.ts';
import { defineRoutes } from './route.ts';
import { readingStaff } from './staff.ts';

/** The kinds of activity lines. */
export const activityKinds = [
  'deposit',
  'deposit_refund',
  'card_creation',
  'card_load',
  'card_withdrawal',
  'card_closing',
  // Money that came to, or was charged to, a card after it was deleted.
  'card_refund',
  'card_charge',
  'referral_bonus',
  'referral_payout',
  'adjustment',
] as const;

/** One line of the account's activity list. `amount` is what was asked, `amountPaid` what was really booked. */
export const Transaction = z.object({
  _id: z.string(),
  /** The payment provider's id, or our own reference. */
  tid: z.string(),
  kind: z.enum(activityKinds),
  /** The direction. */
  type: z.enum(['credit', 'debit']),
  amount: Amount,
  amountPaid: Amount,
  fee: Amount,
  email: z.string(),
  /** An uncredited deposit that our team reviews is `locked`; it is `failed` once the team credits none of it. */
  status: z.enum(transactionStatuses),
  description: z.string(),
  /** Why an order to the card issuer failed, in words for its owner; left out of every other line. */
  failure: z.optional(z.string()),
  cardId: z.nullable(z.string()),
  paymentUrl: z.nullable(z.string()),
  createdAt: IsoDate,
  updatedAt: IsoDate,
});

/** A line of everybody's activity, for staff: with the id of its person. */
export const StaffTransaction = z.extend(Transaction, { userId: idSchema('user') });

/** One step in the life of a deposit. */
export const DepositEvent = z.object({ status: z.enum(transactionStatuses), at: IsoDate, amountPaid: Amount });

/** A deposit with all that its page shows. Crypto amounts are decimal strings in the coin. */
export const Deposit = z.extend(Transaction, {
  currency: z.string(),
  network: z.string(),
  payerAmount: z.nullable(z.string()),
  receivedAmount: z.nullable(z.string()),
  /** Amount still to be sent for a partly paid invoice, in the coin; null when there is none. */
  remainingAmount: z.nullable(z.string()),
  rate: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** The transfer on the network; null until it was seen, and for a payment inside the provider. */
  txid: z.nullable(z.string()),
  expiresAt: z.nullable(IsoDate),
  /** When its owner canceled the unpaid deposit; null for every other deposit. */
  canceledAt: z.nullable(IsoDate),
  /** `open`: our team checks the deposit. `ended`: it has decided, and credits `amountPaid`. Null without a review. */
  review: z.nullable(z.enum(['open', 'ended'])),
  /** The part beyond twice the invoice: it is not credited until our team has decided. */
  surplus: Amount,
  events: z.array(DepositEvent),
});

/** The query of an activity list. */
export const TransactionQuery = z.extend(ListQuery, {
  /**
   * A TID, one of our ids, the provider's id, an email address, a card's last four digits, or words. Digits with a point
   * or a `$` are an amount, which needs `from` and `to` at most 31 days apart.
   */
  search: z.optional(SearchText),
  /** One or more statuses, separated by commas. */
  status: z.optional(someOf(transactionStatuses, 'must be statuses, separated by commas')),
  /** One or more kinds, separated by commas. */
  kind: z.optional(someOf(activityKinds, 'must be kinds, separated by commas')),
  from: z.optional(Moment),
  /** The end of the period: the first moment that is not part of it. */
  to: z.optional(Moment),
});

export const transactionRoutes = defineRoutes({
  'transactions.create': {
    method: 'POST',
    path: '/transactions',
    access: 'user',
    summary:
      'Open a deposit and learn where to pay it. An equal one that waits unpaid with 15 minutes left is returned again.',
    body: z.strictObject({
      /** A network of the coin, as the catalogue spells it: `TRON`. */
      network: z.string('is missing').check(z.minLength(1, 'is missing'), z.maxLength(20, 'is too long')),
      /** The code of the coin: `USDT`. */
      currency: z.string('is missing').check(z.minLength(1, 'is missing'), z.maxLength(20, 'is too long')),
      /** The amount to deposit, in US cents. */
      amountInUsd: PositiveAmount,
    }),
    reply: z.object({ paymentUrl: z.string(), transaction: Deposit }),
    status: 201,
    money: true,
    switch: 'deposits',
    errors: [
      'NotFound',
      'CoinUnavailable',
      'AmountTooSmall',
      'AmountTooLarge',
      'TooManyOpenDeposits',
      'ProviderRefused',
      'ProviderUnavailable',
      'TemporarilyUnavailable',
      'RegionNotServed',
      'TermsNotAccepted',
    ],
  },
  'transactions.list': {
    method: 'GET',
    path: '/transactions',
    access: 'user',
    summary: "The account's activity, newest first, searched and filtered.",
    query: TransactionQuery,
    reply: z.array(Transaction),
    status: 200,
    errors: [],
  },
  'transactions.all': {
    method: 'GET',
    path: '/transactions/all',
    access: 'admin',
    staff: readingStaff,
    summary: "Everybody's activity, newest first, searched and filtered.",
    query: TransactionQuery,
    reply: z.array(StaffTransaction),
    status: 200,
    errors: [],
  },
  'transactions.exchange-rate': {
    method: 'GET',
    path: '/transactions/exchange-rate/{currency}',
    access: 'session',
    summary: 'The price of one coin in USD, now.',
    params: z.strictObject({ currency: z.string().check(z.maxLength(20, 'is too long')) }),
    reply: z.object({ from: z.string(), course: z.number() }),
    status: 200,
    errors: ['NotFound', 'ProviderUnavailable'],
  },
  'transactions.read': {
    method: 'GET',
    path: '/transactions/{id}',
    access: 'user',
    summary: 'One deposit with its timeline.',
    params: z.strictObject({ id: idSchema('deposit') }),
    reply: Deposit,
    status: 200,
    errors: ['NotFound'],
  },
  'transactions.cancel': {
    method: 'POST',
    path: '/transactions/{id}/cancel',
    access: 'user',
    summary: 'Hide an unpaid deposit. Money that comes late still counts and shows it again.',
    params: z.strictObject({ id: idSchema('deposit') }),
    reply: Deposit,
    status: 200,
    errors: ['NotFound', 'Conflict'],
  },
});
