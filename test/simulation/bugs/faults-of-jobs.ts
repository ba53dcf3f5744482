import type { PlantedBug } from '../planted-bug.ts';
import { faultsIn } from './faults-in.ts';

const jobs = ['jobs/due-work.test.ts'];

/** Faults of what a scheduled job runs, and of what it reports. */
export const faultsOfJobs: readonly PlantedBug[] = [
  ...faultsIn('functions/jobs/sweep-operations.ts', jobs, [
    ['a sweep by hand looks no time ahead', 'sweepOperations(services, wish)', 'sweepOperations(services)'],
    [
      'keys of expired codes are never removed',
      'forgetCodes(services),',
      'Promise.resolve({ forgotten: 0, failed: 0 }),',
    ],
  ]),
  ...faultsIn('functions/jobs/remind-people.ts', jobs, [
    ['a job counts some of its failures', 'users.failed + renewals.failed', 'users.failed'],
  ]),
  ...faultsIn('functions/jobs/erase-accounts.ts', jobs, [
    ['no run ends expired proposals', '...(await expireAdjustments(services)),', ''],
  ]),
  ...faultsIn('functions/jobs/poll-deposits.ts', jobs, [
    [
      'each side polls everything',
      "'poll-deposits', pollDeposits)",
      "'poll-deposits', (services) => pollDeposits(services))",
    ],
  ]),
  ...faultsIn(
    'functions/domain/operations/sweep-operations.ts',
    ['domain/operations/sweep-operations.test.ts'],
    [
      [
        'cards that a sweep left are not counted',
        'cards.value.left + operations.value.left;',
        'operations.value.left;',
      ],
    ],
  ),
  ...faultsIn(
    'functions/domain/cards/catch-up-schedule.ts',
    ['domain/cards/catch-up-schedule.test.ts'],
    [
      [
        'a retiring card is not read for refunds',
        "    case 'retiring':\n    case 'closing':\n",
        "    case 'closing':\n",
      ],
    ],
  ),
  ...faultsIn(
    'functions/jobs/read-float.ts',
    ['jobs/due-work.test.ts'],
    [
      [
        'a float without a floor is only read',
        "if (floatFloorCents === undefined) throw new Error('the floor of the float is not set');\n  return readFloat(services, floatFloorCents);",
        'return readFloat(services, floatFloorCents ?? (0 as never));',
      ],
    ],
  ),
];
