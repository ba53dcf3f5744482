import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

/** Faults of payouts beside the money. */
export const faultsOfReferrals: readonly PlantedBug[] = faultsIn(
  'functions/domain/referrals/pay-out.ts',
  ['domain/referrals/payouts.test.ts'],
  [
    [
      'a unit that was completed behind a request waits for the next reward',
      '    posting.changeReferral({ dueAtMs: payoutDueAtMs(posting.referral, nowMs) });\n',
      '',
    ],
    ['a payout is listed as asked for when it was paid', 'createdAtMs: atMs,', 'createdAtMs: nowMs,'],
  ],
);
