import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const rules = ['domain/cards/orders/auto-load.test.ts'];

/** Defects in auto-load and in the alert of a low balance. */
export const faultsOfAutoLoad: readonly PlantedBug[] = [
  {
    name: 'an auto-load costs more than its owner agreed to',
    file: 'functions/domain/cards/orders/auto-load.ts',
    find: 'if (quote.feeCents > agreedFeeOf(order)) {',
    replace: 'if (false) {',
  },
  {
    name: 'auto-load fails for ever',
    file: 'functions/domain/cards/orders/auto-load.ts',
    find: 'if (failures >= limits.autoLoadFailuresMax)',
    replace: 'if (failures > limits.autoLoadFailuresMax)',
  },
  ...faultsIn('functions/domain/cards/orders/auto-load.ts', rules, [
    ['an auto-load starts on a frozen card', " || statusOf(card) !== 'active'", ''],
    ['an auto-load starts for a suspended account', 'user.isSuspended || ', ''],
    ['an auto-load starts after its end', 'nowMs < (autoLoad.untilMs ?? Infinity)', 'nowMs > 0'],
    ['a purchase from before the order starts an auto-load', 'Math.floor(order.sinceMs / 1_000) * 1_000', '0'],
    ['a purchase of last week starts an auto-load', ' || purchase.atMs < nowMs - oldAfterMs', ''],
    ['a load on its way is not counted as there', 'sum(card.balanceCents, card.pendingInCents)', 'card.balanceCents'],
    ['an auto-load starts at the limit too', 'leftCents >= order.belowCents', 'leftCents > order.belowCents'],
    ['auto-loads pass their month', 'if (loadedCents > order.monthlyMaxCents) {', 'if (loadedCents < 0) {'],
    [
      'an auto-load is not counted for its month',
      'posting.changeCard({ autoLoadMonth: month, autoLoadedCents: loadedCents });',
      'posting.changeCard({ autoLoadMonth: month });',
    ],
    [
      'a month that another clock has begun counts twice',
      'Math.max(nowMs, Date.parse(card.autoLoadMonth ?? monthOf(nowMs)))',
      'nowMs',
    ],
    ['last month counts for this one', 'autoLoadMonth === month ?', 'month ?'],
    ['an auto-load fills a card beyond its limit', 'if (filledCents > room.holdableCents) {', 'if (false) {'],
    ['an auto-load that failed stays counted', '...(isOfMonth ? {', '...(isOfMonth && amountCents < 0 ? {'],
    [
      'an auto-load that failed is taken off another month',
      'card.autoLoadMonth === monthOf(createdAtMs)',
      'card.autoLoadMonth === monthOf(nowMs)',
    ],
    ['a freeze counts as a failure', " && declineReason !== 'card_frozen'", ''],
    ['an auto-load is held though our float is short', 'if (waits !== undefined) {', 'if (false) {'],
    ['an auto-load needs no terms', 'termsDueOf(user) === undefined ?', 'true ?'],
    [
      'our short float counts as a failure of the cardholder',
      "if (reason === 'insufficient_float')",
      "if (reason === 'unavailable')",
    ],
    ['a failure of the order before counts', 'autoLoad.sinceMs <= createdAtMs && ', ''],
    ['auto-load never gives up', 'if (failures >= limits.autoLoadFailuresMax)', 'if (failures < 0)'],
    ['failures are counted though they are not in a row', 'failures: 0, failure: undefined', 'failure: undefined'],
  ]),
  ...faultsIn('functions/domain/cards/post-issuer-transaction.ts', rules, [
    [
      'a fee starts an auto-load',
      "const due = posting.kind === 'purchase' ? await",
      "const due = transaction.direction === 'debit' ? await",
    ],
    ['an auto-load is held without its operation', '    ...autoLoad,\n', ''],
  ]),
  ...faultsIn('functions/domain/cards/orders/reserve-load.ts', rules, [
    ['nobody sends an auto-load for a while', '{ dueAtMs: nowMs }', '{ dueAtMs: nowMs + 120_000 }'],
  ]),
  ...faultsIn(
    'functions/domain/cards/change-standing-orders.ts',
    ['api/cards/auto-load.test.ts'],
    [
      ['an auto-load may end before it begins', 'untilMs <= sinceMs', 'untilMs < 0'],
      ['an auto-load may be more than the card holds', 'sum(below, amount)', 'amount'],
      ['a deleted card gets an order', "if (statusOf(card) === 'deleted')", "if (statusOf(card) === 'pending')"],
    ],
  ),
  ...faultsIn(
    'functions/domain/notifications/card-events.ts',
    ['domain/notifications/events-of-change.test.ts'],
    [
      ['a low balance is reported with each purchase', 'before.balanceCents >= lowBalanceCents && after', 'after'],
      [
        'a failure is reported with each change',
        'autoLoad.failures > (before.autoLoad?.failures ?? 0)',
        'autoLoad.failures > 0',
      ],
      [
        'the end of the month is reported with each purchase',
        ' && autoLoad.cappedMonth !== before.autoLoad?.cappedMonth',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/cards/orders/auto-load.ts',
    ['domain/cards/orders/auto-load.test.ts'],
    [
      [
        'an auto-load joins a full queue',
        '  if (loadQueueOf(card).length >= limits.loadsUnderWayMax) return [];\n',
        '',
      ],
    ],
  ),
];
