import { describe, expect, it } from 'vitest';
import { payoutProgress } from '#web/features/referrals/payout-progress.ts';

describe('the way to the next payout', () => {
  it.each([
    [2500, 0, '$25.00 more needed'],
    [2400, 4, '$24.00 more needed'],
    [1200, 52, '$12.00 more needed'],
    [1, 99, '$0.01 more needed'],
    [0, 100, 'Ready for payout!'],
  ])('with %i cents missing is %i %%: %s', (missing, percent, text) => {
    expect(payoutProgress(missing)).toEqual({ percent, text });
  });

  it('stays between 0 and 100', () => {
    // Rewards were taken back after their payout: all that is missing is named, as on the dashboard.
    expect(payoutProgress(9900)).toEqual({ percent: 0, text: '$99.00 more needed' });
    expect(payoutProgress(-5)).toEqual({ percent: 100, text: 'Ready for payout!' });
  });
});
