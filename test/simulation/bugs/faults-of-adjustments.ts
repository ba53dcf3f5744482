import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const adjustments = ['domain/adjustments/adjustments.test.ts'];

/** Faults of adjustments by four eyes. */
export const faultsOfAdjustments: readonly PlantedBug[] = [
  {
    name: 'an adjustment that is approved as it expires is expired too',
    file: 'functions/domain/adjustments/decide-adjustment.ts',
    find: "if (adjustment.state !== 'waiting' || adjustment.openUntilMs > clock.now()) return;",
    replace: 'if (adjustment.openUntilMs > clock.now()) return;',
  },
  {
    name: 'what an erased person waived is sent back by hand',
    file: 'functions/domain/adjustments/decide-adjustment.ts',
    find: '{ availableCents: await lateMoney(store, wallet) }',
    replace: '{ availableCents: wallet.unclaimedCents ?? zero }',
  },
  {
    name: 'money that is sent back by hand is our expense',
    file: 'functions/domain/ledger/postings.ts',
    find: 'return isSentBack ? account.bank : account.adjustments;',
    replace: 'return account.adjustments;',
  },
  ...faultsIn('functions/domain/adjustments/propose-adjustment.ts', adjustments, [
    ['the adjustment of another person is reversed', ' || original.userId !== userId)', ')'],
  ]),
  ...faultsIn('functions/domain/adjustments/decide-adjustment.ts', adjustments, [
    ['a rejection keeps no reason', 'user.erasedAtMs === undefined ? reason : undefined', 'undefined'],
    ['a run ends one expired proposal', "listWaiting('adjustment', 100)", "listWaiting('adjustment', 1)"],
    ['one admin alone adjusts', 'if (proposedBy === actorId)', 'if (proposedBy === userId)'],
    [
      'an adjustment lives for ever',
      "if (state === 'waiting' && openUntilMs > nowMs) return;",
      "if (state === 'waiting') return;",
    ],
    ['a debit makes a debt', "if (!refused && direction === 'debit' && reverses === undefined)", 'if (false)'],
    [
      'an approver has no limit',
      "      budgetWrite(await store.get('adjustmentBudget', { userId: actorId }), { actorId, adjustment, nowMs }),\n",
      '',
    ],
    ['an adjustment is reversed twice', '      ...(await reversalWrites(needs, adjustment)),\n', ''],
    ['who may no longer decide has proposed', 'if (!proposer || !mayDecide(proposer))', 'if (!proposer)'],
    ['a line names no adjustment', 'tid: adjustmentId,', 'tid: lineId,'],
    ['a rejection keeps the limit', '      ...(await budgetReturned(store, adjustment, nowMs)),\n', ''],
  ]),
  ...faultsIn(
    'functions/domain/adjustments/refused-money.ts',
    ['domain/adjustments/refused-money.test.ts'],
    [
      ['more than was refused is sent back', 'isSent && refusedCents < amountCents', 'false'],
      ['what was sent back is credited after all', 'sentBackCents: isSent ?', 'commissionCents: isSent ?'],
    ],
  ),
  ...faultsIn('functions/domain/adjustments/adjustment-budget.ts', adjustments, [
    ['a limit counts for ever', 'atMs > nowMs - adjustmentLimits.windowMs', 'atMs > 0'],
    ['a limit counts the last adjustment only', 'const uses = [...recent, {', 'const uses = [{'],
    ['small adjustments have no limit', ' || recent.length >= adjustmentLimits.perAdminMax) {', ') {'],
  ]),
  ...faultsIn('functions/domain/adjustments/propose-adjustment.ts', adjustments, [
    ['a reversal may have another amount', 'if (original.amountCents !== amountCents)', 'if (false)'],
    ['what waits is reversed', "if (state !== 'approved')", 'if (false)'],
    ['two reversals of one wait', '{ lastReversal: adjustment.adjustmentId }', '{}'],
    ['a reversal that expired is the last one', ' && last.openUntilMs > clock.now()', ''],
    ['an erased account is adjusted', 'if (user.erasedAtMs !== undefined && !isSentBack)', 'if (false)'],
  ]),
  ...faultsIn(
    'functions/domain/reconciliation/books/explained-records.ts',
    ['domain/reconciliation/reconcile.test.ts'],
    [
      ['what nobody approved explains a posting', "agreed?.state !== 'approved' || agreed.userId", 'agreed?.userId'],
      ['another person’s adjustment explains a posting', ' || agreed.userId !== user.userId', ''],
      ['an adjustment explains any amount', 'return posted === (', 'return posted !== undefined || posted === ('],
    ],
  ),
  ...faultsIn(
    'functions/domain/ledger/postings.ts',
    [...adjustments, 'domain/ledger/postings.test.ts'],
    [['a debit is a credit', "direction === 'credit' ? amountCents : negate(amountCents)", 'amountCents']],
  ),
  ...faultsIn('functions/domain/adjustments/decide-adjustment.ts', adjustments, [
    [
      'an approval leaves the address of a person who is erased at the same time',
      "      unchanged('user', { userId }, user),\n      ...(await reversalWrites(needs, adjustment)),\n",
      '      ...(await reversalWrites(needs, adjustment)),\n',
    ],
    [
      'a rejection leaves a reason about a person who is erased at the same time',
      "      ...(await budgetReturned(store, adjustment, nowMs)),\n      // Conflicts with an erasure at the same time, which would leave this reason behind.\n      unchanged('user', { userId }, user),\n",
      '      ...(await budgetReturned(store, adjustment, nowMs)),\n',
    ],
    [
      'a rejection keeps a reason about an erased person',
      'reason: user.erasedAtMs === undefined ? reason : undefined,',
      'reason,',
    ],
  ]),
  ...faultsIn('functions/domain/adjustments/propose-adjustment.ts', adjustments, [
    [
      'a proposal leaves a reason about a person who is erased at the same time',
      "      unchanged('user', { userId }, user),\n",
      '',
    ],
  ]),
  ...faultsIn('functions/domain/adjustments/adjustment-budget.ts', adjustments, [
    [
      'a rejection gives back the amount of the last proposal',
      'recentUses(before, nowMs).filter((use) => use.adjustmentId !== adjustmentId)',
      'recentUses(before, nowMs).slice(0, -1)',
    ],
  ]),
];
