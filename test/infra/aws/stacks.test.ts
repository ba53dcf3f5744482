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

test('the stacks of functions and their logs export nothing, so that one deployment can take a route away', async () => {
  const { templates } = await synthesize('prod');
  for (const stack of ['functions', 'logs'] as const) {
    expect(templates[stack].toJSON(), stack).not.toHaveProperty('Outputs');
  }
});

test('a stage that does not exist is refused by name', () => {
  expect(() => readStage('staging')).toThrow('staging');
});
