/** Builds functions, worker and site once, before the parts of a run would each build them for themselves. */
import { buildFunctions } from '#infra/build/build-functions.ts';
import { buildSite } from '#infra/build/build-site.ts';
import { buildTogether } from '#infra/build/build-together.ts';
import { definition } from '#infra/definition/index.ts';
import { buildWorker } from '#infra/local/lambda/build-worker.ts';
import { runCommand } from './command-line/run-command.ts';

await runCommand(
  import.meta,
  { summary: 'Builds what a stack runs, functions, worker and site, unless it is there already.' },
  async () => {
    await Promise.all([buildFunctions(definition), buildTogether(definition), buildWorker(), buildSite()]);
  },
);
