import { describe, expect, test } from 'vitest';

import { rememberTemplates, withKept } from '#bin/deploy/roll-back.ts';
import { createBench, newStacks } from './deployment-bench.ts';

const kept = (properties: Record<string, unknown>) => ({
  Type: 'AWS::Logs::LogGroup',
  DeletionPolicy: 'RetainExceptOnCreate',
  Properties: properties,
});

describe('a template that is put back', () => {
  const old = { Resources: { A: { Type: 'Test' } } };

  test('keeps a resource that CloudFormation would leave behind: the next deployment needs its name', () => {
    const logs = kept({ LogGroupName: '/aws/lambda/new' });
    expect(withKept(old, { Resources: { Logs: logs } })).toEqual({ Resources: { A: { Type: 'Test' }, Logs: logs } });
  });

  test.each([
    ['a resource that is deleted with its stack', { ...kept({ LogGroupName: 'x' }), DeletionPolicy: 'Delete' }],
    ['a resource without a name of its own', kept({ RetentionInDays: 30 })],
    ['a resource that refers to one that may be missing', kept({ LogGroupName: { Ref: 'Other' } })],
  ])('does not keep %s', (_, resource) => {
    expect(withKept(old, { Resources: { New: resource } })).toEqual(old);
  });

  test('has its old properties unchanged', () => {
    const changed = kept({ LogGroupName: 'after' });
    const before = { Resources: { Logs: kept({ LogGroupName: 'before' }) } };
    expect(withKept(before, { Resources: { Logs: changed } })).toEqual(before);
  });
});

test('a stack whose first creation failed has nothing to go back to', async () => {
  const { needs, deployed } = createBench({});
  deployed.set('Satchel-prod-Web', { status: 'ROLLBACK_COMPLETE', outputs: {}, template: '{}' });
  deployed.delete('Satchel-prod-Logs');
  const before = await rememberTemplates(needs.cloud, newStacks);
  expect([...before.keys()]).toEqual(['Satchel-prod-Data', 'Satchel-prod-Functions']);
});
