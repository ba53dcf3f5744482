import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { afterAll, expect, test } from 'vitest';
import { ProductFunction } from '#infra/aws/product-function.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'satchel-function-'));
writeFileSync(path.join(folder, 'index.mjs'), 'export const handler = () => undefined;\n');
afterAll(() => rmSync(folder, { recursive: true }));

const statement = (resource: string): PolicyStatement =>
  new PolicyStatement({ actions: ['dynamodb:GetItem'], resources: [resource] });

function build(resource = 'arn:aws:dynamodb:us-east-1:111122223333:table/t'): { stack: Stack; fn: ProductFunction } {
  const stack = new Stack(new App(), 'Test');
  const fn = new ProductFunction(stack, 'cards.list', {
    stage: 'dev',
    config: { logRetention: RetentionDays.TWO_WEEKS, isDisposable: true },
    definition: { id: 'cards.list', memoryMb: 512, timeoutSeconds: 10 },
    folder,
    environment: {},
    statements: [statement(resource)],
  });
  return { stack, fn };
}

test('a function that asks for every resource is refused by its name', () => {
  expect(() => build('*')).toThrow(/cards\.list.* asks for every resource/);
});

test('a function has the statements that it was given, and none that a construct adds later', () => {
  const { stack, fn } = build();
  fn.lambda.addToRolePolicy(statement('arn:aws:dynamodb:us-east-1:111122223333:table/other'));
  expect(JSON.stringify(Template.fromStack(stack).toJSON())).not.toContain('table/other');
});

test('a function has no tracing, and its logged errors are counted, also those of the runtime', () => {
  const template = Template.fromStack(build().stack);
  const [fn] = Object.values(template.findResources('AWS::Lambda::Function')) as { Properties: object }[];
  expect(fn?.Properties).not.toHaveProperty('TracingConfig');
  for (const FilterPattern of ['{ $.concern = "*" }', Match.stringLikeRegexp('level = "ERROR".*status = "timeout"')]) {
    template.hasResourceProperties('AWS::Logs::MetricFilter', { FilterPattern });
  }
});
