import { expect, test } from 'vitest';

import { destroyStage } from '#bin/deploy/destroy-stage.ts';
import { configs } from '#infra/aws/config.ts';
import { filledConfig } from '../../infra/aws/synthesize.ts';
import { createBench } from './deployment-bench.ts';

const dev = { stage: 'dev', config: configs.dev, folder: '/tmp/none' } as const;

test('a disposable stage is emptied, then deleted; missing parts are skipped', async () => {
  const { needs, steps, deployed } = createBench({});
  await destroyStage(needs, dev);
  expect(steps.filter((step) => /^(empty|destroy)/.test(step))).toEqual(['empty site', 'empty logs', 'destroy']);
  deployed.clear();
  steps.length = 0;
  await destroyStage(needs, dev);
  expect(steps.filter((step) => /^(empty|destroy)/.test(step))).toEqual(['destroy']);
});

test.each(['staging', 'prod'] as const)('%s is never deleted', async (stage) => {
  const { needs, steps } = createBench({});
  await expect(destroyStage(needs, { ...dev, stage, config: filledConfig(stage) })).rejects.toThrow(`${stage} is kept`);
  expect(steps).toEqual([]);
});

test('nothing is deleted in another account, or unless a person types stage and account', async () => {
  const { needs, steps } = createBench({});
  const elsewhere = { ...dev, config: { ...configs.dev, account: '999999999999' } };
  await expect(destroyStage(needs, elsewhere)).rejects.toThrow('belongs to 999999999999');
  const asked: string[] = [];
  const confirm = (word: string) => Promise.resolve(asked.push(word) > 1);
  await expect(destroyStage({ ...needs, confirm }, dev)).rejects.toThrow('Nothing was deleted.');
  expect(asked).toEqual(['dev 123456789012']);
  expect(steps.filter((step) => /^(empty|destroy)/.test(step))).toEqual([]);
});
