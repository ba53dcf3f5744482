import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { startJobRunner } from '#infra/local/events/job-runner.ts';
import type { Job, JobRunner } from '#infra/local/events/job-runner.ts';

const minute = 60_000;

describe('the job runner', () => {
  let runs: number;
  let running: number;
  let mostAtOnce: number;
  let offset: number;
  let runner: JobRunner;

  const job = (expression: string): Job => ({
    name: 'work',
    expression,
    run: async () => {
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      running -= 1;
      runs += 1;
      return { ok: true, result: runs };
    },
  });
  const start = (expression: string) => {
    runner = startJobRunner([job(expression)], () => Date.now() + offset);
  };

  beforeEach(() => {
    vi.useFakeTimers();
    [runs, running, mostAtOnce, offset] = [0, 0, 0, 0];
  });
  afterEach(() => {
    runner.stop();
    vi.useRealTimers();
  });

  it('runs every job at least once a minute, however rare its schedule is', async () => {
    start('rate(7 days)');
    await vi.advanceTimersByTimeAsync(5 * minute);
    expect(runs).toBeGreaterThanOrEqual(5);
  });

  it('runs a due job at once when the clock moves forward, and once only', async () => {
    start('rate(1 hour)');
    await vi.advanceTimersByTimeAsync(5_000);
    offset = 10 * 60 * minute;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(runs).toBe(1);
  });

  it('answers every request during a run with a run that began after it', async () => {
    start('rate(1 day)');
    const first = runner.runNow('work');
    await vi.advanceTimersByTimeAsync(500);
    const second = runner.runNow('work');
    const third = runner.runNow('work');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await first).toEqual({ ok: true, result: 1 });
    expect(await second).toEqual({ ok: true, result: 2 });
    expect(await third).toEqual({ ok: true, result: 2 });
  });

  it('never runs the same job twice at once', async () => {
    start('rate(1 minute)');
    for (let asked = 0; asked < 200; asked += 1) {
      void runner.runNow('work');
      await vi.advanceTimersByTimeAsync(333);
    }
    expect(runs).toBeGreaterThan(10);
    expect(mostAtOnce).toBe(1);
  });

  it('passes a request and its content to a job', async () => {
    const asked: unknown[] = [];
    const run: Job['run'] = async (wish) => {
      asked.push(wish);
      return { ok: true, result: undefined };
    };
    runner = startJobRunner([{ name: 'work', expression: 'rate(1 day)', run }], () => Date.now());
    await runner.runNow('work');
    await runner.runNow('work', { days: 3 });
    await vi.advanceTimersByTimeAsync(minute);
    expect(asked.slice(0, 3)).toEqual([{}, { days: 3 }, undefined]);
  });

  it('has no result for an unknown job', () => {
    start('rate(1 day)');
    expect(runner.names()).toEqual(['work']);
    expect(runner.runNow('other')).toBeUndefined();
  });
});
