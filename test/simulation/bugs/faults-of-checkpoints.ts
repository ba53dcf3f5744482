import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const checkpoints = ['domain/reconciliation/checkpoints.test.ts'];
const byHand = ['domain/reconciliation/reconcile-fully.test.ts'];
const hourly = ['domain/reconciliation/hourly.test.ts', 'domain/reconciliation/reconcile-fully.test.ts'];

/** Faults of the checkpoints from which the nightly reconciliation reads. */
export const faultsOfCheckpoints: readonly PlantedBug[] = [
  ...faultsIn('functions/domain/reconciliation/check-person.ts', checkpoints, [
    [
      'a finding after a checkpoint counts without the whole',
      'if (found?.breaks.length === 0) return found;',
      'if (found) return found;',
    ],
    ['the whole history is never read again', 'last === undefined || isDue ?', 'last === undefined ?'],
    [
      'a checkpoint that is gone is nobody’s business',
      'checkpoint === undefined && user.createdAtMs < checkpointsAtMs',
      'false',
    ],
    [
      'a checkpoint is used whatever it says',
      'checkpoint !== undefined && isIntactCheckpoint(store, checkpoint)',
      'checkpoint !== undefined',
    ],
  ]),
  ...faultsIn('functions/domain/reconciliation/books/checkpoint-due.ts', checkpoints, [
    ['nobody’s turn comes', 'return period(nowMs) > period(lastMs);', 'return period(nowMs) < period(lastMs);'],
  ]),
  ...faultsIn('functions/domain/reconciliation/books/next-checkpoint.ts', checkpoints, [
    [
      'a checkpoint never moves on',
      'if (base !== undefined && latestMs - base.untilMs < movesAfterMs)',
      'if (base !== undefined)',
    ],
    [
      'a checkpoint forgets the rewards before it',
      'rewards.filter(({ createdAtMs }) => createdAtMs < untilMs)',
      'rewards.slice(rewards.length)',
    ],
    [
      'a checkpoint moves past an operation that is open',
      "if (end === 'open' && operation.createdAtMs < untilMs) yield operation.createdAtMs;",
      "if (end === 'both' && operation.createdAtMs < untilMs) yield operation.createdAtMs;",
    ],
  ]),
  ...faultsIn('functions/domain/reconciliation/books/check-checkpoint.ts', checkpoints, [
    [
      'a checkpoint may name another entry',
      'if (named === undefined || !isAnchor(named, at)) found[ownerId] = `has no such entry ${at.sequence}`;',
      '',
    ],
    ['a checkpoint may have other sums', 'if (sums[name] !== statistics[name])', 'if (sums[name] === undefined)'],
  ]),
  ...faultsIn('functions/domain/reconciliation/reconciliation-run.ts', checkpoints, [
    [
      'a day is noted as sound with a finding in it',
      'confirmed.length === 0 ? asked : { count: -1, print: 0 }',
      'asked',
    ],
  ]),
  ...faultsIn('functions/domain/reconciliation/day-note.ts', checkpoints, [
    ['the note of a day may be gone', 'if (form ?? isGone)', 'if (form)'],
  ]),
  ...faultsIn('functions/domain/reconciliation/reconcile-fully.ts', byHand, [
    [
      'a run by hand goes on with the night of before a restore',
      '(stored?.isByHand || !isWished) ? stored',
      'stored ? stored',
    ],
    ['the schedule ends a run by hand as its own', 'isWished || before?.isByHand === true', 'isWished'],
  ]),
  ...faultsIn('functions/domain/reconciliation/reconciliation-run.ts', byHand, [
    ['a question without an answer is not counted', 'this.#unanswered += findings.unanswered;', ''],
  ]),
  ...faultsIn('functions/domain/reconciliation/reconcile.ts', hourly, [
    [
      'what was too young for the last hourly run is seen by none',
      'before.startedAtMs - overlapMs',
      'before.startedAtMs + overlapMs',
    ],
    ['a finding is not looked for again', 'new Set(run.openOwners)', "new Set<Id<'user'>>()"],
    ['a day with a finding is not looked at again', 'isByHand || run.isDayOpen', 'isByHand'],
    ['an edited state says since when an hourly run looks', 'isSound ? before', 'before ? before'],
  ]),
  ...faultsIn('functions/domain/reconciliation/check-day.ts', hourly, [
    ['a record of a card needs no entry', 'found.push(...(await withoutEntry(needs, page, isKnown)));', ''],
    [
      'an hourly run counts nobody’s records late',
      '...unexplainedBy(breaks, brokenRecords), ...lateIn(day, late)]',
      '...unexplainedBy(breaks, brokenRecords)]',
    ],
  ]),
  ...faultsIn('functions/domain/statistics/rebuild-user-statistics.ts', checkpoints, [
    [
      'statistics are counted from a checkpoint whatever it says',
      'stored && isIntactCheckpoint(store, stored)',
      'stored !== undefined',
    ],
  ]),
];
