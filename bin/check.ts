/** `npm test`: every check there is. Each part runs even when others fail; any failure makes the whole fail. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

import { flag, optional, rest } from './command-line/arguments.ts';
import { recordFigure } from './command-line/figures.ts';
import { oneOf, wholeNumber } from './command-line/kinds.ts';
import { runCommand, WrongCall } from './command-line/run-command.ts';
import { closingTable } from './check/closing-table.ts';
import { CpuMeter } from './check/cpu-meter.ts';
import { drawSeed, seedMax } from './check/draw-seed.ts';
import { listProcesses } from './check/list-processes.ts';
import { allStages, partNames, partOf, quickStages, type PartName, type Stage } from './check/parts.ts';
import { readRecordedCpu, recordCpu } from './check/recorded-cpu.ts';
import { runPart, type PartOutcome, type Run } from './check/run-part.ts';
import { spareTime } from './check/spare-time.ts';
import { temporaryRoot } from './check/temporary-root.ts';

/** Delay between two samples of the process list, in milliseconds. */
const sampleEveryMs = 400;

await runCommand(
  import.meta,
  {
    summary: 'Runs the checks: all of them, or the parts that are named. Ends with 1 when one of them fails.',
    positionals: { parts: rest(oneOf(partNames), 'the parts to run; all when none is named') },
    options: {
      quick: flag(
        'runs format, lint, types, the tests that reach what differs from main, one browser walk and 300 seeds',
      ),
      seed: optional(wholeNumber({ max: seedMax }), 'seed of simulation, fuzz and property tests, as a run printed it'),
      record: flag(
        'records the CPU seconds of these parts in bin/check/recorded-cpu.json, for later runs to compare, and those of a whole run in bin/FIGURES.md',
      ),
    },
  },
  async ({ parts, quick, seed = drawSeed(), record }) => {
    if (quick && parts.length > 0) throw new WrongCall('--quick chooses its parts itself: name none.');
    const startedAtMs = performance.now();
    const outcomes = await runStages(quick ? quickStages : stagesOf(parts), seed);
    const recorded = readRecordedCpu();
    console.log('\n── checks ──');
    for (const line of closingTable(outcomes, recorded)) console.log(line);
    for (const { name, reasons } of outcomes) for (const reason of reasons) console.log(`  ${name}: ${reason}`);
    const failed = outcomes.filter(({ failure }) => failure !== undefined).length;
    if (failed > 0) console.log(`The same seeds again: npm test -- --seed ${seed}`);
    console.log(`${outcomes.length - failed} passed, ${failed} failed`);
    if (record) {
      recordCpu(outcomes);
      const minutes = ((performance.now() - startedAtMs) / 60_000).toFixed(1);
      const cpuSeconds = outcomes.reduce((sum, outcome) => sum + (outcome.cpuSeconds ?? 0), 0).toFixed(0);
      const isWhole = parts.length === 0 && !quick;
      if (isWhole)
        recordFigure('All checks', `${minutes} min, ${cpuSeconds} CPU s; ${outcomes.length} parts, ${failed} failed`);
    }
    process.exitCode = failed === 0 ? process.exitCode : 1;
  },
);

/** Returns the stages with only these parts. Parts that a whole run does not have come last. */
function stagesOf(parts: readonly PartName[]): readonly Stage[] {
  if (parts.length === 0) return allStages;
  const known = new Set(namesIn(allStages));
  const stages = allStages.map(({ lanes, work }) => ({
    lanes,
    work: work.map((row) => row.filter((name) => parts.includes(name))),
  }));
  return [...stages, { lanes: 1, work: [parts.filter((name) => !known.has(name))] }];
}

function namesIn(stages: readonly Stage[]): readonly PartName[] {
  return stages.flatMap(({ work }) => work.flat());
}

async function runStages(stages: readonly Stage[], seed: number): Promise<PartOutcome[]> {
  const folder = mkdtempSync(path.join(temporaryRoot(), 'satchel-run-'));
  const nameWidth = Math.max(...namesIn(stages).map((name) => name.length));
  const running = new Set<ChildProcess>();
  const run: Run = {
    folder,
    seed,
    meter: new CpuMeter(),
    running,
    print: (part, line) => console.log(`${part.padEnd(nameWidth)} │ ${line}`),
  };
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      isStopped = true;
      process.exitCode = 1;
      for (const child of running) child.kill(signal);
    });
  const sample = (): void => run.meter.add(listProcesses() ?? []);
  const sampling = setInterval(sample, sampleEveryMs);
  const outcomes: PartOutcome[] = [];
  // One after another, so that each sees the load of the part that began before it.
  let turn = Promise.resolve();
  const untilThereIsTime = (): Promise<void> =>
    (turn = turn.then(() => spareTime(() => !isStopped && running.size >= availableParallelism())));
  const runLane = async (left: (readonly PartName[])[]): Promise<void> => {
    for (let row = left.shift(); row !== undefined; row = left.shift())
      for (const name of row) {
        await untilThereIsTime();
        if (isStopped) return;
        const outcome = await runPart(partOf(name, folder, seed), run);
        sample();
        outcomes.push(process.platform === 'linux' ? { ...outcome, cpuSeconds: run.meter.secondsOf(name) } : outcome);
      }
  };
  console.log(`Seed ${seed}`);
  for (const { lanes, work } of stages) {
    const left = [...work];
    await Promise.all(Array.from({ length: lanes }, () => runLane(left)));
  }
  clearInterval(sampling);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  return outcomes;
}
