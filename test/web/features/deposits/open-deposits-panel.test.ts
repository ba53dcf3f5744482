import { expect, it } from 'vitest';

import { openDeposits } from '#web/features/deposits/open-deposits-panel.tsx';

import { waitingDeposit } from './deposit-fixture.ts';

it('the panel lists deposits that are waited for or under review, and none that has ended', () => {
  const statuses = ['pending', 'confirm_check', 'locked', 'failed', 'expired', 'refund_paid'] as const;
  const rows = statuses.map((status) => ({ ...waitingDeposit, status }));
  expect(openDeposits(rows).map(({ status }) => status)).toEqual(['pending', 'confirm_check', 'locked']);
  expect(openDeposits([{ ...waitingDeposit, kind: 'card_load' }])).toEqual([]);
});
