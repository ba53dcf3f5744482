import { App, Stack, Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';

import { configs, readStage } from '#infra/aws/config.ts';
import type { Stage } from '#infra/aws/config.ts';
import { synthesisTimeoutMs, synthesize } from './synthesize.ts';

const stages = Object.keys(configs) as Stage[];

/** CloudFormation takes 500; ours are split before that hurts. */
const maxResources = 450;

describe.each(stages)('%s', (stage) => {
  test(
    'passes the checks of cdk-nag and the schemas of CloudFormation, offline and without an account',
    async () => {
      // Synthesis throws on any finding that has no written reason.
      const { templates } = await synthesize(stage, { validate: true });
      for (const [name, template] of Object.entries(templates)) {
        const { Resources } = template.toJSON() as { Resources: Record<string, unknown> };
        expect(Object.keys(Resources).length, `${name} has too many resources`).toBeLessThan(maxResources);
      }
    },
    synthesisTimeoutMs,
  );
});

test('cdk-nag would speak up: an open bucket does not pass', () => {
  const app = new App({ builtinCloudFormationValidation: false });
  const stack = new Stack(app, 'Careless');
  const open = new Bucket(stack, 'Bucket');
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  expect(open.node.path).toBe('Careless/Bucket');
  expect(() => app.synth()).toThrow('AwsSolutions-S10');
});

test('a stage that does not exist is refused by name', () => {
  expect(() => readStage('staging')).toThrow('staging');
});
