import { expect, it } from 'vitest';

import { cents } from '#shared/money.ts';
import { depositNews, type ActivityLine } from '#web/features/deposits/deposit-news.ts';

type Row = Pick<ActivityLine, '_id' | 'kind' | 'status' | 'description' | 'amountPaid'>;

const row = (status: Row['status'], amountPaid = 0, more: Partial<Row> = {}): Row => ({
  _id: 'dep_1',
  kind: 'deposit',
  description: 'Deposit in USDT',
  status,
  amountPaid: cents(amountPaid),
  ...more,
});

it.each<[Row['status'], number, string]>([
  ['confirm_check', 0, 'Deposit in USDT: payment seen.'],
  ['paid_less', 0, 'Deposit in USDT: part of the payment arrived, the rest is still due.'],
  ['paid', 5_000, 'Deposit in USDT: $50.00 is in your balance.'],
  ['expired', 0, 'Deposit in USDT: the quote expired, and nothing was taken.'],
  ['failed', 0, 'Deposit in USDT: the payment failed.'],
  ['locked', 0, 'Deposit in USDT: the payment is under review.'],
  ['refund_process', 0, 'Deposit in USDT: the money is on its way back to you.'],
  ['refund_fail', 0, 'Deposit in USDT: the refund failed, contact support.'],
  ['refund_paid', 0, 'Deposit in USDT: the money was sent back to you.'],
])('a deposit that waited and is %s now is reported', (status, amountPaid, words) => {
  expect(depositNews([row('pending')], [row(status, amountPaid)])).toBe(words);
});

it('reports no deposit that is unchanged or new, and no other activity line', () => {
  expect(depositNews([row('pending')], [row('pending')])).toBe('');
  expect(depositNews([row('processing')], [row('confirm_check')])).toBe('');
  expect(depositNews([], [row('paid', 5_000)])).toBe('');
  const load = { _id: 'op_1', kind: 'card_load' } as const;
  expect(depositNews([row('pending', 0, load)], [row('completed', 5_000, load)])).toBe('');
});

it('reports each of several deposits that moved on', () => {
  const second = { _id: 'dep_2', description: 'Deposit in BTC' } as const;
  expect(
    depositNews([row('pending'), row('confirm_check', 0, second)], [row('confirm_check'), row('paid', 2_000, second)]),
  ).toBe('Deposit in USDT: payment seen. Deposit in BTC: $20.00 is in your balance.');
});
