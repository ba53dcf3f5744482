import { describe, expect, it } from 'vitest';

import type { ReplyOf } from '#shared/contract/index.ts';
import { historyCsv } from '#web/features/history/history-csv.ts';
import {
  byDay,
  declineAdvice,
  feeSplit,
  historyDetail,
  historyKindName,
  historyQuery,
  historyTitle,
  stateBadge,
} from '#web/features/history/history-words.ts';
import { lastDayOf, startOfDay, thisMonth } from '#web/features/history/statement-period.ts';
import { cents } from '#shared/money.ts';

type Row = ReplyOf<'activity.list'>[number];

const load: Row = {
  _id: 'op_1',
  of: 'account',
  kind: 'card_load',
  state: 'completed',
  amount: cents(-2_160),
  booked: cents(-2_160),
  fee: cents(160),
  description: 'Loaded Travel •••• 4242',
  reference: 'op_1',
  story: null,
  card: null,
  merchant: '',
  category: '',
  currency: 'USD',
  isRecurring: false,
  decline_reason: null,
  decline_code: null,
  balanceAfter: null,
  createdAt: '2026-11-21T09:00:00.000Z',
  updatedAt: '2026-11-21T09:00:05.000Z',
};
const purchase: Row = {
  ...load,
  _id: 'crd_1-2',
  of: 'card',
  kind: 'purchase',
  amount: cents(-300),
  booked: cents(-300),
  fee: cents(0),
  description: '=CORNER COFFEE',
  merchant: 'Corner Coffee',
  category: 'Food',
};

describe('a line of the activity list', () => {
  it('says the sum and the fee of a load once', () => {
    expect(feeSplit(load)).toBe('$20.00 + $1.60 fee');
    expect(feeSplit(purchase)).toBeUndefined();
  });

  it('is worded by its state', () => {
    expect(historyDetail(load)).toBe('Loaded Travel •••• 4242');
    expect(historyDetail({ ...load, state: 'pending' })).toBe('Loading Travel •••• 4242');
    expect(historyDetail({ ...load, state: 'failed' })).toBe('Load failed: Travel •••• 4242');
    const [, line = ''] = historyCsv([{ ...load, state: 'failed' }]).split('\r\n');
    expect(line).toContain('Load failed: Travel');
  });

  it('is refunded as a deposit, and reversed as a purchase', () => {
    expect(stateBadge({ kind: 'deposit', state: 'reversed' })?.label).toBe('Refunded');
    expect(stateBadge({ kind: 'purchase', state: 'reversed' })?.label).toBe('Reversed');
  });

  it('has the name of its merchant, else its text', () => {
    expect(historyTitle(purchase)).toBe('Corner Coffee');
    expect(historyTitle({ ...purchase, merchant: '' })).toBe('=CORNER COFFEE');
    expect(historyTitle(load)).toBe('Card load');
  });

  it('stands under its day', () => {
    const older = { ...load, createdAt: '2026-11-20T09:00:00.000Z' };
    expect(byDay([load, purchase, older]).map(({ rows }) => rows.length)).toEqual([2, 1]);
  });

  it('advises only where something can be done', () => {
    expect(declineAdvice('insufficient_funds')).toBe('Load the card, then try again.');
    expect(declineAdvice('issuer')).toBeUndefined();
    expect(declineAdvice(null)).toBeUndefined();
  });

  it('is queried by the states of the chosen filter', () => {
    expect(historyQuery({ status: 'problem', kind: 'purchase' }, 0)).toEqual({
      state: 'failed,declined',
      kind: 'purchase',
    });
    expect(historyQuery({ status: 'all' }, 0)).toEqual({});
  });

  it('is exported with its balance after in the column of the account or of the card', () => {
    const after = { balanceAfter: cents(1_234) };
    const [head, ofAccount, ofCard] = historyCsv([
      { ...load, ...after },
      { ...purchase, ...after },
    ]).split('\r\n');
    expect(head).toMatch(/,Account balance after \(USD\),Card balance after \(USD\)$/);
    expect(ofAccount).toMatch(/,-21\.60,12\.34,$/);
    expect(ofCard).toMatch(/,,12\.34$/);
  });

  it('is exported with signed amounts, and without a live formula', () => {
    const [, line = ''] = historyCsv([{ ...purchase, state: 'declined', booked: cents(0) }]).split('\r\n');
    expect(line).toMatch(/,'=CORNER COFFEE,Food,,Declined,-3\.00,0\.00,0\.00,,$/);
  });
});

it('a statement’s month ends with its last day', () => {
  expect(lastDayOf('2026-02')).toBe('2026-02-28');
  expect(lastDayOf('2028-02')).toBe('2028-02-29');
  expect(lastDayOf('2026-12')).toBe('2026-12-31');
  expect(thisMonth(new Date(2026, 0, 5))).toBe('2026-01');
  expect(startOfDay('2026-12-31', 1)).toEqual(new Date(2027, 0, 1));
});

it('shows a kind and a state of a later API as they are named', () => {
  expect(historyKindName('chargeback' as 'refund')).toBe('chargeback');
  expect(stateBadge({ kind: 'deposit', state: 'disputed' as 'pending' })).toEqual({ label: 'disputed', tone: 'gray' });
});
