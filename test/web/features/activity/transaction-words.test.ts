import { describe, expect, it } from 'vitest';

import { transactionStatuses } from '#shared/contract/transactions.ts';
import { cents } from '#shared/money.ts';
import { filterTransactions, statusFilters, type Transaction } from '#web/features/activity/transaction-words.ts';

const row: Transaction = {
  _id: 'mov_1',
  tid: 'PAY-77',
  kind: 'deposit',
  type: 'credit',
  amount: cents(5000),
  amountPaid: cents(4998),
  fee: cents(0),
  email: 'ada@example.test',
  status: 'paid',
  description: 'Deposit of USDT on Tron',
  cardId: null,
  paymentUrl: null,
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};
const load: Transaction = {
  ...row,
  _id: 'mov_2',
  tid: 'op_1',
  kind: 'card_load',
  status: 'pending',
  description: 'Travel',
  amountPaid: cents(0),
};

const found = (search: string) => filterTransactions([row, load], search, 'all').map((each) => each._id);

describe('searching the movements', () => {
  it('finds by description, kind, TID and amount, whatever the case', () => {
    expect(found('')).toEqual(['mov_1', 'mov_2']);
    expect(found('TRON usdt')).toEqual(['mov_1']);
    expect(found('pay-77')).toEqual(['mov_1']);
    expect(found('card load')).toEqual(['mov_2']);
    expect(found('49.98')).toEqual(['mov_1']);
    expect(found('nothing like it')).toEqual([]);
  });

  it('finds by whose they are only where they are of many', () => {
    expect(found('ada@example')).toEqual([]);
    expect(filterTransactions([row], 'ada@example', 'all', ({ email }) => email)).toEqual([row]);
  });

  it("finds a card's movements by its label", () => {
    const labelOf = ({ _id }: { readonly _id: string }) => (_id === 'mov_2' ? 'Summer trip' : '');
    expect(filterTransactions([row, load], 'SUMMER', 'all', labelOf)).toEqual([load]);
  });

  it('filters by status', () => {
    expect(filterTransactions([row, load], '', 'open')).toEqual([load]);
    expect(filterTransactions([row, load], '', 'done')).toEqual([row]);
  });

  it('puts every status under exactly one filter', () => {
    for (const status of transactionStatuses) {
      const matching = statusFilters.filter((each) =>
        (each.statuses as readonly string[] | undefined)?.includes(status),
      );
      expect(matching).toHaveLength(1);
    }
  });
});
