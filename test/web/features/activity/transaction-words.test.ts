import { expect, it } from 'vitest';

import { activityKinds } from '#shared/contract/transactions.ts';
import { transactionStatuses } from '#shared/transaction-statuses.ts';
import { descriptionOf, kindName, kinds, statusFilters } from '#web/features/activity/transaction-words.ts';

it('puts every status under exactly one filter', () => {
  for (const status of transactionStatuses) {
    const matching = statusFilters.filter((each) => (each.statuses as readonly string[] | undefined)?.includes(status));
    expect(matching).toHaveLength(1);
  }
});

it('names every kind of activity line', () => {
  expect(kinds.toSorted()).toEqual([...activityKinds].toSorted());
});

it.each([
  ['New card: Travel', 'Creating card: Travel', 'Creation failed: Travel'],
  ['Loaded Travel •••• 4242', 'Loading Travel •••• 4242', 'Load failed: Travel •••• 4242'],
  ['Auto-loaded Travel •••• 4242', 'Auto-loading Travel •••• 4242', 'Auto-load failed: Travel •••• 4242'],
  ['Withdrawn from Travel •••• 4242', 'Withdrawing from Travel •••• 4242', 'Withdrawal failed: Travel •••• 4242'],
  ['Deleted card Travel •••• 4242', 'Deleting card Travel •••• 4242', 'Deletion failed: Travel •••• 4242'],
])('words “%s” by its state', (description, underWay, failed) => {
  expect(descriptionOf({ description, status: 'completed' })).toBe(description);
  expect(descriptionOf({ description, status: 'pending' })).toBe(underWay);
  expect(descriptionOf({ description, status: 'processing' })).toBe(underWay);
  expect(descriptionOf({ description, status: 'failed' })).toBe(failed);
});

it('leaves the text of lines that are no card orders', () => {
  expect(descriptionOf({ description: 'Deposit in BTC', status: 'failed' })).toBe('Deposit in BTC');
});

it('names a kind of a later API by itself', () => {
  expect(kindName('loyalty_bonus')).toBe('loyalty bonus');
  expect(kindName('card_load')).toBe('Card load');
});
