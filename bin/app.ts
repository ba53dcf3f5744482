/** The CDK app: `npx cdk synth`, `npx cdk diff --all -c stage=prod`. Needs no account and no network to synthesize. */
import { App } from 'aws-cdk-lib';

import { buildArtifacts } from '#infra/aws/build-artifacts.ts';
import { readStage } from '#infra/aws/config.ts';
import { addStacks } from '#infra/aws/stacks.ts';
import { definition } from '#infra/definition/index.ts';
import { runCommand } from './command-line/run-command.ts';
import { configOf } from './deploy/config-of.ts';

await runCommand(
  import.meta,
  { summary: 'Synthesizes the stacks. The CDK runs it: npx cdk synth, npx cdk diff --all -c stage=prod.' },
  async () => {
    const app = new App();
    const stage = readStage(app.node.tryGetContext('stage'));
    const config = configOf(stage);
    addStacks(app, { stage, config, definition, artifacts: await buildArtifacts(config) });
    app.synth();
  },
);
