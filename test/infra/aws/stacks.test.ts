import { describe, expect, test } from 'vitest';

import { configs, readStage, stages } from '#infra/aws/config.ts';
import { filledConfig, synthesize, type Resource } from './synthesize.ts';

/** CloudFormation takes 500; ours are split before that hurts. */
const maxResources = 450;

describe.each(['dev', 'prod'] as const)('%s', (stage) => {
  test('passes the checks of cdk-nag and the schemas of CloudFormation, offline and without an account', async () => {
    // Synthesis throws on any finding that has no written reason. The schemas judge prod, which has every type of
    // resource that dev has.
    const { templates } = await synthesize(stage, stage === 'prod' ? { validate: true } : {});
    for (const [name, template] of Object.entries(templates)) {
      const { Resources } = template.toJSON() as { Resources: Record<string, unknown> };
      expect(Object.keys(Resources).length, `${name} has too many resources`).toBeLessThan(maxResources);
    }
  });
});

test('prod has every type of resource that dev has', async () => {
  const typesOf = async (stage: 'dev' | 'prod'): Promise<ReadonlySet<string>> => {
    const { templates } = await synthesize(stage);
    const all = Object.values(templates).map((template) => template.toJSON()['Resources'] as Record<string, Resource>);
    return new Set(all.flatMap((resources) => Object.values(resources).map(({ Type }) => Type)));
  };
  const [dev, prod] = [await typesOf('dev'), await typesOf('prod')];
  expect([...dev].filter((type) => !prod.has(type))).toEqual([]);
});

test('the stacks of functions and their logs export nothing, so that one deployment can take a route away', async () => {
  const { templates } = await synthesize('prod');
  for (const stack of ['functions', 'logs'] as const) {
    expect(templates[stack].toJSON(), stack).not.toHaveProperty('Outputs');
  }
});

test('a stage that does not exist is refused by name', () => {
  expect(() => readStage('production')).toThrow('The stage is dev, staging, prod, not production');
  expect(stages.map((stage) => readStage(stage))).toEqual(stages);
});

test('staging is as prod, kept and pinned to its account, and a stage with placeholders is not synthesized', async () => {
  const { stacks } = await synthesize('staging');
  for (const stack of Object.values(stacks))
    expect(stack.account, stack.stackName).toBe(filledConfig('staging').account);
  for (const stack of [stacks.data, stacks.web]) expect(stack.terminationProtection).toBe(true);
  await expect(synthesize('prod', { changes: { account: '' } })).rejects.toThrow(/stage prod, first/);
  await expect(synthesize('staging', { changes: { mail: configs.staging.mail } })).rejects.toThrow(
    /stage staging, first/,
  );
});
