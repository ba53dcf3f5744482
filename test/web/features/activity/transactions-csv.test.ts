import { expect, it } from 'vitest';

import { cents } from '#shared/money.ts';
import { transactionsCsv } from '#web/features/activity/transactions-csv.ts';
import type { Transaction } from '#web/features/activity/transaction-words.ts';

const row: Transaction = {
  _id: 'op_1',
  tid: 'op_1',
  kind: 'card_load',
  type: 'debit',
  amount: cents(5000),
  amountPaid: cents(5250),
  fee: cents(250),
  email: 'ada@example.test',
  status: 'completed',
  description: '=HYPERLINK("x")',
  cardId: null,
  paymentUrl: null,
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:07.000Z',
};

it('signs booked dollars by their direction, and defuses formulas', () => {
  expect(transactionsCsv([row]).split('\r\n')[1]).toBe(
    `2026-01-05 10:00:00,op_1,Card load,"'=HYPERLINK(""x"")",Completed,50.00,2.50,-52.50`,
  );
});

it('adds the owner’s email address on request', () => {
  const [head, line] = transactionsCsv([row], true).split('\r\n');
  expect(head?.endsWith(',Email')).toBe(true);
  expect(line?.endsWith(',ada@example.test')).toBe(true);
});
