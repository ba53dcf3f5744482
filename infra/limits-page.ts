import { usualTimeouts as issuerTimeouts } from '#functions/adapters/issuer/bridgecard/client.ts';
import { usualTimeouts as paymentTimeouts } from '#functions/adapters/payments/cryptomus/client.ts';
import { dueShards, everybodyShards } from '#functions/adapters/dynamo/table.ts';
import { catchUpLimits } from '#functions/domain/cards/catch-up-cards.ts';
import { nextCatchUpAtMs } from '#functions/domain/cards/catch-up-schedule.ts';
import { batch as erasedAtATime } from '#functions/domain/closing/erase-due-accounts.ts';
import { depositPollerLimits } from '#functions/domain/deposits/poll-deposits.ts';
import { nextPollAtMs } from '#functions/domain/deposits/poll-schedule.ts';
import { sweepBeginsForMs, sweepLanes } from '#functions/domain/operations/sweep-operations.ts';
import { dayMs, minuteMs } from '#functions/domain/durations.ts';
import type { PollerLimits } from '#functions/domain/poll-due.ts';
import { budgetMs as nightForMs } from '#functions/domain/reconciliation/reconcile-fully.ts';
import { peopleForMs } from '#functions/domain/reconciliation/reconcile.ts';
import { peopleAtOnce } from '#functions/domain/reconciliation/reconciliation-run.ts';
import { beginsForMs as referralsForMs, referrersAtOnce } from '#functions/domain/referrals/pay-referrals.ts';
import { budgetMs as booksForMs, pageSize } from '#functions/domain/reports/close-books.ts';
import { rebuildLimits } from '#functions/domain/statistics/rebuild-statistics.ts';
import { subscriptionLimits } from '#functions/domain/subscriptions/drive-subscriptions.ts';
import { journalShards } from '#functions/ports/store.ts';
import { limits } from '#shared/limits.ts';
import { configs } from './aws/config.ts';
import type { HttpFunction } from './aws/http-function.ts';
import { throttleOf } from './aws/route-throttles.ts';
import { definition } from './definition/index.ts';
import { minutesBetweenRuns } from './definition/minutes-between-runs.ts';

/** Maximum write units and read units of one DynamoDB partition a second. */
const partition = { writes: 1_000, reads: 3_000 };

/** Durations of a provider's call, in milliseconds: on a usual day and on a bad one. */
const callTimes = [500, 5_000] as const;

/** Duration of a call of the table, and of a whole page of the journal, in milliseconds. */
const tableCallMs = 10;
const journalPageMs = 50;

/** Activity of a person in a month, as for infra/COST.md; the busiest second has `peak` times the mean. */
const habits = { purchases: 20, loads: 2, deposits: 1 };
const peak = 5;

/** Writes infra/LIMITS.md from the definition, the pollers and the table. */
export function limitsPage(): string {
  return `# Where the walls are

Written by \`node bin/write-limits.ts\` from the definition, the pollers and the table; do not edit. A test fails when it was forgotten. *People*
are active ones with ${habits.purchases} purchases, ${habits.loads} loads and ${habits.deposits} deposit a month, and ${peak} times the mean in the busiest second.

## Pollers

Webhooks come first: pollers find what they did not report. Each has ${dueShards} runs side by side, one for each shard of its list, every
minute. A run begins with what changed last, looks at both ends of its list while more is due than one look finds, begins nothing after its deadline,
ends before its function and so before its next run, and leaves the rest to that run once the provider is silent. \`test/simulation/pollers\` shows
it for a million people, at five seconds a call and with an outage of an hour: no run behind another, 99 of 100 turns within two minutes, after the
outage what changed within the hour at once (five minutes at most), everything in two hours.

| poller | calls at once | begins for | calls a day, at ${callTimes.map((ms) => `${ms / 1_000} s`).join(' / ')} | a day's calls of one | wall, at ${callTimes.map((ms) => `${ms / 1_000} s`).join(' / ')} | then |
|---|---:|---:|---:|---:|---:|---|
${pollerRows()}

- \`sweep-operations\` drives what nobody drives any more, ${sweepLanes} operations and ${sweepLanes} cards at once for ${sweepBeginsForMs / 1_000} s: ${whole(
    perMinute({ atOnce: sweepLanes, beginsForMs: sweepBeginsForMs }, 5_000),
  )} a minute at 5 s a call. Only what died or got no answer comes to it. Then: \`lanes\`, and a side for each shard as the pollers have.
- A webhook's worker has ${workerWidth()} messages at once of each provider: ${whole(workerWidth() / 5)} a second at 5 s a call. Then: \`maxConcurrency\`; the queue keeps the rest.

## Jobs

A job takes some at once, begins nothing after its time and leaves the rest to its next run. The walls are for ${tableCallMs} ms a call of the table and ${callTimes[0] / 1_000} s
a call of a provider.

| job | every | at once | works for | of each | in a day | wall | then |
|---|---:|---:|---:|---|---:|---:|---|
${jobRows()}

- \`mark-returned-mails\` asks SES for a day's returned mails, ${whole(1_000)} in an answer. \`read-float\` reads the journal of two hours, all shards at once, and the first megabyte of the orders under way of each shard.

## Providers

| limit | theirs | ours |
|---|---|---|
| reads of one card, or of a page of its list | one in 3 s | one in 30 s for its owner, else as \`catch-up-schedule.ts\` says: 3 minutes apart or more |
| loads, withdrawals of one card | one in 5 minutes | one in ${limits.loadEveryMs / minuteMs} and ${limits.withdrawalCooldownMs / minuteMs} minutes; more loads wait their turn |
| reads of one payment | not more often than every 30 s | every minute at most, every 30 s for its owner |
| calls at once, calls a second | not published | issuer ${whole(dueShards * catchUpLimits.atOnce)} by its poller, payments ${whole(dueShards * depositPollerLimits.atOnce)}; ask before a launch |
| time-out of a call | – | issuer ${issuerTimeouts.totalMs / 1_000} s, payments ${paymentTimeouts.totalMs / 1_000} s |

## Routes and functions

| wall | where | then |
|---|---|---|
${routeRows()}
| functions at once, all together | 1,000 in an account that has asked for it | ask AWS for more; the pollers take ${sidesOf('job.catch-up-cards') + sidesOf('job.poll-deposits')} |
| mails | what SES grants the account a second | ask SES; the sweep sends what is left a minute later |

## The table

On demand it has no wall but that of one partition: ${whole(partition.writes)} write units and ${whole(partition.reads)} read units a second. Those that many people share:

| partition | spread over | writes of one person's event | wall, events a second | people | then |
|---|---:|---:|---:|---:|---|
${partitionRows()}
`;
}

function pollerRows(): string {
  const cardCalls = callsOfCard();
  const depositCalls = callsOfDeposit();
  return [
    pollerRow(
      'catch-up-cards',
      catchUpLimits,
      cardCalls,
      'cards used that day',
      '`atOnce`, then `dueShards`; `catch-up-schedule.ts` last',
    ),
    pollerRow(
      'poll-deposits',
      depositPollerLimits,
      depositCalls,
      'invoices that day',
      '`atOnce`, then `dueShards`; `poll-schedule.ts` last',
    ),
  ].join('\n');
}

/** The rows of the jobs that are no pollers: the number that one gets through in a day, and the wall. */
function jobRows(): string {
  // A card, and the loads, withdrawals and deposits of 14 days.
  const checkedMs = 8 * tableCallMs + Math.ceil(1 + (habits.loads + habits.deposits) / 2) * callTimes[0];
  const rows = [
    jobRow('remind-people', subscriptionLimits, 6 * tableCallMs, 'people whose card was charged', (aDay) => [
      `${rounded(aDay / (habits.purchases / 30))} people`,
      '`subscriptionLimits`; debts and resets have lanes of their own',
    ]),
    jobRow(
      'pay-referrals',
      { atOnce: referrersAtOnce, beginsForMs: referralsForMs.rewards },
      8 * tableCallMs,
      'rewards that their event left',
      (aDay) => [
        `${rounded((aDay * 30) / 2)} referred people a month, if each event left its reward`,
        '`referrersAtOnce`',
      ],
    ),
    jobRow(
      'pay-referrals',
      { atOnce: referrersAtOnce, beginsForMs: referralsForMs.payouts - referralsForMs.rewards },
      // $25 are 25 rewards at most: a page of them, and the referred people.
      8 * tableCallMs,
      'payouts of $25',
      (aDay) => [`${rounded((aDay * 30 * 25) / 6)} referred people a month`, '`referrersAtOnce`'],
    ),
    jobRow(
      'reconcile',
      { atOnce: peopleAtOnce, beginsForMs: peopleForMs },
      checkedMs,
      'people who moved money',
      (aDay) => [
        `${rounded(aDay / ((habits.loads + habits.deposits) / 30))} people`,
        '`peopleAtOnce`; the night checks who is left',
      ],
    ),
    jobRow('reconcile-fully', { atOnce: peopleAtOnce, beginsForMs: nightForMs }, checkedMs, 'everybody', (aDay) => [
      `${rounded(aDay)} people; beyond it a night lasts longer than a day`,
      '`peopleAtOnce`',
    ]),
    jobRow('rebuild-aggregates', rebuildLimits, 6 * tableCallMs, 'people of four days', (aDay) => [
      `${rounded(aDay)} people; it leaves the others to the nightly reconciliation`,
      '`rebuildLimits`',
    ]),
  ];
  // Each run reads the whole day, and once more while it does not tie.
  const records = booksForMs / 2 / (journalPageMs / pageSize);
  const perPerson = (habits.purchases + habits.loads + habits.deposits) / 30;
  const closings = ((dueShards * erasedAtATime * 24 * 60) / minutesOf('job.erase-accounts')) * 30;
  return [
    ...rows,
    `| \`close-books\` | ${minutesOf('job.close-books')} min | – | ${booksForMs / 1_000} s | records of a day, ${journalPageMs} ms for ${pageSize} | ${rounded(records)} | ${rounded(records / perPerson)} people | shards of the journal side by side |`,
    `| \`erase-accounts\` | ${minutesOf('job.erase-accounts')} min | ${dueShards * erasedAtATime} | – | closed accounts, ${dueShards * erasedAtATime} a run | ${rounded(closings / 30)} | ${rounded(closings)} closings a month | \`batch\` |`,
  ].join('\n');
}

function jobRow(
  name: string,
  { atOnce, beginsForMs }: Pick<PollerLimits, 'atOnce' | 'beginsForMs'>,
  oneMs: number,
  of: string,
  wallOf: (aDay: number) => readonly [wall: string, then: string],
): string {
  const minutes = minutesOf(`job.${name}`);
  const aDay = ((24 * 60) / minutes) * atOnce * (beginsForMs / oneMs);
  const cells = [
    `\`${name}\``,
    `${minutes} min`,
    atOnce,
    `${beginsForMs / 1_000} s`,
    `${of}, ${whole(oneMs)} ms`,
    rounded(aDay),
    ...wallOf(aDay),
  ];
  return `| ${cells.join(' | ')} |`;
}

function minutesOf(id: string): number {
  const trigger = definition.functions.find((fn) => fn.id === id)?.trigger;
  if (trigger?.kind !== 'schedule') throw new Error(`${id} is no job`);
  return minutesBetweenRuns(trigger.expression);
}

function pollerRow(name: string, poller: PollerLimits, callsOfOne: number, of: string, then: string): string {
  const sides = sidesOf(`job.${name}`);
  const aDay = callTimes.map((callMs) => sides * perMinute(poller, callMs) * 24 * 60);
  const cells = [
    `\`${name}\``,
    `${sides} × ${poller.atOnce} = ${whole(sides * poller.atOnce)}`,
    `${poller.beginsForMs / 1_000} s`,
    aDay.map(rounded).join(' / '),
    callsOfOne,
    `${aDay.map((calls) => rounded(calls / callsOfOne)).join(' / ')} ${of}`,
    then,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Returns the maximum number of calls in one run of a minute, when each call takes `callMs`. */
function perMinute({ atOnce, beginsForMs }: Pick<PollerLimits, 'atOnce' | 'beginsForMs'>, callMs: number): number {
  return atOnce * Math.ceil(beginsForMs / callMs);
}

/**
 * Returns the number of calls about a card in the day after its use. Each check reads its list; after an hour, also its
 * state.
 */
function callsOfCard(): number {
  let calls = 0;
  for (let atMs = nextOf(0); atMs < dayMs; atMs = nextOf(atMs)) calls += atMs >= 60 * minuteMs ? 2 : 1;
  return calls;

  function nextOf(atMs: number): number {
    return nextCatchUpAtMs({ lifecycle: 'open', lastActivityAtMs: 0 }, atMs) ?? Infinity;
  }
}

/**
 * Returns the number of calls about a deposit in its 14 days, when it is paid after 20 minutes and confirmed after five
 * more.
 */
function callsOfDeposit(): number {
  let calls = 0;
  for (const [state, forMs] of [
    ['waiting', 20 * minuteMs],
    ['confirming', 5 * minuteMs],
    ['paid', 15 * dayMs],
  ] as const) {
    const nextOf = (atMs: number): number =>
      nextPollAtMs({ state, updatedAtMs: 0, invoiceExpiresAtMs: undefined }, atMs) ?? Infinity;
    for (let atMs = nextOf(0); atMs < forMs; atMs = nextOf(atMs)) calls += 1;
  }
  return calls;
}

function routeRows(): string {
  return [
    ['most routes, all callers together', 'user.read', '`ordinary` in `aws/route-throttles.ts`'],
    [
      'writes that wait for a provider',
      'cards.load',
      '`waiting` there; a call waits for seconds, so functions at once first',
    ],
    ['sign-in, and all that hashes', 'auth.login', '`hashingConcurrency` in `aws/config.ts`'],
  ]
    .map(([what = '', id = '', then = '']) => {
      const fn = definition.functions.find((each) => each.id === id);
      if (fn?.trigger.kind !== 'http') throw new Error(`${id} is no route`);
      const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = throttleOf(fn as HttpFunction, configs.prod);
      return `| ${what} | ${whole(rate)} a second each, bursts of ${whole(burst)} | ${then} |`;
    })
    .join('\n');
}

/** The partitions that events of many people are written to: how often, in units of the index or, in pairs, of the table. */
function partitionRows(): string {
  const aMonth = habits.purchases + habits.loads + habits.deposits;
  const rows: readonly (readonly [string, number, number, number, string])[] = [
    [
      '`ALL#movement`, everybody’s activity',
      everybodyShards,
      3,
      habits.loads + habits.deposits,
      '`everybodyShards`; lists read one query more for each',
    ],
    ['`DUE#operation`, orders under way', dueShards, 8, habits.loads, '`dueShards`, and `sides`'],
    ['`DUE#deposit`', dueShards, 10, habits.deposits, '`dueShards`, and `sides`'],
    [
      '`CATCHUP#`, cards to catch up',
      dueShards,
      2 + 2 * callsOfCard(),
      habits.purchases + habits.loads,
      '`dueShards`, and `sides`',
    ],
    ['`JOURNAL#<day>`', journalShards, 2, aMonth, '`journalShards`'],
  ];
  const shared = rows.map(([name, shards, units, events, then]) => {
    const aSecond = (shards * partition.writes) / units;
    const people = (aSecond * 30 * 24 * 60 * 60) / events / peak;
    return `| ${name} | ${shards} | ${units} | ${rounded(aSecond)} | ${rounded(people)} | ${then} |`;
  });
  const signUps = partition.writes / 2;
  return [
    ...shared,
    `| \`SEARCH#<first letter>\`, names and addresses | a letter | 2 | ${rounded(signUps)} sign-ups with one letter | – | two letters as the partition; a name that is searched by one letter then takes 36 queries |`,
  ].join('\n');
}

function sidesOf(id: string): number {
  const trigger = definition.functions.find((fn) => fn.id === id)?.trigger;
  return trigger?.kind === 'schedule' ? (trigger.sides ?? 1) : 0;
}

function workerWidth(): number {
  const trigger = definition.functions.find((fn) => fn.id === 'worker.issuer-events')?.trigger;
  return trigger?.kind === 'queue' ? trigger.batchSize * trigger.maxConcurrency : 0;
}

function whole(number: number): string {
  return Math.floor(number).toLocaleString('en-US');
}

/** Rounds down to two digits: the figures are orders of magnitude. */
function rounded(number: number): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(number)) - 1);
  return whole(Math.floor(number / unit) * unit);
}
