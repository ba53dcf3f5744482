import { describe, expect, it } from 'vitest';
import { scheduledJob, type JobWish } from '#functions/runtime/scheduled-job.ts';
import { moneyWorld } from '#test/support/money-world.ts';

/** Returns the wish (the options) of a job that was started with this event. */
async function wishOf(event?: unknown): Promise<JobWish> {
  let seen: JobWish | undefined;
  const job = scheduledJob('test', async (_services, wish) => ((seen = wish), {}));
  await job.using(moneyWorld().services)(event);
  if (seen === undefined) throw new Error('the job was not started');
  return seen;
}

describe('the wish of a job', () => {
  it.each([undefined, null, 'now', { version: '0', 'detail-type': 'Scheduled Event', detail: {} }])(
    'is empty when the scheduler starts the job: %j',
    async (event) => {
      expect(await wishOf(event)).toEqual({ aheadMs: 0, days: undefined, apply: [] });
    },
  );

  it.each([
    [60_000, 60_000],
    // Longer waits are there on purpose: a call that may still take effect, a load that the issuer would refuse.
    [15 * 60_000 + 1, 15 * 60_000],
    [7 * 24 * 60 * 60_000, 15 * 60_000],
    [-60_000, 0],
    [1.5, 0],
    ['60000', 0],
    [Number.NaN, 0],
  ])('is to look %s ms ahead: %i', async (aheadMs, looked) => {
    expect((await wishOf({ aheadMs })).aheadMs).toBe(looked);
  });

  it.each([
    [3, 3],
    [0, undefined],
    [1_000_000, 3_660],
    ['3', undefined],
  ])('is to look %s days back: %s', async (days, looked) => {
    expect((await wishOf({ days })).days).toBe(looked);
  });

  it.each([
    [1, 0],
    [4, 3],
    [0, undefined],
    ['1', undefined],
  ])('is for one shard where the schedule starts side %s: %s', async (side, shard) => {
    expect((await wishOf({ side })).shard).toBe(shard);
  });

  it('names the parts to mend', async () => {
    expect((await wishOf({ apply: ['missing_credit', 7, null] })).apply).toEqual(['missing_credit']);
    expect((await wishOf({ apply: 'missing_credit' })).apply).toEqual([]);
  });
});

it("logs a job's counts, and returns the whole report to the caller", async () => {
  const world = moneyWorld();
  const report = { looked: 3, breaks: [{ class: 'X' }] };
  expect(await scheduledJob('test', async () => report).using(world.services)()).toEqual(report);
  expect(world.logs.map(({ message, fields }) => [message, fields])).toEqual([
    ['job done', { job: 'test', looked: 3 }],
  ]);
});

it('fails when its work fails: the next run is the retry', async () => {
  const job = scheduledJob('test', async () => {
    throw new Error('away');
  });
  await expect(job.using(moneyWorld().services)()).rejects.toThrow('away');
});
