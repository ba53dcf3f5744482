import { readFileSync } from 'node:fs';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { eventually } from '#test/support/eventually.ts';
import { createFixturePool } from './fixture-pool.ts';
import type { FixturePool } from './fixture-pool.ts';

const misbehave = (mode: string, more: Record<string, string> = {}) => ({ queryStringParameters: { mode, ...more } });
const slow = (ms: number) => ({ queryStringParameters: { ms: String(ms) } });

describe('the function pool', () => {
  let fixture: FixturePool;
  beforeAll(async () => {
    fixture = await createFixturePool();
  });
  afterAll(() => fixture.pool.stop(0));

  const payloadOf = async (functionId: string, event: unknown): Promise<unknown> => {
    const outcome = await fixture.pool.invoke(functionId, event);
    if (outcome.kind === 'failed') throw new Error(outcome.error.errorMessage);
    return JSON.parse(outcome.payload);
  };

  it('returns the answer of the handler', async () => {
    expect(await payloadOf('misbehave', misbehave('inferred'))).toEqual({ hello: 'world' });
  });

  it('keeps an environment from one event to the next', async () => {
    expect(await payloadOf('slow', slow(0))).toEqual({ handled: 1 });
    expect(await payloadOf('slow', slow(0))).toEqual({ handled: 2 });
  });

  it.each([
    ['misbehave', 'throw', 'TypeError', /^a fixture threw$/],
    ['misbehave', 'exit', 'Runtime.ExitError', /exited/],
    ['misbehave', 'crash', 'Runtime.ExitError', /thrown where nobody catches/],
    ['impatient', 'hang', 'Sandbox.Timedout', /Task timed out after 1\.00 seconds/],
    ['impatient', 'spin', 'Sandbox.Timedout', /Task timed out after 1\.00 seconds/],
  ])('reports a function error when %s does this: %s', async (functionId, mode, errorType, errorMessage) => {
    const outcome = await fixture.pool.invoke(functionId, misbehave(mode));
    expect(outcome).toMatchObject({ kind: 'failed', error: { errorType } });
    expect(outcome.kind === 'failed' && outcome.error.errorMessage).toMatch(errorMessage);
    expect(await payloadOf('misbehave', misbehave('text'))).toBe('plain');
  });

  it('refuses an event and an answer above 6 MB', async () => {
    const limit = 6 * 1024 * 1024;
    expect(await fixture.pool.invoke('slow', { text: 'x'.repeat(limit) })).toMatchObject({
      error: { errorType: 'RequestEntityTooLarge' },
    });
    const event = misbehave('big', { size: String(limit) });
    expect(await fixture.pool.invoke('misbehave', event)).toMatchObject({
      error: { errorType: 'Function.ResponseSizeTooLarge' },
    });
  });

  it('gives a handler its context and nothing of this process', async () => {
    expect(await payloadOf('misbehave', misbehave('context'))).toMatchObject({
      functionName: 'misbehave',
      memoryLimitInMB: '256',
      awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const environment = await payloadOf('misbehave', misbehave('environment'));
    expect(environment).not.toHaveProperty('PATH');
    expect(environment).toMatchObject({ AWS_LAMBDA_FUNCTION_NAME: 'misbehave', TZ: 'UTC' });
  });

  it('shows handlers the virtual clock, also one that is already loaded', async () => {
    const before = (await payloadOf('misbehave', misbehave('clock'))) as { now: number };
    fixture.clock.advance(3_600_000);
    const after = (await payloadOf('misbehave', misbehave('clock'))) as Record<string, number>;
    expect((after['now'] ?? 0) - before.now).toBeGreaterThanOrEqual(3_600_000);
    expect(Math.abs((after['constructed'] ?? 0) - (after['now'] ?? 0))).toBeLessThan(60_000);
    expect(after['parsed']).toBe(5);
  });

  it("keeps a function's output and reports errors in one line", async () => {
    await fixture.pool.invoke('misbehave', misbehave('throw'));
    const log = readFileSync(path.join(fixture.directory, 'logs/misbehave.log'), 'utf8');
    expect(log).toContain('a fixture threw');
    expect(fixture.errors.at(-1)).toMatch(/^misbehave: TypeError: a fixture threw \([0-9a-f-]{36}\)$/);
  });
});

describe('a small function pool', () => {
  it('runs one event at a time in each environment and lets the others wait', async () => {
    const { pool } = await createFixturePool({ perFunction: 2, total: 2, idleMs: 60_000 });
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => pool.invoke('slow', slow(1_000))));
    expect(outcomes.every(({ kind }) => kind === 'returned')).toBe(true);
    expect(pool.size()).toBe(2);
    await pool.stop(0);
  });

  it('begins a burst with one environment, and does not let a long event hold up the others for ever', async () => {
    const { pool } = await createFixturePool({ perFunction: 4, total: 8, idleMs: 60_000 });
    const burst = [
      pool.invoke('slow', slow(10_000)),
      ...Array.from({ length: 20 }, () => pool.invoke('slow', slow(0))),
    ];
    expect(pool.size()).toBe(1);
    const first = await Promise.race(burst.map((event, index) => event.then(() => index)));
    expect(first).toBeGreaterThan(0);
    await pool.stop(0);
  });

  it('renews the workers of a function: the idle ones at once, a busy one after its event', async () => {
    const { pool } = await createFixturePool({ perFunction: 2, total: 4, idleMs: 60_000 });
    const busy = pool.invoke('slow', slow(500));
    await pool.invoke('slow', slow(0));
    const before = pool.size();
    pool.renew(['another']);
    expect(pool.size()).toBe(before);
    pool.renew(['slow']);
    expect(pool.size()).toBeLessThanOrEqual(1);
    expect(await busy).toMatchObject({ kind: 'returned' });
    expect(pool.size()).toBe(0);
    expect(await pool.invoke('slow', slow(0))).toMatchObject({ kind: 'returned' });
    await pool.stop(0);
  });

  it('loads one worker of each function before its first event', async () => {
    const { pool } = await createFixturePool({ perFunction: 2, total: 4, idleMs: 60_000 });
    const warming = pool.warm(['slow', 'slow', 'no such function']);
    const served = pool.invoke('slow', slow(0));
    await warming;
    expect(await served).toMatchObject({ kind: 'returned' });
    expect(pool.size()).toBe(1);
    await pool.stop(0);
  });

  it('serves waiting events in the order in which they came', async () => {
    const { pool } = await createFixturePool({ perFunction: 1, total: 1, idleMs: 60_000 });
    const ended: number[] = [];
    await Promise.all(
      [0, 1, 2, 3].map(async (index) => {
        await pool.invoke('slow', slow(0));
        ended.push(index);
      }),
    );
    expect(ended).toEqual([0, 1, 2, 3]);
    await pool.stop(0);
  });

  it('ends the environment that was idle longest when another function needs its place', async () => {
    const { pool } = await createFixturePool({ perFunction: 2, total: 1, idleMs: 60_000 });
    const ended = await Promise.all([pool.invoke('slow', slow(30)), pool.invoke('misbehave', misbehave('text'))]);
    expect(ended.map(({ kind }) => kind)).toEqual(['returned', 'returned']);
    expect(pool.size()).toBe(1);
    await pool.stop(0);
  });

  it('throttles an event that found no place in time, and never runs it', async () => {
    const { pool } = await createFixturePool({ perFunction: 1, total: 1, idleMs: 60_000 });
    const first = pool.invoke('slow', slow(400));
    let isTaken = false;
    const line = { maxWaitMs: 50, onTaken: () => (isTaken = true) };
    const late = await pool.invoke('slow', slow(0), line);
    expect(late).toMatchObject({ error: { errorType: 'TooManyRequestsException' } });
    expect(isTaken).toBe(false);
    await first;
    expect(await pool.invoke('slow', slow(0))).toMatchObject({ payload: '{"handled":2}' });
    await pool.stop(0);
  });

  it('ends unused environments', async () => {
    const { pool } = await createFixturePool({ perFunction: 2, total: 2, idleMs: 100 });
    await pool.invoke('slow', slow(0));
    await eventually(() => {
      expect(pool.size()).toBe(0);
      return Promise.resolve();
    });
    await pool.stop(0);
  });
});

describe('a pool in which functions are together', () => {
  const together = (total: number) =>
    createFixturePool({ perFunction: 1, total, idleMs: 60_000 }, { variables: { SHARED: 'yes' }, isTogether: true });
  const value = async ({ pool }: FixturePool, functionId: string, event: unknown): Promise<unknown> => {
    const outcome = await pool.invoke(functionId, event);
    return outcome.kind === 'returned' ? JSON.parse(outcome.payload) : outcome.error;
  };

  it('runs all functions in one worker, each in its own environment', async () => {
    const fixture = await together(8);
    const environmentOf = (functionId: string) => value(fixture, functionId, misbehave('environment'));
    expect(await environmentOf('misbehave')).toMatchObject({ FUNCTION_ID: 'misbehave', SHARED: 'yes' });
    expect(await environmentOf('impatient')).toMatchObject({
      FUNCTION_ID: 'impatient',
      AWS_LAMBDA_FUNCTION_NAME: 'impatient',
      _HANDLER: 'index.handler',
    });
    expect(await environmentOf('impatient')).not.toHaveProperty('PATH');
    expect(await value(fixture, 'misbehave', misbehave('context'))).toMatchObject({ functionName: 'misbehave' });
    expect(await value(fixture, 'slow', slow(0))).toEqual({ handled: 1 });
    expect(await value(fixture, 'slow', slow(0))).toEqual({ handled: 2 });
    expect(fixture.pool.size()).toBe(1);
    await fixture.pool.stop(0);
  });

  it('runs one event at a time in each of a few workers, of any function', async () => {
    const fixture = await together(2);
    const ended = await Promise.all(
      ['slow', 'slow', 'misbehave', 'slow', 'misbehave', 'slow'].map((id) =>
        value(fixture, id, { queryStringParameters: { ms: '300', mode: 'text' } }),
      ),
    );
    expect(ended).toHaveLength(6);
    expect(ended.filter((each) => each === 'plain')).toHaveLength(2);
    expect(fixture.pool.size()).toBe(2);
    await fixture.pool.stop(0);
  });

  it('lets a dead worker fail the event that killed it, and no other', async () => {
    const fixture = await together(4);
    const long = value(fixture, 'slow', slow(1_500));
    expect(await value(fixture, 'impatient', misbehave('spin'))).toMatchObject({ errorType: 'Sandbox.Timedout' });
    expect(await value(fixture, 'misbehave', misbehave('exit'))).toMatchObject({ errorType: 'Runtime.ExitError' });
    expect(await value(fixture, 'misbehave', misbehave('text'))).toBe('plain');
    expect(await long).toEqual({ handled: 1 });
    await fixture.pool.stop(0);
  });

  it('writes what a function logs into the log of that function', async () => {
    const fixture = await together(1);
    await Promise.all([
      value(fixture, 'misbehave', misbehave('log')),
      value(fixture, 'slow', slow(0)),
      value(fixture, 'impatient', misbehave('log')),
    ]);
    await eventually(() => {
      for (const id of ['misbehave', 'impatient']) {
        const log = readFileSync(path.join(fixture.directory, `logs/${id}.log`), 'utf8');
        expect(log.trim()).toBe(`{"level":"info","function":"${id}"}`);
      }
      return Promise.resolve();
    });
    await fixture.pool.stop(0);
  });

  it('renews its workers when any function was built again', async () => {
    const fixture = await together(2);
    expect(await value(fixture, 'slow', slow(0))).toEqual({ handled: 1 });
    fixture.pool.renew(['misbehave']);
    expect(fixture.pool.size()).toBe(0);
    expect(await value(fixture, 'slow', slow(0))).toEqual({ handled: 1 });
    await fixture.pool.stop(0);
  });
});
