/**
 * Deploys a stage, and puts back what ran before when it is not healthy:
 *
 *     node bin/deploy.ts --stage dev
 *     node bin/deploy.ts --stage prod --only-diff
 *
 * Needs the AWS CLI and an operator's credentials. Can be repeated after any failure.
 */
import path from 'node:path';

import { stages } from '#infra/aws/config.ts';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import { systemClock } from '#functions/runtime/system-clock.ts';
import { flag, required, withDefault } from './command-line/arguments.ts';
import { oneOf, wholeNumber } from './command-line/kinds.ts';
import { runCommand } from './command-line/run-command.ts';
import { readAssembly } from './deploy/assembly.ts';
import { createAwsCli } from './deploy/aws-cli.ts';
import { cdkCli } from './deploy/cdk-cli.ts';
import { configOf } from './deploy/config-of.ts';
import { confirmOnTerminal } from './deploy/confirm.ts';
import { deployStage } from './deploy/deploy-stage.ts';

await runCommand(
  import.meta,
  {
    summary: 'Deploys a stage, and puts back what ran before when it is not healthy.',
    options: {
      stage: required(oneOf(stages), 'the stage, as infra/aws/config.ts describes it'),
      'only-diff': flag('stops after the diff: nothing is changed'),
      yes: flag('asks nobody'),
      'without-mail': flag('deploys although SES does not mail everybody yet'),
      'watch-minutes': withDefault(wholeNumber({ min: 0, max: 60 }), 10, 'how long its alarms are watched afterwards'),
    },
  },
  async ({ stage, yes, 'only-diff': onlyDiff, 'without-mail': withoutMail, 'watch-minutes': watchMinutes }) => {
    const config = configOf(stage);
    await deployStage(
      {
        cloud: createAwsCli(config.region),
        toolkit: cdkCli,
        fetch,
        clock: systemClock,
        say: console.log,
        readAssembly,
        confirm: yes ? () => Promise.resolve(true) : confirmOnTerminal,
      },
      { stage, config, folder: path.join(repositoryRoot, 'cdk.out', stage), onlyDiff, withoutMail, watchMinutes },
    );
  },
);
