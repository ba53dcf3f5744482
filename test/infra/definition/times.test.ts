import { retryDelaySeconds } from '#functions/runtime/retry-delay.ts';
import { describe, expect, test } from 'vitest';

import { usualTimeouts as issuerTimeouts } from '#functions/adapters/issuer/bridgecard/client.ts';
import { usualTimeouts as paymentTimeouts } from '#functions/adapters/payments/cryptomus/client.ts';
import { dueShards } from '#functions/adapters/dynamo/table.ts';
import { catchUpLimits } from '#functions/domain/cards/catch-up-cards.ts';
import { issuerTimeMs } from '#functions/domain/closing/erase-due-accounts.ts';
import { depositPollerLimits } from '#functions/domain/deposits/poll-deposits.ts';
import { sendForMs } from '#functions/domain/notifications/notify-of-changes.ts';
import { sweepBeginsForMs } from '#functions/domain/operations/sweep-operations.ts';
import { peopleForMs } from '#functions/domain/reconciliation/reconcile.ts';
import { budgetMs as reconcilingForMs } from '#functions/domain/reconciliation/reconcile-fully.ts';
import { budgetMs as closingForMs } from '#functions/domain/reports/close-books.ts';
import { rebuildLimits } from '#functions/domain/statistics/rebuild-statistics.ts';
import { definition } from '#infra/definition/index.ts';
import { minutesBetweenRuns } from '#infra/definition/minutes-between-runs.ts';

/** Maximum time between two runs of each job, in minutes, that the rules count on and the texts promise. */
const atLeastEvery: Readonly<Record<string, number>> = {
  // A dead process is followed within a minute: a request leaves its operation, freeze or invoice due that soon.
  'job.sweep-operations': 1,
  'job.poll-deposits': 1,
  'job.catch-up-cards': 1,
  // Its mails and resets have waited for hours or days, or come back a day later.
  'job.remind-people': 5,
  // The breaker refuses nothing by a reading older than half an hour, and recovers with the next one.
  'job.read-float': 5,
  // "Usually within the hour."
  'job.pay-referrals': 60,
  // "Within the hour" the site says that mails come back.
  'job.mark-returned-mails': 15,
  'job.close-books': 60,
  'job.erase-accounts': 60,
  'job.reconcile': 60,
  // It goes on where it was, and has to be through in a night.
  'job.reconcile-fully': 15,
  'job.rebuild-aggregates': 24 * 60,
};

const jobs = definition.functions.flatMap(({ id, trigger, timeoutSeconds }) =>
  trigger.kind === 'schedule' ? [{ id, everyMinutes: minutesBetweenRuns(trigger.expression), timeoutSeconds }] : [],
);

describe('jobs', () => {
  test('are those whose times are listed here', () => {
    expect(jobs.map(({ id }) => id).toSorted()).toEqual(Object.keys(atLeastEvery).toSorted());
  });

  test.each(jobs)('$id runs as often as others count on', ({ id, everyMinutes }) => {
    expect(everyMinutes).toBeLessThanOrEqual(atLeastEvery[id] ?? 0);
  });

  test('the sweep finishes its started work before its function times out', () => {
    const sweep = jobs.find(({ id }) => id === 'job.sweep-operations');
    expect((sweep?.timeoutSeconds ?? 0) * 1000).toBeGreaterThan(sweepBeginsForMs + 3_000 + 3 * issuerTimeouts.totalMs);
  });

  test.each([
    ['job.catch-up-cards', catchUpLimits, 2 * issuerTimeouts.totalMs],
    ['job.poll-deposits', depositPollerLimits, 2 * paymentTimeouts.totalMs],
  ])(
    '%s finishes its started work before its function times out, and has a run for each shard',
    (id, limits, callsMs) => {
      const fn = definition.functions.find((each) => each.id === id);
      expect((fn?.timeoutSeconds ?? 0) * 1000).toBeGreaterThan(limits.beginsForMs + callsMs);
      expect(fn?.trigger).toMatchObject({ sides: dueShards });
    },
  );

  test.each(jobs)('$id times out before its next run, and not before it has had 50 seconds', (job) => {
    expect(job.timeoutSeconds).toBeLessThanOrEqual(job.everyMinutes * 60);
    // The pollers work on for forty seconds and a call.
    expect(job.timeoutSeconds).toBeGreaterThanOrEqual(50);
  });

  test.each([
    ['job.close-books', closingForMs],
    ['job.erase-accounts', issuerTimeMs],
    ['job.reconcile', peopleForMs],
    ['job.reconcile-fully', reconcilingForMs],
    ['job.rebuild-aggregates', rebuildLimits.beginsForMs],
  ])('%s has two minutes left when it begins nothing more', (id, beginsForMs) => {
    const timeoutSeconds = jobs.find((job) => job.id === id)?.timeoutSeconds ?? 0;
    expect(timeoutSeconds * 1000).toBeGreaterThanOrEqual(beginsForMs + 2 * 60_000);
  });
});

test('an endpoint has time to wait for a twin call, for a provider and for the read that follows', () => {
  const endpoints = definition.functions.filter(({ trigger, grant }) => trigger.kind === 'http' && grant.table);
  for (const { id, timeoutSeconds } of endpoints) {
    expect(timeoutSeconds * 1000, id).toBeGreaterThanOrEqual(9_000 + 6_000 + issuerTimeouts.totalMs);
    expect(timeoutSeconds * 1000, id).toBeGreaterThanOrEqual(9_000 + paymentTimeouts.totalMs);
    // The gateway gives up at thirty.
    expect(timeoutSeconds, id).toBeLessThan(30);
  }
});

test('a worker has time for five seconds of work on an operation, a call that began in them and one after it', () => {
  const workers = definition.functions.filter(({ trigger }) => trigger.kind === 'queue');
  expect(workers.length).toBeGreaterThan(0);
  for (const { id, timeoutSeconds } of workers) {
    expect(timeoutSeconds * 1000, id).toBeGreaterThanOrEqual(5_000 + 2 * issuerTimeouts.totalMs);
    expect(timeoutSeconds * 1000, id).toBeGreaterThanOrEqual(2 * paymentTimeouts.totalMs);
  }
});

test('the notifications’ worker has time to store a batch, to send mails and to end the last of them', () => {
  const worker = definition.functions.find(({ id }) => id === 'worker.notifications');
  expect((worker?.timeoutSeconds ?? 0) * 1000).toBeGreaterThanOrEqual(2 * sendForMs + 10_000);
});

describe.each(Object.entries(definition.queues))('the queue %s', (name, queue) => {
  const delays = Array.from({ length: queue.maxReceiveCount - 1 }, (_, index) => retryDelaySeconds(index + 1));
  const triedSeconds = delays.reduce((total, seconds) => total + seconds, 0);

  test('hides a message for six times as long as its worker may take', () => {
    const workers = definition.functions.filter(({ trigger }) => trigger.kind === 'queue' && trigger.queue === name);
    expect(workers).toHaveLength(1);
    for (const { timeoutSeconds } of workers)
      expect(queue.visibilityTimeoutSeconds).toBeGreaterThanOrEqual(6 * timeoutSeconds);
  });

  test('brings a message back until an outage of a day is over', () => {
    expect(triedSeconds).toBeGreaterThanOrEqual(24 * 60 * 60);
    // Even when a worker died each time and left the message hidden.
    expect(triedSeconds + queue.maxReceiveCount * queue.visibilityTimeoutSeconds).toBeLessThan(
      queue.retentionDays * 24 * 60 * 60,
    );
  });

  test('brings a message back later each time, but at most 15 minutes after an outage', () => {
    expect(delays.slice(0, 7)).toEqual([30, 60, 120, 240, 480, 900, 900]);
    expect(Math.max(...delays)).toBe(15 * 60);
  });

  test('keeps failed messages for a week longer than the queue itself', () => {
    // A message that is set aside keeps the age that it had.
    expect(queue.deadLetterRetentionDays).toBeGreaterThanOrEqual(queue.retentionDays + 7);
    expect(queue.retentionDays * 24 * 60 * 60).toBeGreaterThan(queue.maxReceiveCount * queue.visibilityTimeoutSeconds);
  });
});

test('the stream reports everything that statistics and signals count, and is not given up for half a minute', () => {
  expect(streamOf('worker.aggregates')).toMatchObject({
    newEntities: ['user', 'journal', 'reward', 'cardTransaction'],
    changedEntities: [],
    startsAt: 'oldest',
  });
});

test('the stream reports everything that people are notified of, from the first deployment on', () => {
  expect(streamOf('worker.notifications')).toMatchObject({
    newEntities: ['audit'],
    changedEntities: ['card', 'deposit', 'wallet', 'referralAccount', 'case'],
    startsAt: 'latest',
  });
});

test('at most two functions read the stream, as DynamoDB allows', () => {
  const streams = definition.functions.filter(({ trigger }) => trigger.kind === 'stream');
  expect(streams.length).toBeLessThanOrEqual(2);
});

function streamOf(id: string) {
  const trigger = definition.functions.find((fn) => fn.id === id)?.trigger;
  if (trigger?.kind !== 'stream') throw new Error(`${id} does not read the stream`);
  expect(trigger.maxAttempts).toBeGreaterThanOrEqual(8);
  return trigger;
}
