/** Deletes everything of the stage `dev`: `node bin/destroy.ts --stage dev`. Refuses every other stage. */
import path from 'node:path';

import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import { flag, required } from './command-line/arguments.ts';
import { oneOf } from './command-line/kinds.ts';
import { runCommand } from './command-line/run-command.ts';
import { readAssembly } from './deploy/assembly.ts';
import { createAwsCli } from './deploy/aws-cli.ts';
import { cdkCli } from './deploy/cdk-cli.ts';
import { configOf } from './deploy/config-of.ts';
import { confirmOnTerminal } from './deploy/confirm.ts';
import { destroyStage } from './deploy/destroy-stage.ts';

await runCommand(
  import.meta,
  {
    summary: 'Deletes everything of a stage whose data nobody misses.',
    options: {
      stage: required(oneOf(['dev']), 'dev: no other stage is deleted'),
      yes: flag('asks nobody'),
    },
  },
  async ({ stage, yes }) => {
    const config = configOf(stage);
    await destroyStage(
      {
        cloud: createAwsCli(config.region),
        toolkit: cdkCli,
        say: console.log,
        readAssembly,
        confirm: yes ? () => Promise.resolve(true) : confirmOnTerminal,
      },
      { stage, config, folder: path.join(repositoryRoot, 'cdk.out', stage) },
    );
  },
);
