import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CpuMeter } from '#bin/check/cpu-meter.ts';
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
