import { expect, it } from 'vitest';

import { activityKinds } from '#shared/contract/transactions.ts';
import { transactionStatuses } from '#shared/transaction-statuses.ts';
import { kinds, statusFilters } from '#web/features/activity/transaction-words.ts';

it('puts every status under exactly one filter', () => {
  for (const status of transactionStatuses) {
    const matching = statusFilters.filter((each) => (each.statuses as readonly string[] | undefined)?.includes(status));
    expect(matching).toHaveLength(1);
  }
});

it('names every kind of movement', () => {
  expect(kinds.toSorted()).toEqual([...activityKinds].toSorted());
});
