import { App, Stack, Validations } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, test } from 'vitest';

test('cdk-nag reports an open bucket', () => {
  const app = new App({ builtinCloudFormationValidation: false });
  const stack = new Stack(app, 'Careless');
  const open = new Bucket(stack, 'Bucket');
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  expect(open.node.path).toBe('Careless/Bucket');
  expect(() => app.synth()).toThrow('AwsSolutions-S10');
});
