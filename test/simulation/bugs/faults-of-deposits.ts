import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const applied = ['domain/deposits/apply-payment.test.ts'];
const decided = ['domain/deposits/decide-deposit.test.ts'];

/** Faults of deposits beside the money: what their owners and staff see, and who is called. */
export const faultsOfDeposits: readonly PlantedBug[] = [
  ...faultsIn('functions/domain/deposits/apply-payment.ts', applied, [
    ['a deposit is listed under our id for ever', 'tid: known.paymentId ?? line.tid,', 'tid: line.tid,'],
    ['a debt waits for the sweeper', '  if (posted.turnsDebt) await tryFreezeCards(needs, userId);\n', ''],
  ]),
  ...faultsIn(
    'functions/domain/deposits/apply-payment.ts',
    [...decided, ...applied],
    [
      [
        'a poll of a payment in review drops the first of two decisions',
        '    ...review,\n',
        '    ...review,\n    proposal: undefined,\n',
      ],
      [
        'a poll drops the first of two decisions',
        '    decision,\n    proposal,\n',
        '    decision,\n    proposal: undefined,\n',
      ],
    ],
  ),
  ...faultsIn('functions/domain/deposits/open-invoice.ts', applied, [
    ['the pay page leads back to no deposit', '/dashboard?deposit=${depositId}', '/dashboard'],
  ]),
  ...faultsIn(
    'functions/domain/deposits/open-invoice.ts',
    ['api/transactions/create.test.ts'],
    [['a maximum is named as the minimum', "reason === 'amount_too_small' ? 'minAmount' : 'maxAmount'", "'minAmount'"]],
  ),
  ...faultsIn(
    'functions/domain/adjustments/decide-adjustment.ts',
    ['domain/adjustments/adjustments.test.ts'],
    [
      [
        'a debt of an adjustment waits for the sweeper',
        '  if (turnsDebt) await tryFreezeCards(needs, approved.userId);\n',
        '',
      ],
    ],
  ),
];
