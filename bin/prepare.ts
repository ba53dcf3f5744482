/** Builds what `npm start` needs, so that the first start of a fresh clone finds it built. It may fail: the start builds what is missing. */
import { buildFunctions } from '#infra/build/build-functions.ts';
import { buildSite } from '#infra/build/build-site.ts';
import { definition } from '#infra/definition/index.ts';
import { buildWorker } from '#infra/local/lambda/build-worker.ts';
import { runCommand } from './command-line/run-command.ts';

await runCommand(
  import.meta,
  { summary: 'Builds what the first npm start needs; npm runs it after an installation.' },
  async () => {
    await Promise.all([buildFunctions(definition), buildWorker(), buildSite()]);
  },
);
