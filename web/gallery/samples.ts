import { ApiError } from '#web/lib/api-error.ts';
import type { ReplyOf } from '#shared/contract/index.ts';
import { cents } from '#shared/money.ts';
import type { Card, CardTransaction } from '#web/features/cards/card-words.ts';
import type { Operation } from '#web/features/cards/use-operation.ts';
import type { Deposit } from '#web/features/deposits/deposit-stage.ts';

const minutesFromNow = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

/** When the gallery was opened, and long before. */
export const sampleMoments = { now: minutesFromNow(0), hoursAgo: minutesFromNow(-300) } as const;

/** A person who views the gallery. */
export const sampleUser: ReplyOf<'user.read'> = {
  _id: 'usr_01J0000000000000000000GALL',
  email: 'dana@example.com',
  firstname: 'Dana',
  lastname: 'Example',
  role: 'user',
  verified: true,
  isTwoFactorEnabled: false,
  isSuspended: false,
  balance: cents(12_345),
  held: cents(5250),
  cardholderId: 'ch_1',
  createdAt: minutesFromNow(-90_000),
  updatedAt: minutesFromNow(-60),
};

/** A card that works. */
export const sampleCard: Card = {
  _id: 'crd_01J00000000000000000000001',
  name: 'Everyday',
  last4Digits: '4821',
  colour: null,
  balance: cents(8650),
  status: 'active',
  brand: 'Visa',
  expiry: '09/30',
  held: cents(0),
  frozenReasons: [],
  declines: { short: 0, freezesAt: 5 },
  statusReason: null,
  unfrozenUntil: null,
  withdrawableAt: null,
  lowBalance: null,
  autoLoad: null,
  limits: {
    balance: cents(500_000),
    transaction: cents(500_000),
    monthlySpend: cents(1_000_000),
    holdable: cents(500_000),
    spentThisMonth: cents(42_350),
  },
  createdAt: minutesFromNow(-50_000),
  updatedAt: minutesFromNow(-5),
};

/** A card in each of its states. */
export const sampleCards: readonly Card[] = [
  sampleCard,
  { ...sampleCard, _id: 'crd_01J00000000000000000000002', name: 'Subscriptions', status: 'freezed' },
  {
    ...sampleCard,
    _id: 'crd_01J00000000000000000000003',
    name: 'Travel',
    status: 'pending',
    last4Digits: '',
    expiry: null,
  },
  {
    ...sampleCard,
    _id: 'crd_01J00000000000000000000004',
    name: 'A card with a long name for groceries',
    status: 'blocked',
    statusReason: 'The card issuer blocked this card.',
  },
];

const deposit: Deposit = {
  _id: 'dep_waiting',
  tid: '6f1c2a90-4b1e-4f0a-9d53-5a1d3f6f7c11',
  kind: 'deposit',
  type: 'credit',
  amount: cents(12_500),
  amountPaid: cents(0),
  fee: cents(0),
  email: 'dana@example.com',
  status: 'pending',
  description: 'BTC on Bitcoin',
  cardId: null,
  paymentUrl: 'https://pay.example/6f1c2a90',
  createdAt: minutesFromNow(-9),
  updatedAt: minutesFromNow(-2),
  currency: 'BTC',
  network: 'BTC',
  payerAmount: '0.00194553',
  receivedAmount: null,
  txid: null,
  remainingAmount: null,
  rate: '64250',
  address: 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
  expiresAt: minutesFromNow(22),
  canceledAt: null,
  review: null,
  surplus: cents(0),
  events: [{ status: 'pending', at: minutesFromNow(-9), amountPaid: cents(0) }],
};

const inState = (id: string, status: Deposit['status'], paidCents: number, more: Partial<Deposit> = {}): Deposit => ({
  ...deposit,
  _id: `dep_${id}`,
  status,
  amountPaid: cents(paidCents),
  receivedAmount: paidCents > 0 ? deposit.payerAmount : null,
  events: [...deposit.events, { status, at: minutesFromNow(-2), amountPaid: cents(paidCents) }],
  ...more,
});

/** A deposit in each stage of its life. */
export const sampleDeposits: readonly Deposit[] = [
  deposit,
  { ...deposit, _id: 'dep_ended-quote', expiresAt: minutesFromNow(-1) },
  inState('partial', 'confirm_check', 0, { receivedAmount: '0.00150000', remainingAmount: '0.00044553' }),
  inState('confirming', 'confirm_check', 0, { receivedAmount: deposit.payerAmount }),
  inState('credited', 'paid', 12_500),
  inState('over', 'paid_over', 14_200, { receivedAmount: '0.00221012' }),
  inState('less', 'paid_less', 9630, { receivedAmount: '0.00149883' }),
  inState('late', 'paid', 12_310, {
    events: [
      ...deposit.events,
      { status: 'expired', at: minutesFromNow(-4), amountPaid: cents(0) },
      { status: 'paid', at: minutesFromNow(-2), amountPaid: cents(12_310) },
    ],
  }),
  inState('expired', 'expired', 0),
  inState('failed', 'failed', 0),
  inState('review', 'locked', 0, { receivedAmount: deposit.payerAmount }),
  inState('refunding', 'refund_process', 0, { receivedAmount: deposit.payerAmount }),
  inState('refund-failed', 'refund_fail', 0, { receivedAmount: deposit.payerAmount }),
  inState('refunded', 'refund_paid', 0, { receivedAmount: deposit.payerAmount }),
];

const purchase: CardTransaction = {
  _id: 'evt_1',
  transaction_date: minutesFromNow(-30),
  description: 'CORNER COFFEE',
  card_transaction_type: 'DEBIT',
  kind: 'purchase',
  status: 'settled',
  reference: 'ref_1',
  decline_reason: null,
  decline_code: null,
  amount: cents(495),
  currency: 'usd',
  enriched_data: {
    merchant_name: 'Corner Coffee',
    merchant_logo: '',
    is_recurring: false,
    transaction_category: 'Food & Drink',
    transaction_group: 'Coffee shop',
  },
};

const noMerchant = {
  merchant_name: '',
  merchant_logo: '',
  is_recurring: false,
  transaction_category: '',
  transaction_group: '',
};

/** The events of a card. */
export const sampleHistory: readonly CardTransaction[] = [
  purchase,
  {
    ...purchase,
    _id: 'evt_2',
    description: 'STREAMLY.COM',
    amount: cents(1599),
    enriched_data: { ...purchase.enriched_data, merchant_name: 'Streamly', is_recurring: true },
  },
  {
    ...purchase,
    _id: 'evt_3',
    description: 'BOOKS & MORE',
    status: 'declined',
    amount: cents(12_000),
    decline_reason: 'Declined: not enough money on the card.',
    decline_code: 'insufficient_funds',
  },
  { ...purchase, _id: 'evt_4', description: 'HOTEL ADLER', status: 'reversed', amount: cents(23_000) },
  {
    ...purchase,
    _id: 'evt_5',
    description: 'HOTEL ADLER',
    kind: 'refund',
    card_transaction_type: 'CREDIT',
    reference: null,
  },
  {
    ...purchase,
    _id: 'evt_6',
    description: 'Load',
    kind: 'load',
    reference: null,
    card_transaction_type: 'CREDIT',
    amount: cents(5000),
    enriched_data: noMerchant,
  },
  {
    ...purchase,
    _id: 'evt_7',
    description: 'Withdrawal',
    kind: 'withdrawal',
    reference: null,
    amount: cents(2000),
    enriched_data: noMerchant,
  },
  { ...purchase, _id: 'evt_8', description: 'Monthly fee', kind: 'fee', amount: cents(100), enriched_data: noMerchant },
];

/** A load in each of its states. */
export const sampleOperations: readonly Operation[] = (['pending', 'completed', 'failed', 'review'] as const).map(
  (status) => ({
    _id: `op_${status}`,
    kind: 'card_load',
    status,
    amount: cents(5000),
    fee: cents(250),
    cardId: sampleCard._id,
    reason: status === 'failed' ? 'The card issuer refused the load.' : null,
    estimatedAt: null,
    createdAt: minutesFromNow(-1),
    updatedAt: minutesFromNow(-1),
  }),
);

/** A failure that nobody expected, with the reference that a person can quote. */
export const sampleFailure = new ApiError({
  status: 500,
  code: 'Internal',
  message: 'Something went wrong on our side.',
  requestId: 'JKJaXmPLvHcESHA',
});
