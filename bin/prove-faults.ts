import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import { faultInWords, playWith, type FlowReport } from '#test/simulation/enumerate-faults.ts';
import { flows, mainFlows, type FlowName } from '#test/simulation/flows.ts';
import { flag, optional, withDefault } from './command-line/arguments.ts';
import { recordFigure, recordOption } from './command-line/figures.ts';
import { oneOf, wholeNumber } from './command-line/kinds.ts';
import { runCommand } from './command-line/run-command.ts';

/**
 * Tries every fault at every effect of every flow of money, one by one: `node bin/prove-faults.ts [--pairs] [--flow load]`.
 * With `--pairs` also every ordered pair of faults in the five main flows.
 */
await runCommand(
  import.meta,
  {
    summary: 'Tries every fault at every effect of every flow of money, one by one.',
    options: {
      pairs: flag('also every ordered pair of faults in the five main flows'),
      flow: optional(oneOf(Object.keys(flows)), 'only this flow'),
      threads: withDefault(wholeNumber({ min: 1, max: 256 }), availableParallelism(), 'runs at the same time'),
      record: recordOption,
    },
  },
  async ({ pairs, flow: only, threads, record }) => {
    const chosen = (Object.keys(flows) as FlowName[]).filter((name) => only === undefined || name === only);
    const startedAtMs = performance.now();
    let runs = 0;
    let brokenRuns = 0;
    for (const flow of chosen) {
      const isPairs = pairs && (mainFlows as readonly FlowName[]).includes(flow);
      const shares = await Promise.all(
        Array.from({ length: threads }, (_, index) => onThread(flow, { isPairs, share: { index, of: threads } })),
      );
      const flowRuns = shares.reduce((total, share) => total + share.runs, 0);
      const broken = shares.flatMap((share) => share.broken);
      runs += flowRuns;
      brokenRuns += broken.length;
      console.log(`${flow}: ${shares[0]?.boundaries} effects, ${flowRuns} runs, ${broken.length} broken`);
      for (const { faults, what } of broken.slice(0, 10))
        console.log(`  ${faults.map(faultInWords).join(', then ')}: ${what}`);
      const [first] = broken;
      if (!first) continue;
      process.exitCode = 1;
      console.log((await playWith(flow, first.faults, true)).world.story.join('\n'));
    }
    const took = `${runs} runs in ${((performance.now() - startedAtMs) / 1000).toFixed(0)} s`;
    console.log(took);
    if (record) recordFigure('Faults, one by one', `${took}: ${brokenRuns} broken`);
  },
);

function onThread(flow: FlowName, options: object): Promise<FlowReport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../test/simulation/faults-worker.ts', import.meta.url), {
      workerData: { flow, options },
    });
    worker.on('message', resolve);
    worker.on('error', reject);
  });
}
