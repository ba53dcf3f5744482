import { expect, it } from 'vitest';
import { cents } from '#shared/money.ts';

import {
  adjustmentState,
  askedText,
  creditEffect,
  isBeingReversed,
  mayBeReversed,
  receivedText,
  worthText,
} from '#web/features/desk/desk-words.ts';

const approved = { _id: 'adj_1', state: 'approved', reverses: null, reversedBy: null } as const;

it('offers to reverse an approved adjustment that is not reversed yet, and never a reversal', () => {
  expect(mayBeReversed(approved, [])).toBe(true);
  expect(mayBeReversed({ ...approved, reversedBy: 'adj_2' }, [])).toBe(false);
  expect(mayBeReversed({ ...approved, reverses: 'adj_2' }, [])).toBe(false);
  expect(mayBeReversed({ ...approved, state: 'waiting' }, [])).toBe(false);
  expect(mayBeReversed({ ...approved, state: 'expired' }, [])).toBe(false);
});

it('offers no second reversal while the first one waits', () => {
  expect(mayBeReversed(approved, [{ reverses: null }, { reverses: 'adj_2' }])).toBe(true);
  expect(mayBeReversed(approved, [{ reverses: 'adj_1' }])).toBe(false);
  expect(isBeingReversed(approved, [{ reverses: 'adj_1' }])).toBe(true);
  expect(isBeingReversed(approved, [])).toBe(false);
});

it.each([
  [-7_250, '$72.50 is added to the balance at once. It pays $72.50 of a debt of $72.50. None of it can be spent.'],
  [-10_000, '$72.50 is added to the balance at once. It pays $72.50 of a debt of $100.00. None of it can be spent.'],
  [
    -5_250,
    '$72.50 is added to the balance at once. It pays $52.50 of a debt of $52.50. The rest, $20.00, can be spent.',
  ],
  [0, '$72.50 is added to the balance at once. All of it can be spent: there is no debt.'],
  [750, '$72.50 is added to the balance at once. All of it can be spent: there is no debt.'],
  [undefined, '$72.50 is added to the balance at once. A debt is paid first.'],
])('says how much of a credit can be spent where the balance is %s now', (balance, words) => {
  expect(creditEffect(cents(7_250), balance === undefined ? undefined : { balance: cents(balance) })).toBe(words);
});

it('says that a credit to a closed account waits until its owner returns', () => {
  const closed = { at: '2026-01-05T10:00:00.000Z', returnUntil: '2026-02-04T10:00:00.000Z', unclaimed: cents(1_700) };
  expect(creditEffect(cents(7_250), { balance: cents(0), closed })).toBe(
    'This account is closed. What you add waits until its owner returns, with the $17.00 that waits already.',
  );
});

it('names the state of an adjustment', () => {
  expect(adjustmentState(approved)).toBe('Approved');
  expect(adjustmentState({ ...approved, reversedBy: 'adj_2' })).toBe('Reversed');
  expect(adjustmentState({ ...approved, reverses: 'adj_2' })).toBe('Reversal');
  expect(adjustmentState({ ...approved, state: 'rejected', reverses: 'adj_2' })).toBe('Rejected');
});

it('says what was received for a deposit', () => {
  expect(receivedText({ amount: '130.00', coin: 'USDT' })).toBe('130.00 USDT received');
  expect(receivedText(null)).toBe('Nothing received');
});

it('says what the card issuer answered about an operation in review', () => {
  expect(askedText({ verdict: 'ended', state: 'settled' })).toMatch(/it happened\. .* closed as done\.$/);
  expect(askedText({ verdict: 'ended', state: 'released' })).toMatch(/never happened\. .* released\.$/);
  expect(askedText({ verdict: 'pending', state: 'review' })).toMatch(/^Still unknown: .* at work on it\.$/);
  expect(askedText({ verdict: 'unknown', state: 'review' })).toMatch(/^Still unknown: .* Nothing changed\.$/);
});

it('leaves the worth of a deposit out while nothing of it may be credited', () => {
  expect(worthText({ creditMax: cents(30_008) })).toBe(' · worth $300.08');
  expect(worthText({ creditMax: cents(0) })).toBe('');
});
