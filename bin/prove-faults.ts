import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

import { faultInWords, playWith, type FlowReport } from '#test/simulation/enumerate-faults.ts';
import { flows, mainFlows, type FlowName } from '#test/simulation/flows.ts';

/**
 * Tries every fault at every effect of every flow of money, one by one: `node bin/prove-faults.ts [--pairs] [--flow load]`.
 * With `--pairs` also every ordered pair of faults in the five main flows.
 */
const { values } = parseArgs({
  options: {
    pairs: { type: 'boolean', default: false },
    flow: { type: 'string' },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
});

const chosen = (Object.keys(flows) as FlowName[]).filter((name) => values.flow === undefined || name === values.flow);
const startedAt = performance.now();
let runs = 0;
for (const flow of chosen) {
  const isPairs = values.pairs && (mainFlows as readonly FlowName[]).includes(flow);
  const threads = Number(values.threads);
  const shares = await Promise.all(
    Array.from({ length: threads }, (_, index) => onThread(flow, { isPairs, share: { index, of: threads } })),
  );
  const flowRuns = shares.reduce((total, share) => total + share.runs, 0);
  const broken = shares.flatMap((share) => share.broken);
  runs += flowRuns;
  console.log(`${flow}: ${shares[0]?.boundaries} effects, ${flowRuns} runs, ${broken.length} broken`);
  for (const { faults, what } of broken.slice(0, 10))
    console.log(`  ${faults.map(faultInWords).join(', then ')}: ${what}`);
  const [first] = broken;
  if (!first) continue;
  process.exitCode = 1;
  console.log((await playWith(flow, first.faults, true)).world.story.join('\n'));
}
console.log(`${runs} runs in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);

function onThread(flow: FlowName, options: object): Promise<FlowReport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../test/simulation/faults-worker.ts', import.meta.url), {
      workerData: { flow, options },
    });
    worker.on('message', resolve);
    worker.on('error', reject);
  });
}
