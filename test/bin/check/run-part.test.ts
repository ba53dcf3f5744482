import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CpuMeter } from '#bin/check/cpu-meter.ts';
import { partNames, partOf } from '#bin/check/parts.ts';
import { runPart, type Run } from '#bin/check/run-part.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'satchel-part-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const printed: string[] = [];

async function outcomeOf(script: string, report?: string, env: Readonly<Record<string, string>> = {}) {
  const run: Run = {
    folder,
    seed: 17,
    meter: new CpuMeter(),
    running: new Set(),
    print: (part, line) => printed.push(`${part}: ${line}`),
  };
  return runPart({ name: 'part', command: process.execPath, args: ['--eval', script], env, report }, run);
}

it('prints what a part prints, and hands it the seed and the folder of the run', async () => {
  const outcome = await outcomeOf('console.log(process.env.TEST_SEED, process.env.TMPDIR)');
  expect(printed).toContain(`part: 17 ${folder}`);
  expect(outcome).toMatchObject({ failure: undefined, reasons: [] });
});

it('gives a part its own settings beside those of all parts', async () => {
  await outcomeOf('console.log(process.env.GOGC, process.env.GOMAXPROCS)', undefined, { GOMAXPROCS: '1' });
  expect(printed).toContain(`part: ${process.env['GOGC'] ?? 'off'} 1`);
});

it('says why a part failed after tests that all passed', async () => {
  const report = path.join(folder, 'report.json');
  writeFileSync(report, JSON.stringify({ testResults: [] }));
  const script = "console.error('error during close Error: a code in a log'); process.exitCode = 1";
  const { failure, reasons } = await outcomeOf(script, report);
  expect(failure).toBe('exit code 1');
  expect(reasons).toEqual(['exit code 1', 'error during close Error: a code in a log']);
});

it('says that a part was killed', async () => {
  const { failure } = await outcomeOf("process.kill(process.pid, 'SIGKILL')");
  expect(failure).toBe('ended by SIGKILL');
});

it('says that a command cannot be run', async () => {
  const run: Run = { folder, seed: 1, meter: new CpuMeter(), running: new Set(), print: () => undefined };
  const { failure } = await runPart({ name: 'part', command: 'no-such-tool', args: [], report: undefined }, run);
  expect(failure).toMatch(/^no-such-tool cannot be run: /);
});

describe('a part with a second try', () => {
  /** Runs a part that fails with these files at first; its second try ends with `exitCode`. */
  async function twice(files: readonly string[], exitCode: number, first = 'process.exitCode = 1') {
    const report = path.join(folder, 'first.json');
    const testResults = files.map((name) => ({
      name: path.resolve(name),
      status: 'failed',
      message: '',
      assertionResults: [{ fullName: 'waits', status: 'failed', failureMessages: ['Error: late'] }],
    }));
    writeFileSync(report, JSON.stringify({ testResults }));
    const run: Run = { folder, seed: 1, meter: new CpuMeter(), running: new Set(), print: () => undefined };
    const tried: (readonly string[])[] = [];
    const outcome = await runPart(
      {
        name: 'part',
        command: process.execPath,
        args: ['--eval', first],
        report,
        secondTry: (again) => {
          tried.push(again);
          return { args: ['--eval', `process.exitCode = ${exitCode}`], report: path.join(folder, 'second.json') };
        },
      },
      run,
    );
    return { ...outcome, tried };
  }

  it('passes when the failed files pass alone, and names their tests', async () => {
    const { failure, reasons, tried } = await twice(['test/a.test.ts', 'test/b.test.ts'], 0);
    expect(failure).toBeUndefined();
    expect(tried).toEqual([['test/a.test.ts', 'test/b.test.ts']]);
    expect(reasons).toEqual([
      'needed a second try: test/a.test.ts: waits: Error: late',
      'needed a second try: test/b.test.ts: waits: Error: late',
    ]);
  });

  it('fails when they fail again, or when they are too many for chance', async () => {
    const again = await twice(['test/a.test.ts'], 1);
    expect(again).toMatchObject({ failure: 'exit code 1', tried: [['test/a.test.ts']] });
    expect(again.reasons).toContain('test/a.test.ts: waits: Error: late');
    const many = await twice(['a', 'b', 'c', 'd', 'e'], 0);
    expect(many).toMatchObject({ failure: 'exit code 1', tried: [] });
  });

  it('is not begun again when a signal ended it', async () => {
    const ended = await twice(
      ['test/a.test.ts'],
      0,
      "process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 60_000)",
    );
    expect(ended).toMatchObject({ failure: 'ended by SIGTERM', tried: [] });
  });

  it('fails when no file failed but the part did', async () => {
    expect(await twice([], 0)).toMatchObject({ failure: 'exit code 1', tried: [] });
  });
});

it('gives a second try to parts that run on stacks only, with their failed files alone', () => {
  const withOne = partNames.filter((name) => partOf(name, folder, 1).secondTry !== undefined);
  expect(withOne.toSorted()).toEqual(['own-stacks', 'site', 'site-1', 'site-2', 'site-3', 'stack']);
  const { args, report } = partOf('site-2', folder, 1).secondTry?.(['test/browser/card.test.ts']) ?? {};
  expect(args?.slice(0, 4)).toEqual(['run', '--project', 'site', 'test/browser/card.test.ts']);
  expect(report).not.toBe(partOf('site-2', folder, 1).report);
});
