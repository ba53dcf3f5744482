import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import { coverageLines } from '#test/simulation/coverage-table.ts';
import { mergeReports, type SeedsReport } from '#test/simulation/prove-seeds.ts';
import type { ProveThread } from '#test/simulation/prove-worker.ts';
import { replay, runSeed } from '#test/simulation/run-story.ts';
import { shrinkStory } from '#test/simulation/shrink-story.ts';
import { drawSeed, seedMax } from './check/draw-seed.ts';
import { flag, optional, withDefault } from './command-line/arguments.ts';
import { recordFigure, recordOption } from './command-line/figures.ts';
import { fileToWrite, wholeNumber } from './command-line/kinds.ts';
import { runCommand, type Values } from './command-line/run-command.ts';

/**
 * Proves the money core by deterministic simulation: `node bin/prove.ts --seeds 100000 [--from 1] [--json
 * report.json]`. Each seed is a story in which the real handlers run over a simulated table, queues and providers while
 * processes die and providers lie; then everything has to agree to the cent. `--seed N` prints the story of one seed.
 */
const options = {
  seeds: withDefault(wholeNumber({ min: 1 }), 2000, 'number of stories'),
  from: optional(wholeNumber({ max: seedMax }), 'first seed; another one each time when it is left out'),
  seed: optional(wholeNumber(), 'prints the story of this seed only'),
  threads: withDefault(wholeNumber({ min: 1, max: 256 }), availableParallelism(), 'stories at the same time'),
  json: optional(fileToWrite, 'path where the report is written as JSON: seeds, violations, coverage'),
  // For a script that only wants to know whether a seed breaks.
  quick: flag('stops at the first seed that breaks and prints no story'),
  record: recordOption,
};

await runCommand(
  import.meta,
  { summary: 'Proves the money core by deterministic simulation.', options },
  async (values) => {
    if (values.seed === undefined) await proveAll(values);
    else await replayStory(values.seed);
  },
);

async function proveAll(values: Values<{}, typeof options>): Promise<void> {
  const { seeds, from = drawSeed(), threads } = values;
  const startedAtMs = performance.now();
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  // The threads end after their current seed, and what they have found so far is printed. A second signal ends at once.
  const stopThreads = (): void => void Atomics.store(stop, 0, 1);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopThreads);
  const done: number[] = Array.from({ length: threads }, () => 0);
  const ticker = setInterval(() => {
    const sum = done.reduce((total, each) => total + each, 0);
    const seconds = (performance.now() - startedAtMs) / 1000;
    process.stderr.write(`\r${sum} of ${seeds} seeds, ${(sum / seconds).toFixed(0)} a second `);
  }, 1_000);
  const reports = await Promise.all(
    done.map((_, thread) => {
      const count = Math.ceil((seeds - thread) / threads);
      const range = { from: from + thread, count, step: threads, brokenMax: values.quick ? 1 : 20 };
      return onThread({ range, stop }, (sum) => (done[thread] = sum));
    }),
  );
  clearInterval(ticker);
  const report = mergeReports(reports);
  const seconds = (performance.now() - startedAtMs) / 1000;
  process.stderr.write('\r');
  const isStopped = Atomics.load(stop, 0) !== 0;
  const result =
    `${isStopped ? `stopped after ${report.seeds} of ${seeds}` : report.seeds} seeds from ${from}: ${report.broken.length} broken; ` +
    `${(report.seeds / seconds).toFixed(0)} seeds a second, ${report.effects} effects in ${seconds.toFixed(0)} s`;
  console.log(result);
  if (values.record && !isStopped) recordFigure('Simulated lives', result);
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify({ from, seconds, ...report }));
  if (!values.quick && !isStopped) console.log(coverageLines(report.coverage).join('\n'));
  const [first] = report.broken;
  if (!first) return;
  for (const { seed, what } of report.broken) console.log(`seed ${seed}: ${what.split('\n', 1)[0]}`);
  process.exitCode = 1;
  if (isStopped) console.log(`\nThe story: node bin/prove.ts --seed ${first.seed}`);
  else if (!values.quick) await replayStory(first.seed);
}

function onThread(workerData: ProveThread, onProgress: (seeds: number) => void): Promise<SeedsReport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../test/simulation/prove-worker.ts', import.meta.url), { workerData });
    worker.on('message', (message: { readonly seeds?: number; readonly report?: SeedsReport }) => {
      if (message.report) resolve(message.report);
      else onProgress(message.seeds ?? 0);
    });
    worker.on('error', reject);
  });
}

/** Replays the story of a seed, shrunk to the essential steps if it ends badly. */
async function replayStory(seed: number): Promise<void> {
  const end = await runSeed(seed);
  if (!end.violation) {
    console.log((await runSeed(seed, { isReplaying: true })).world.story.join('\n'));
    console.log(`seed ${seed} ends well`);
    return;
  }
  process.exitCode = 1;
  const drawn = await shrinkStory(end);
  const replayed = await replay(drawn, { isReplaying: true });
  console.log(`\nThe story of seed ${seed}, shrunk from ${end.drawn.length} choices to ${drawn.length}:\n`);
  console.log(replayed.world.story.join('\n'));
  console.log(`\nIt breaks ${replayed.violation?.message ?? end.violation.message}`);
  console.log(`\nAgain: node bin/prove.ts --seed ${seed}`);
}
