import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

/** Defects in subscriptions and in the announcement of their payments. */
export const faultsOfSubscriptions: readonly PlantedBug[] = [
  {
    name: 'a payment is noted as announced, and is not',
    file: 'functions/domain/subscriptions/drive-subscriptions.ts',
    find: "insert('notification', each)),",
    replace: "insert('notification', each)).slice(1),",
  },
  ...faultsIn(
    'functions/domain/subscriptions/find-subscriptions.ts',
    ['domain/subscriptions/find-subscriptions.test.ts'],
    [
      [
        'a declined payment is a subscription',
        "line.kind !== 'purchase' || line.status !== 'settled'",
        "line.kind !== 'purchase'",
      ],
      ['two payments are a subscription', 'if (run.length < cadence.paymentsMin)', 'if (run.length < 2)'],
      ['every two sums are similar', 'difference * 100 <= newest.amountCents * differencePercent', 'difference >= 0'],
      ['a subscription never ends', 'endsAtMs(found) > nowMs', 'nowMs > 0'],
      [
        'a payment every 30 days is expected on its day of the month',
        'days === 30 ? steadyGapMs(run) : undefined',
        'undefined',
      ],
      [
        'a payment on its day of the month is expected after the same gap',
        'total(misses) + dayMs / 2 < misfit',
        'misfit >= 0',
      ],
      ['the end of a month is passed over', 'Math.min(isPostponed(run) ? last.getUTCDate() : day, lastDay)', 'day'],
    ],
  ),
  ...faultsIn(
    'functions/domain/subscriptions/drive-subscriptions.ts',
    ['domain/subscriptions/drive-subscriptions.test.ts'],
    [
      [
        'an announcement that is there keeps the person due',
        'fresh.filter((_, place) => stored[place] === undefined)',
        'fresh',
      ],
      [
        'a card that is gone keeps its subscriptions',
        "filter(({ lifecycle }) => lifecycle === 'open')",
        "filter(({ lifecycle }) => lifecycle !== 'failed')",
      ],
      [
        'a mute is lost when its merchant is written in other letters',
        'found.find((each) => isSame(each, subscription))',
        'found.find((each) => each.merchant === subscription.merchant)',
      ],
      ['a payment of a year is forgotten', 'unseenOfYear(before, seen.flat(), cards, nowMs)', '[]'],
      ['the whole of a card is looked at with each purchase', 'nowMs - wholeAtMs >= wholeEveryMs', 'nowMs > wholeAtMs'],
      ['the newest lines of a card may lag', 'mayLag: to < transactionCount', 'mayLag: true'],
      ['nobody comes back for the next payment', '.filter((atMs) => atMs > nowMs)', '.filter((atMs) => atMs < 0)'],
    ],
  ),
  ...faultsIn(
    'functions/domain/subscriptions/announce-payments.ts',
    ['domain/subscriptions/announce-payments.test.ts', 'domain/subscriptions/drive-subscriptions.test.ts'],
    [
      ['a payment is announced with each run', ' || days >= notifiedDays', ''],
      ['a muted subscription is announced', 'mutedUntilMs <= nowMs', 'mutedUntilMs >= 0'],
      ['a payment that is over is announced', ' && nowMs < nextAtMs', ''],
      ['a payment of the same day is announced once more', 'others.length > 0) noted', 'others.length < 0) noted'],
      ['payments that are covered together are all named', 'togetherOf(near)) > 0', 'togetherOf(near)) >= 0'],
      ['one payment of several is short', 'shortByOf(card, togetherOf(named))', 'shortByOf(card, first)'],
    ],
  ),
  ...faultsIn(
    'functions/domain/subscriptions/short-by-of.ts',
    ['domain/subscriptions/drive-subscriptions.test.ts'],
    [['money on its way is short', 'sum(card.balanceCents, card.pendingInCents)', 'card.balanceCents']],
  ),
  ...faultsIn(
    'functions/domain/subscriptions/note-purchases.ts',
    ['domain/subscriptions/drive-subscriptions.test.ts'],
    [
      ['money that comes in makes a person due', ' && after.balanceCents < before.balanceCents', ''],
      [
        'a purchase of a person who is due already is not written down',
        '        await store.commit([\n',
        '        if ((found?.dueAtMs ?? Infinity) <= dueAtMs) return;\n        await store.commit([\n',
      ],
    ],
  ),
];
