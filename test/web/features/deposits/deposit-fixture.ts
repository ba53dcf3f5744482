import { cents } from '#shared/money.ts';
import type { Deposit } from '#web/features/deposits/deposit-stage.ts';

/** A deposit that waits for 0.0125 BTC. */
export const waitingDeposit: Deposit = {
  _id: 'dep_01J9ZK3V7Q0000000000000000',
  tid: '5f1d2c3b',
  kind: 'deposit',
  type: 'credit',
  amount: cents(100_000),
  amountPaid: cents(0),
  fee: cents(0),
  email: 'ada@example.test',
  status: 'pending',
  description: 'Deposit of BTC',
  cardId: null,
  paymentUrl: 'https://pay.example.test/5f1d2c3b',
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
  currency: 'BTC',
  network: 'BTC',
  payerAmount: '0.0125',
  receivedAmount: null,
  txid: null,
  remainingAmount: null,
  rate: '80000',
  address: 'bc1qexampleexampleexample',
  expiresAt: '2026-01-05T11:00:00.000Z',
  canceledAt: null,
  review: null,
  surplus: cents(0),
  events: [{ status: 'pending', at: '2026-01-05T10:00:00.000Z', amountPaid: cents(0) }],
};
