import { describe, expect, it } from 'vitest';
import { caseReasons } from '#shared/contract/cases.ts';
import {
  caseBadge,
  closingText,
  effectOf,
  openCaseOf,
  reasonNames,
  reasonsFor,
  type Case,
  type Reportable,
} from '#web/features/cases/case-words.ts';

const payment: Reportable = {
  of: 'card',
  kind: 'purchase',
  state: 'completed',
  card: { _id: 'crd_1', name: 'Shopping', last4Digits: '4242' },
  reference: 'pay_1',
};

it('shows a state of a later API by its name', () => {
  expect(caseBadge('escalated' as 'closed')).toEqual({ label: 'escalated', tone: 'gray' });
  expect(caseBadge('closed').label).toBe('Closed');
});

describe('reasonsFor', () => {
  it('offers every reason for a payment, and only not_mine where no money is gone', () => {
    expect(reasonsFor(payment)).toEqual(caseReasons);
    expect(Object.keys(reasonNames)).toEqual(caseReasons);
    expect(reasonsFor({ ...payment, state: 'declined' })).toEqual(['not_mine']);
    expect(reasonsFor({ ...payment, state: 'reversed' })).toEqual(['not_mine']);
  });

  it('offers nothing for what is not a payment of a card', () => {
    expect(reasonsFor({ ...payment, of: 'account', kind: 'deposit' })).toEqual([]);
    expect(reasonsFor({ ...payment, kind: 'refund' })).toEqual([]);
    expect(reasonsFor({ ...payment, card: null })).toEqual([]);
  });
});

describe('effectOf', () => {
  it('says that the card is frozen for a payment that is not the cardholder’s, and only then', () => {
    for (const reason of caseReasons) expect(effectOf(reason).includes('freeze')).toBe(reason === 'not_mine');
  });
});

describe('closingText', () => {
  it('gives the reason of our team, or says that the payment came back', () => {
    expect(closingText({ state: 'answered', closedBy: null, closingReason: null })).toBeUndefined();
    expect(closingText({ state: 'closed', closedBy: 'refund', closingReason: null })).toBe(
      'The payment was refunded in full.',
    );
    expect(closingText({ state: 'closed', closedBy: 'support', closingReason: 'Solved.' })).toBe('Solved.');
    expect(closingText({ state: 'closed', closedBy: 'support', closingReason: null })).toBe(
      'Our team closed the case.',
    );
  });
});

describe('openCaseOf', () => {
  const found = { _id: 'cas_1', state: 'waiting', card: payment.card, reference: 'pay_1' } as unknown as Case;

  it('finds the open case about a payment of the same card', () => {
    expect(openCaseOf([found], payment)).toBe(found);
    expect(openCaseOf([{ ...found, state: 'closed' }], payment)).toBeUndefined();
    expect(openCaseOf([{ ...found, reference: 'pay_2' }], payment)).toBeUndefined();
    expect(openCaseOf(undefined, payment)).toBeUndefined();
  });
});
