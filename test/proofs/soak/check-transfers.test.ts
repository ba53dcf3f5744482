import { describe, expect, it } from 'vitest';

import { checkTransfers } from './check-transfers.ts';
import { worthOf, type Transaction, type TheirCard } from './read-books.ts';

const loaded: Transaction = {
  _id: 'op_1',
  kind: 'card_load',
  type: 'debit',
  amount: 615,
  amountPaid: 615,
  status: 'completed',
  description: '',
  cardId: 'crd_1',
};

type Transfer = TheirCard['transfers'][number];

const funded: Transfer = { reference: 'op_1', kind: 'fund', cents: 500, status: 'SUCCESSFUL' };

function violationsOf(transactions: readonly Transaction[], transfers: readonly Transfer[]): readonly string[] {
  const violations: string[] = [];
  const card = { cardId: 'i1', ref: 'crd_1', state: 'active', bookCents: 500, transfers, entries: [], purchases: [] };
  checkTransfers({ violations }, transactions, [card]);
  return violations;
}

describe("the issuer's transfers, against our list", () => {
  it('are right when each is in our list once, with the amount that arrives', () => {
    expect(violationsOf([loaded], [funded])).toEqual([]);
    expect(violationsOf([{ ...loaded, amountPaid: 0, status: 'failed' }], [{ ...funded, status: 'FAILED' }])).toEqual(
      [],
    );
    expect(violationsOf([{ ...loaded, amountPaid: 0, status: 'failed' }], [])).toEqual([]);
  });

  it.each<[string, readonly Transaction[], readonly Transfer[], RegExp]>([
    ['in no list of ours', [], [funded], /is in no list of ours/],
    [
      'another amount',
      [loaded],
      [{ ...funded, cents: 501 }],
      /moved 501 cents at the issuer; here it is completed, 500/,
    ],
    ['failed here, done there', [{ ...loaded, amountPaid: 0, status: 'failed' }], [funded], /here it is failed/],
    ['done here, failed there', [loaded], [{ ...funded, status: 'FAILED' }], /completed here, but FAILED/],
    ['done here, unknown there', [loaded], [], /the issuer knows nothing of it/],
    ['done once here, twice there', [loaded], [funded, funded], /carried out op_1 twice/],
  ])('are wrong when one is: %s', (_what, transactions, transfers, words) => {
    expect(violationsOf(transactions, transfers).join('\n')).toMatch(words);
  });
});

describe("the worth of a deposit by the provider's books", () => {
  const invoice = { uuid: 'u', order_id: 'dep_1', amount: '12.34', payer_amount: '12.5', status: 'paid' };

  it.each([
    ['paid', '12.5', 1_234],
    ['wrong_amount', '6.25', 617],
    ['paid_over', '15.00000001', 1_480],
    ['wrong_amount', '0.00000001', 0],
    ['cancel', '12.5', 0],
    ['refund_paid', '12.5', 0],
    ['locked', '12.5', 0],
  ])('%s with %s: %s cents', (status, payment_amount, cents) => {
    expect(worthOf({ ...invoice, status, payment_amount })).toBe(cents);
  });
});
